import CElmwoodMicrohttpd

/// The address from which a connection came.
///
/// Behind a proxy this is the proxy's address.
public struct RemoteAddress: Equatable, Hashable, Sendable, CustomStringConvertible {
    /// The sixteen bytes of an IPv6 address; for an IPv4 address the first four.
    private let high: UInt64
    private let low: UInt64
    private let isIPv6: Bool
    /// The client's port; 0 if unknown.
    public let port: Int

    /// An unknown address.
    public static let unknown = RemoteAddress(high: 0, low: 0, isIPv6: false, port: 0)

    private init(high: UInt64, low: UInt64, isIPv6: Bool, port: Int) {
        self.high = high
        self.low = low
        self.isIPv6 = isIPv6
        self.port = port
    }

    /// Reads a socket address. Returns nil if it is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        // A sockaddr is by definition a prefix of the structure for its family.
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self)
            self.init(
                high: UInt64(UInt32(bigEndian: address.sin_addr.s_addr)),
                low: 0,
                isIPv6: false,
                port: Int(UInt16(bigEndian: address.sin_port))
            )
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self)
            let words = withUnsafeBytes(of: address.sin6_addr) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            let (high, low) = (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
            let port = Int(UInt16(bigEndian: address.sin6_port))
            if high == 0, low >> 32 == 0xFFFF {
                // An IPv4 client of a dual-stack socket.
                self.init(high: low & 0xFFFF_FFFF, low: 0, isIPv6: false, port: port)
            } else {
                self.init(high: high, low: low, isIPv6: true, port: port)
            }
        default:
            return nil
        }
    }

    /// The address in numbers, without the port: `192.0.2.7` or `2001:db8:0:0:0:0:0:7`.
    public var description: String {
        if !isIPv6 {
            return [24, 16, 8, 0].map { String(high >> $0 & 0xFF) }.joined(separator: ".")
        }
        let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) } }
        return groups.joined(separator: ":")
    }
}
