import ElmwoodAccounts
import ElmwoodTestSupport
import Foundation
import Testing

struct MailTests {
    private let date = Date(timeIntervalSince1970: 784_111_777)

    private func mail(
        id: String? = "m-1",
        name: String? = "The Library",
        subject: String = "Your password",
        text: String = "Hello"
    ) throws -> Mail {
        try Mail(
            id: id,
            date: date,
            from: MailAddress("library@example.org", name: name),
            to: [MailAddress("ada@example.com"), MailAddress("bob@localhost", name: "Bob \"B\" \\")],
            subject: subject,
            text: text
        )
    }

    /// The header lines, with those joined that are folded.
    private func headers(_ mail: Mail) -> [String] {
        let head = mail.message.components(separatedBy: "\r\n\r\n")[0]
        return head.replacingOccurrences(of: "\r\n ", with: " ").components(separatedBy: "\r\n")
    }

    private func body(_ mail: Mail) -> String {
        mail.message.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
    }

    @Test func mailIsAnInternetMessage() throws {
        #expect(
            try mail().message == """
                Date: Sun, 06 Nov 1994 08:49:37 +0000\r
                From: "The Library" <library@example.org>\r
                To: <ada@example.com>,\r
                 "Bob \\"B\\" \\\\" <bob@localhost>\r
                Message-ID: <m-1@example.org>\r
                Subject: Your password\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Auto-Submitted: auto-generated\r
                \r
                Hello\r

                """
        )
    }

    @Test func otherCharactersOfHeadersAreEncodedWords() throws {
        let mail = try mail(name: "Zoë", subject: "Schlüssel")
        #expect(headers(mail)[1] == "From: =?UTF-8?B?Wm/Dqw==?= <library@example.org>")
        #expect(headers(mail)[4] == "Subject: =?UTF-8?B?U2NobMO8c3NlbA==?=")
        let long = try self.mail(subject: String(repeating: "日本", count: 40))
        #expect(long.message.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        let words = headers(long)[4].split(separator: " ").dropFirst()
        let decoded = words.map { word in
            String(decoding: Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data(), as: UTF8.self)
        }
        #expect(decoded.joined() == String(repeating: "日本", count: 40))
        #expect(
            headers(try self.mail(subject: "=?UTF-8?B?QQ==?="))[4] == "Subject: =?UTF-8?B?PT9VVEYtOD9CP1FRPT0/PQ==?="
        )
    }

    @Test(arguments: ["\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\0", "\u{7F}"])
    func nothingInjectsAHeader(lineBreak: String) throws {
        let evil = "Hello\(lineBreak)Bcc: eve@example.com\(lineBreak)\(lineBreak)text"
        let mail = try mail(name: evil, subject: evil, text: evil)
        #expect(headers(mail).count == headers(try self.mail()).count)
        #expect(headers(mail).allSatisfy { !$0.hasPrefix("Bcc") })
        #expect(mail.message.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A })
        #expect(throws: MailError.address) { try MailAddress("ada@example.com\(lineBreak)Bcc: eve@example.com") }
        #expect(throws: MailError.id) { try self.mail(id: "a\(lineBreak)b") }
    }

    @Test(arguments: [
        "", "@", "ada", "ada@", "@example.com", "a@b@c", "a b@example.com", "ada@exa mple.com", "ada@-a.com",
        "ada@a-.com", "ada@a..com",
        ".ada@example.com", "ada.@example.com", "a..b@example.com", "<ada@example.com>",
        "ada@example.com,eve@example.com",
        "\"ada\"@example.com", "zoë@example.com", "ada@exämple.com", "ada@[127.0.0.1]", "ada@example.com\0",
        String(repeating: "a", count: 65) + "@example.com", "a@" + String(repeating: "a", count: 64) + ".com",
        "a@" + String(repeating: "a.", count: 130) + "com",
    ])
    func textThatIsNoAddressIsAnError(text: String) {
        #expect(throws: MailError.address) { try MailAddress(text) }
        let json = Data(
            "{\"address\":\(String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self))}".utf8
        )
        #expect(throws: MailError.address) { try JSONDecoder().decode(MailAddress.self, from: json) }
    }

    @Test(arguments: ["a@b", "ada.lovelace+books@mail.example.co.uk", "o'neil@example.com", "x@xn--exmple-cua.com"])
    func addressesThatFormsAcceptAreAddresses(text: String) throws {
        #expect(try MailAddress(text).address == text)
    }

    @Test func recipientsAndIdAreBounded() throws {
        let ada = try MailAddress("ada@example.com")
        #expect(throws: MailError.recipients) { try Mail(from: ada, to: [], subject: "", text: "") }
        #expect(throws: MailError.recipients) {
            try Mail(from: ada, to: Array(repeating: ada, count: 101), subject: "", text: "")
        }
        for id in ["", "../a", "a/b", "a.b", String(repeating: "a", count: 65)] {
            #expect(throws: MailError.id) { try mail(id: id) }
        }
        #expect(try mail(id: nil).id != mail(id: nil).id)
    }

    @Test func mailIsTheSameAfterCoding() throws {
        let mail = try mail(name: "Zoë", text: "a\r\nb")
        #expect(try JSONDecoder().decode(Mail.self, from: JSONEncoder().encode(mail)) == mail)
        let other = String(decoding: try JSONEncoder().encode(mail), as: UTF8.self).replacing("m-1", with: "..")
        #expect(throws: MailError.id) { try JSONDecoder().decode(Mail.self, from: Data(other.utf8)) }
    }

    @Test func textIsQuotedPrintable() throws {
        #expect(body(try mail(text: "")) == "")
        #expect(
            body(try mail(text: "a=b\nZoë \n\n.\nFrom me\r\n")) == "a=3Db\r\nZo=C3=AB=20\r\n\r\n=2E\r\n=46rom me\r\n"
        )
        #expect(body(try mail(text: "a\rb")) == "a=0Db\r\n")
        let long = body(try mail(text: String(repeating: "x", count: 75) + ".")).components(separatedBy: "\r\n")
        #expect(long == [String(repeating: "x", count: 75) + "=", "=2E", ""])
    }

    @Test(arguments: [
        "Hello", "Zoë\nand\n\nothers", String(repeating: "ë", count: 2_000), String(repeating: "a\n", count: 500),
    ])
    func mailHasAsManyBytesAsPermitted(text: String) throws {
        let mail = try mail(text: text)
        let bytes = mail.message.utf8.count
        #expect(try mail.message(atMost: bytes) == mail.message)
        #expect(throws: MailError.tooLarge(limit: bytes - 1)) { try mail.message(atMost: bytes - 1) }
        #expect(throws: MailError.tooLarge(limit: 10)) { try mail.message(atMost: 10) }
    }

    @Test func everyTextComesBackFromItsLines() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<fuzzRounds(300) {
            let text = random.text(
                of: ["a", ".", "F", "=", " ", "\t", "\n", "é", "👩‍👩‍👧", "\0", "https://example.org/?a=1", "\r"],
                upTo: 200
            )
            let mail = try mail(subject: text, text: text)
            let lines = mail.message.components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.hasPrefix(".") })
            let unified = text.replacingOccurrences(of: "\r\n", with: "\n")
            #expect(decoded(body(mail)) == (unified.isEmpty || unified.utf8.last == 0x0A ? unified : unified + "\n"))
        }
    }

    private func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(
            text.replacingOccurrences(of: "=\r\n", with: "").replacingOccurrences(of: "\r\n", with: "\n").utf8
        )[...]
        while let byte = rest.popFirst() {
            guard byte == 0x3D else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

struct MailFolderTests {
    private let folder = TemporaryFolder()

    private func mail(_ id: String? = nil) throws -> Mail {
        let ada = try MailAddress("ada@example.com")
        return try Mail(id: id, from: ada, to: [ada], subject: "Hello", text: "Zoë")
    }

    @Test func eachMailIsOneFileOfItsOwner() async throws {
        let mail = try mail("m1")
        try await MailFolder(folder.path).send(mail)
        #expect(folder.names == ["m1.eml"])
        #expect(try String(contentsOfFile: folder.path + "/m1.eml", encoding: .utf8) == mail.message)
        #expect(try folder.permissions("m1.eml") == 0o600)
    }

    @Test func manyAtOnceHaveNamesOfTheirOwnAndOneSentAgainHasOneFile() async throws {
        let mails = try (0..<20).map { _ in try mail() }
        let sender = MailFolder(folder.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for mail in mails + mails { group.addTask { try await sender.send(mail) } }
            try await group.waitForAll()
        }
        #expect(folder.names == mails.map { "\($0.id).eml" }.sorted())
    }

    @Test func mailThatIsTooLargeIsAnErrorAndNoFile() async throws {
        let mail = try mail()
        await #expect(throws: MailError.tooLarge(limit: 100)) {
            try await MailFolder(folder.path, limit: 100).send(mail)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func folderThatCannotBeWrittenIsAnError() async throws {
        let mail = try mail()
        await #expect(throws: MailError.self) { try await MailFolder("/proc/none/such").send(mail) }
    }
}
