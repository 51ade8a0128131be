import ElmwoodHTTPServer
import FoundationEssentials

extension Mail {
    /// The mail as an Internet message (RFC 5322, in ASCII): what a `.eml` file contains, and what SMTP transfers.
    ///
    /// Lines end with CR LF, and have at most 998 characters. The text is UTF-8 in quoted-printable.
    public var message: String { message(within: .max) ?? "" }

    /// Returns the mail as an Internet message, if that is not too large.
    ///
    /// - Throws: ``MailError/tooLarge(limit:)`` if the message has more than that many bytes.
    public func message(atMost bytes: Int) throws(MailError) -> String {
        guard let message = message(within: bytes) else { throw .tooLarge(limit: bytes) }
        return message
    }

    /// Returns the message, or nil as soon as it has more bytes than that.
    private func message(within limit: Int) -> String? {
        // Nothing is shorter in the message than it is here.
        guard text.utf8.count + subject.utf8.count <= limit else { return nil }
        var headers = [
            "Date: \(Self.date(date))",
            "From: \(from.headerText)",
            "To: \(to.map(\.headerText).joined(separator: ",\r\n "))",
            "Message-ID: <\(id)@\(from.host)>",
            "Subject: \(Self.headerText(subject))",
        ]
        if let replyTo { headers.append("Reply-To: \(replyTo.headerText)") }
        headers += [
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            // Programs that answer mails, such as those of people on holiday, do not answer this one (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        let head = headers.joined(separator: "\r\n") + "\r\n\r\n"
        var room = limit - head.utf8.count
        let body = Self.quotedPrintable(text, &room)
        return room < 0 ? nil : head + body
    }

    /// HTTP's form of a date differs in the name of the zone alone.
    private static func date(_ date: Date) -> String {
        let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
        let text = HTTPDate(secondsSince1970: seconds).description
        return text.hasSuffix("GMT") ? "\(text.dropLast(3))+0000" : text
    }

    /// Encodes text so that a header can contain it: as it is if it is short and of printable ASCII, and else as encoded words
    /// (RFC 2047). Control characters become spaces.
    static func headerText(_ text: String) -> String {
        let text = withoutControls(text)
        // What looks like an encoded word would be decoded.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.utf8.count <= 64, !text.contains("=?") {
            return text
        }
        return encodedWords(text)
    }

    static func withoutControls(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
            scalars.append(isControl ? " " : scalar)
        }
        return String(scalars)
    }

    /// Each word has whole characters, and with the header's name at most 76 columns.
    static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 39 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(base64($0, .padded))?=" }.joined(separator: "\r\n ")
    }

    /// The text in lines of at most 76 characters (RFC 2045 §6.7).
    ///
    /// - Parameter room: how many bytes it may have, from which those that it has are subtracted. It ends when there are no more.
    private static func quotedPrintable(_ text: String, _ room: inout Int) -> String {
        let parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        var lines = parts.enumerated().map { index, part in
            // A CR that no LF follows is no line break: it is encoded.
            let hasBreak = index < parts.count - 1
            return quotedPrintableLine(Array(hasBreak && part.last == 0x0D ? part.dropLast() : part), &room)
        }
        if lines.last != "" { lines.append("") }
        room -= 2 * (lines.count - 1)
        return lines.joined(separator: "\r\n")
    }

    private static func quotedPrintableLine(_ bytes: [UInt8], _ room: inout Int) -> String {
        var (line, column) = ("", 0)
        defer { room -= line.utf8.count }
        for (index, byte) in bytes.enumerated() {
            guard line.utf8.count <= room else { break }
            let isLast = index == bytes.count - 1
            if column + piece(byte, isFirst: false, isLast: isLast).utf8.count > 75 {
                line += "=\r\n"
                column = 0
            }
            let piece = piece(byte, isFirst: column == 0, isLast: isLast)
            line += piece
            column += piece.utf8.count
        }
        return line
    }

    private static func piece(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> String {
        let isPlain =
            switch byte {
            // Space at the end of a line would be lost on the way.
            case 0x20, 0x09: !isLast
            // A line that is a dot ends a mail in SMTP, and From begins one in a mailbox.
            case 0x2E, 0x46: !isFirst
            default: (0x21...0x7E).contains(byte) && byte != 0x3D
            }
        return isPlain ? String(UnicodeScalar(byte)) : "=" + hexadecimal([byte]).uppercased()
    }
}

extension MailAddress {
    /// The address as a header contains it.
    var headerText: String {
        guard let name, !name.isEmpty else { return "<\(address)>" }
        let text = Mail.withoutControls(name)
        let isPlain =
            text.utf8.count <= 64 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        guard isPlain else { return "\(Mail.encodedWords(text))\r\n <\(address)>" }
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(quoted)\" <\(address)>"
    }
}
