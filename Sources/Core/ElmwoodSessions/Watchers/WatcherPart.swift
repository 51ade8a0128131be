import ElmwoodArchitecture

/// Whom a shared model was told of as those who watch it.
struct WatcherPart: SessionPart {
    /// The watchers of whom it was told.
    private(set) var told: [Watcher] = []
    /// Whether none of them counts as gone yet, since the model was restored.
    var awaitsReturn = false

    var isIdle: Bool { told.isEmpty }

    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {
        if case .watchers(let watchers) = cause.origin { told = watchers }
    }

    func write(into row: inout SessionRow) { row.activity.watchers = told }
    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {
        told = row.watchers
    }

    /// Counts as told what a turn would have told that has failed: it would fail again. Returns whether that is anything new.
    mutating func count(asTold watchers: [Watcher]) -> Bool {
        guard told != watchers else { return false }
        told = watchers
        return true
    }
}
