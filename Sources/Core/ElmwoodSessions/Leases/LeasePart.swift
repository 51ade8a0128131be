import ElmwoodArchitecture
import ElmwoodStorage

/// Who performs the session's durable effects.
struct LeasePart: SessionPart {
    /// Whether another process may be performing the stored durable effects.
    var defersEffects = false
    /// That node, if the site has nodes.
    var performer: NodeID?

    /// Without effects there is nobody to perform them.
    var isIdle: Bool { true }
}

extension SessionRow {
    /// Claims the durable effects of another process for this one, unless that process may still perform them.
    ///
    /// - Parameter node: this node; nil if the site has no nodes.
    mutating func claim(_ tasks: [EffectTask], by node: NodeID?, deferring leases: LeasePart) {
        guard !leases.defersEffects else {
            activity.performer = leases.performer
            return
        }
        if tasks.contains(where: \.isDurable) { activity.performer = node }
        claimed = tasks.filter { !$0.isStarted && $0.attempt?.isRepeat ?? false }
    }
}
