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
            session.count(in: &statistics[session.host.name, default: SessionStatistics()])
        }
        return statistics
    }
}

extension SessionCore {
    fileprivate func count(in statistics: inout SessionStatistics) {
        let own = state.withLock { state in
            var own = SessionStatistics(sessions: 1)
            own.unwritten = state.isListed ? 1 : 0
            guard let parts = state.parts else { return own }
            own.pages = parts.pages.open.count
            own.streams = parts.pages.open.count { $0.wake != nil }
            own.effects = parts.tasks.running
            own.tasks = parts.tasks.pending.count
            own.subscriptions = parts.sources.running.count
            own.waitingMessages = parts.waiting
            own.watchers = parts.watchers.told.count
            return own
        }
        statistics.sessions += own.sessions
        statistics.pages += own.pages
        statistics.streams += own.streams
        statistics.effects += own.effects
        statistics.tasks += own.tasks
        statistics.subscriptions += own.subscriptions
        statistics.waitingMessages += own.waitingMessages
        statistics.watchers += own.watchers
        statistics.unwritten += own.unwritten
    }
}
