/// Who sends or gets a mail: an address, and a name that is shown with it.
///
/// ```swift
/// let address = try MailAddress(entry.email)
/// ```
public struct MailAddress: Hashable, Sendable {
    /// The address: `ada@example.org`.
    public let address: String
    /// The name; nil if only the address is shown.
    public let name: String?

    /// Creates an address.
    ///
    /// The part before the `@` is a dot-atom (RFC 5322 §3.2.3) and the other one a host's name, both of ASCII: it is what
    /// form fields of the type `email` accept. Whether somebody reads mail there, only a mail can tell.
    ///
    /// - Throws: ``MailError/address`` for any other text.
    public init(_ address: String, name: String? = nil) throws(MailError) {
        guard Self.isAddress(address) else { throw .address }
        self.address = address
        self.name = name
    }

    /// What follows the `@`.
    var host: String { String(address.drop { $0 != "@" }.dropFirst()) }

    private static func isAddress(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, let at = bytes.firstIndex(of: 0x40) else { return false }
        let (local, host) = (bytes[..<at], bytes[at...].dropFirst())
        return (1...64).contains(local.count) && !host.isEmpty
            && local.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isLetterOrDigit($0) || Self.atomSigns.contains($0) }
            }
            && host.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
            }
    }

    private static let atomSigns = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}

extension MailAddress: Codable {
    private enum CodingKeys: CodingKey { case address, name }

    /// Decodes an address, and checks it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            container.decode(String.self, forKey: .address),
            name: container.decodeIfPresent(String.self, forKey: .name)
        )
    }
}

/// Whether a byte is an ASCII letter or digit.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
}
