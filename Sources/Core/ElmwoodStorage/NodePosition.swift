/// What a visitor's browser has seen: the latest commit that the node which has answered it had made, loaded or been told of.
///
/// The browser has it in a cookie. A node that has not been told of that commit yet asks the store before it shows what it has in memory.
package struct NodePosition: Equatable, Sendable {
    /// The position of the commit: see ``ClusterSessionStore/position``.
    package var position: UInt64
    /// The node that has answered.
    package var node: NodeID
    /// The position of what others have committed and the browser has seen before, if the node was not told of it yet; otherwise zero.
    package var others: UInt64

    package init(_ position: UInt64, of node: NodeID, others: UInt64 = 0) {
        (self.position, self.node, self.others) = (position, node, others)
    }

    /// Reads a position as ``text`` writes it; nil for any other bytes.
    package init?(utf8 bytes: some Collection<UInt8>) {
        guard bytes.count <= 62 else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let position = UInt64(String(decoding: parts[0], as: UTF8.self)),
            let node = UInt64(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        guard parts.count == 3 else {
            self.init(position, of: node)
            return
        }
        guard let others = UInt64(String(decoding: parts[2], as: UTF8.self)) else { return nil }
        self.init(position, of: node, others: others)
    }

    /// The cookie's value.
    package var text: String { others == 0 ? "\(position).\(node)" : "\(position).\(node).\(others)" }
}
