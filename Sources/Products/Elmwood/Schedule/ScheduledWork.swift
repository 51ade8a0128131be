import ElmwoodArchitecture

/// A function that a site calls at certain times.
struct ScheduledWork: Sendable {
    let name: String
    let times: ScheduledTimes
    let perform: @Sendable (RunningSite) async throws -> Void
}

extension Site {
    /// Does something again and again, on one node at a time.
    ///
    /// ```swift
    /// site.every(.seconds(3_600), named: "remove old drafts") { site in
    ///     try await drafts.removeOld()
    ///     site.changed("drafts")
    /// }
    /// ```
    ///
    /// It is due at the multiples of the interval since 1970: each full hour. The first time is the next one after the site has been
    /// started with it. If no node runs at a time, the work is done once as soon as one does. If the node ends during the work, another node or
    /// the next process begins it again within three minutes. If it throws, the log has the error, and the next time is the next attempt.
    ///
    /// When it was done last is stored as sessions are, and ``RunningSite/lastRun(of:)`` returns it. The clocks of nodes must not be
    /// more than a minute apart.
    ///
    /// - Parameters:
    ///   - interval: whole seconds, at least one. If the work takes longer, the next run begins after it.
    ///   - name: names the work in the store and in the log. Two of one name are an error when the site is started.
    ///   - perform: does the work.
    public mutating func every(
        _ interval: Duration,
        named name: String,
        _ perform: @escaping @Sendable (RunningSite) async throws -> Void
    ) {
        add(ScheduledWork(name: name, times: .every(max(1, interval.components.seconds)), perform: perform))
    }

    /// Does something once a day, on one node at a time: see ``every(_:named:_:)``.
    ///
    /// ```swift
    /// site.daily(at: 3, 30, named: "send reports") { site in try await reports.send() }
    /// ```
    ///
    /// - Parameters:
    ///   - hour: the hour of the day in UTC, from 0 to 23.
    ///   - minute: the minute, from 0 to 59.
    ///   - name: names the work in the store and in the log.
    ///   - perform: does the work.
    public mutating func daily(
        at hour: Int,
        _ minute: Int = 0,
        named name: String,
        _ perform: @escaping @Sendable (RunningSite) async throws -> Void
    ) {
        guard 0...23 ~= hour, 0...59 ~= minute else {
            errors.append(MountError("“\(name)” is to be done at \(hour):\(minute), which is no time of day."))
            return
        }
        add(ScheduledWork(name: name, times: .daily(Int64(hour * 3_600 + minute * 60)), perform: perform))
    }

    private mutating func add(_ work: ScheduledWork) {
        guard !scheduled.contains(where: { $0.name == work.name }) else {
            errors.append(MountError("Two scheduled works have the name “\(work.name)”: give one of them another."))
            return
        }
        scheduled.append(work)
    }
}

extension RunningSite {
    /// Returns the last run of scheduled work that has ended; nil if there is none.
    public func lastRun(of name: String) async throws -> ScheduledRun? { try await read(ScheduledRuns.self, name).last }
}
