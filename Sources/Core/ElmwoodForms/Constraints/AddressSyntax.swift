/// Checks e-mail addresses and absolute URLs by HTML's rules.
enum AddressSyntax {
    /// Whether it is a valid e-mail address (HTML §4.10.5.1.5).
    static func isEmail(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last, !local.isEmpty else { return false }
        let special = ".!#$%&'*+/=?^_`{|}~-".utf8
        guard local.allSatisfy({ isAlphanumeric($0) || special.contains($0) }) else { return false }
        return domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
            return isAlphanumeric(first) && isAlphanumeric(last)
                && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether the URL standard's parser accepts it without a base URL: a scheme, and for those of the web a host.
    static func isAbsoluteURL(_ text: String) -> Bool {
        // The parser drops all tabs and line ends.
        let bytes = Sanitization.trimmed(text).utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, isLetter(first) else {
            return false
        }
        let scheme = bytes[..<colon]
        guard scheme.allSatisfy({ isAlphanumeric($0) || "+-.".utf8.contains($0) }) else { return false }
        let name = String(decoding: scheme, as: UTF8.self).lowercased()
        var remainder = bytes[(colon + 1)...]
        if ["http", "https", "ws", "wss", "ftp"].contains(name) {
            remainder = remainder.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            let authority = remainder.prefix { !"/\\?#".utf8.contains($0) }
            return isHost(authority, isEmptyAllowed: false)
        }
        guard name != "file", remainder.starts(with: "//".utf8) else { return true }
        return isHost(remainder.dropFirst(2).prefix { !"/?#".utf8.contains($0) }, isEmptyAllowed: true)
    }

    private static func isHost(_ authority: ArraySlice<UInt8>, isEmptyAllowed: Bool) -> Bool {
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        var host = authority[start...]
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = host[host.startIndex + 1..<end]
            guard address.contains(UInt8(ascii: ":")),
                address.allSatisfy({ ":.".utf8.contains($0) || Character(Unicode.Scalar($0)).isHexDigit })
            else { return false }
            let port = host[(end + 1)...]
            return port.isEmpty || port.first == UInt8(ascii: ":") && isPort(port.dropFirst())
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            guard isPort(host[(colon + 1)...]) else { return false }
            host = host[..<colon]
        }
        if host.isEmpty { return isEmptyAllowed && start == authority.startIndex }
        // The forbidden host code points, and `%` if it does not begin an escape.
        return host.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"#/<>?@[\\]^|".utf8.contains($0) }
    }

    private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil && digits.first != UInt8(ascii: "+")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- 0x30 < 10 }
}
