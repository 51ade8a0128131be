import ElmwoodStorage
import Glibc

/// What a test of a store can set.
package struct ClusterSettings: Sendable {
    /// The number by which other nodes know this one.
    package var node = NodeID.random(in: 1...(.max))
    /// Whether nodes wake each other by `NOTIFY`.
    package var notifies = true
    /// The time between two readings of the log, while there is something to read, and no node wakes this one.
    package var pollInterval = Duration.milliseconds(20)
    /// How long rows of the log remain at least.
    package var retention = Duration.seconds(600)
    /// How many beats of a node are between two removals of old rows.
    package var beatsPerRemoval = 10
    /// How long a call waits for a connection.
    package var patience = Duration.seconds(1)
    /// This node's time, in milliseconds since 1970.
    package var now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
    /// Is called before a transaction is committed.
    package var beforeCommit: @Sendable () -> Void = {}

    package init() {}
}
