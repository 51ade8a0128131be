/// Addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one address alone.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let first: RemoteAddress
    private let length: Int

    /// Reads a range as CIDR writes it (RFC 4632 §3.1, RFC 4291 §2.3). Returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = RemoteAddress(parts[0]) else { return nil }
        let longest = address.isIPv6 ? 128 : 32
        first = address
        switch parts.count {
        case 1: length = longest
        case 2:
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]),
                length <= longest
            else { return nil }
            self.length = length
        default: return nil
        }
    }

    /// Whether an address is one of them.
    public func contains(_ address: RemoteAddress) -> Bool {
        guard address.family == first.family else { return false }
        guard address.isIPv6 else { return Self.agree(address.high << 32, first.high << 32, length) }
        return Self.agree(address.high, first.high, min(64, length)) && Self.agree(address.low, first.low, length - 64)
    }

    private static func agree(_ left: UInt64, _ right: UInt64, _ length: Int) -> Bool {
        length <= 0 || (left ^ right) >> UInt64(64 - length) == 0
    }

    /// The first address and the number of equal bits.
    public var description: String { "\(first)/\(length)" }
}
