import CElmwoodMicrohttpd
import Glibc

/// The address of an end of a connection: mostly that from which it came.
public struct RemoteAddress: Equatable, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a socket's address.
    enum Family: Sendable { case unknown, ipv4, ipv6, unixSocket }

    let family: Family
    /// The sixteen bytes of an IPv6 address; an IPv4 address is in the lower half of `high`.
    let high: UInt64
    let low: UInt64
    /// The client's port; 0 if unknown.
    public let port: Int

    /// An unknown address.
    public static let unknown = RemoteAddress(.unknown, 0, port: 0)

    private init(_ family: Family, _ high: UInt64, _ low: UInt64 = 0, port: Int) {
        self.family = family
        self.high = high
        self.low = low
        self.port = port
    }

    var isIPv6: Bool { family == .ipv6 }

    /// Whether it is one of this machine's own: `127.0.0.0/8` (RFC 1122 §3.2.1.3) or `::1` (RFC 4291 §2.5.3).
    public var isLoopback: Bool {
        switch family {
        case .ipv4: high >> 24 == 127
        case .ipv6: high == 0 && low == 1
        case .unknown, .unixSocket: false
        }
    }

    /// Whether both are the same machine's, at whatever ports.
    package func isSameHost(as other: RemoteAddress) -> Bool {
        family == other.family && high == other.high && low == other.low
    }

    /// Reads an address in numbers: `192.0.2.7` or `2001:db8::7`. Returns nil for any other text.
    public init?(_ text: some StringProtocol, port: Int = 0) {
        let text = String(text)
        var (ipv4, ipv6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &ipv4) == 1 {
            self.init(.ipv4, UInt64(UInt32(bigEndian: ipv4.s_addr)), port: port)
        } else if inet_pton(AF_INET6, text, &ipv6) == 1 {
            self.init(ipv6, port: port)
        } else {
            return nil
        }
    }

    private init(_ address: in6_addr, port: Int) {
        let words = withUnsafeBytes(of: address) {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        let (high, low) = (UInt64(bigEndian: words.0), UInt64(bigEndian: words.1))
        if high == 0, low >> 32 == 0xFFFF {
            // An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2): a client of a socket for both.
            self.init(.ipv4, low & 0xFFFF_FFFF, port: port)
        } else {
            self.init(.ipv6, high, low, port: port)
        }
    }

    /// Reads a socket address. Returns nil if it is of another family.
    init?(_ address: UnsafePointer<sockaddr>) {
        // A sockaddr is by definition a prefix of the structure for its family.
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self)
            let port = Int(UInt16(bigEndian: address.sin_port))
            self.init(.ipv4, UInt64(UInt32(bigEndian: address.sin_addr.s_addr)), port: port)
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self)
            self.init(address.sin6_addr, port: Int(UInt16(bigEndian: address.sin6_port)))
        case AF_UNIX:
            self.init(.unixSocket, 0, port: 0)
        default:
            return nil
        }
    }

    /// The address in numbers, without the port: `192.0.2.7` or `2001:db8:0:0:0:0:0:7`; `unix` for a Unix socket.
    public var description: String {
        switch family {
        case .unknown: return "unknown"
        case .unixSocket: return "unix"
        case .ipv4: return "\(high >> 24).\(high >> 16 & 0xFF).\(high >> 8 & 0xFF).\(high & 0xFF)"
        case .ipv6:
            let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { String(half >> $0 & 0xFFFF, radix: 16) } }
            return groups.joined(separator: ":")
        }
    }
}
