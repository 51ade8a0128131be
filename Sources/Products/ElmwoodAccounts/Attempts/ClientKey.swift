import Glibc

/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, as one person has all of its addresses.
struct ClientKey: Hashable, Sendable {
    /// The bytes of the address or the network; those of the text if it is neither, and none if the address is unknown.
    let bytes: [UInt8]

    /// Creates the key of an address in numbers; nil if it is unknown.
    init(_ address: String?) {
        guard let address else {
            bytes = []
            return
        }
        var network = [UInt8](repeating: 0, count: 16)
        // The zone of a link-local address is no part of it.
        let digits = String(address.prefix { $0 != "%" })
        if inet_pton(AF_INET, digits, &network) == 1 {
            bytes = Array(network.prefix(4))
        } else if inet_pton(AF_INET6, digits, &network) == 1 {
            let isIPv4 = network.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            bytes = Array(isIPv4 ? network.suffix(4) : network.prefix(8))
        } else {
            bytes = Array(address.utf8)
        }
    }
}
