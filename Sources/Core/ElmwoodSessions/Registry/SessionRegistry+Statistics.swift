import ElmwoodArchitecture

/// How much of everything the sessions of one program have, at one moment.
package struct SessionStatistics: Equatable, Sendable {
    /// Sessions in memory.
    package var sessions = 0
    /// Open pages whose scripts are connected.
    package var pages = 0
    /// Those of them with a stream.
    package var streams = 0
    /// Effects that have not returned.
    package var effects = 0
    /// Delayed messages and effects that are pending.
    package var tasks = 0
    /// Running subscriptions.
    package var subscriptions = 0
    /// Messages and posts that wait for their turn.
    package var waitingMessages = 0
    /// Those of whom shared models were told that they watch.
    package var watchers = 0
    /// Sessions whose latest state is not stored yet.
    package var unwritten = 0
}

extension SessionRegistry {
    /// Counts what the sessions in memory have, by the name of their program.
    ///
    /// It looks at each session, one after the other: 100,000 take about ten milliseconds.
    package var statistics: [String: SessionStatistics] {
        var statistics: [String: SessionStatistics] = [:]
        for session in sessions {
            session.state.withLock { statistics[session.host.name, default: SessionStatistics()].add($0) }
        }
        return statistics
    }
}

extension SessionStatistics {
    /// Adds what one session has.
    fileprivate mutating func add(_ session: borrowing SessionCore.State) {
        sessions += 1
        if session.isListed { unwritten += 1 }
        guard let parts = session.parts else { return }
        pages += parts.pages.open.count
        streams += parts.pages.open.count { $0.wake != nil }
        effects += parts.tasks.running
        tasks += parts.tasks.pending.count
        subscriptions += parts.sources.running.count
        waitingMessages += parts.waiting
        watchers += parts.watchers.told.count
    }
}
