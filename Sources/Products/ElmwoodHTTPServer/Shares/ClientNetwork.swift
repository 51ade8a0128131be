/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits.
///
/// A subscriber of an IPv6 provider has at least a network of 64 bits (RFC 6177), and may use any address in it.
package struct ClientNetwork: Hashable, Sendable {
    private let bits: UInt64
    private let family: RemoteAddress.Family

    /// Creates the network of an address.
    package init(_ address: RemoteAddress) {
        bits = address.high
        family = address.family
    }
}
