/// The messages of a turn that the answer to its request waits for, until they are applied, by this process or another node.
final class AwaitedMessages: Sendable {
    let pending: PendingEffects
    private let names: [UInt64]
    private let shared: SharedPrograms

    init(_ names: [UInt64], _ shared: SharedPrograms) {
        let pending = PendingEffects()
        (self.pending, self.names, self.shared) = (pending, names, shared)
        for name in names where pending.join() { shared.whenApplied(name) { pending.leave() } }
    }

    /// Nobody waits any more.
    func end() { shared.applied(names) }

    // The turn may have failed.
    deinit { end() }
}
