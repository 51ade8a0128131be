import ElmwoodArchitecture
import ElmwoodViewTree

/// The open pages of a program whose views are kept: each is dropped once nobody has used it for a while, so that an idle
/// page costs no more than its name.
final class LivePages: Sendable {
    private struct Entry: Sendable {
        weak let session: SessionCore?
        let id: PageID
    }

    private struct State {
        var entries: [Entry] = []
        var isScheduled = false
    }

    /// Which pages are looked after, and whether the next look is scheduled.
    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment

    /// How long a view is kept that nobody uses.
    static var life: Duration { .seconds(10) }

    /// So many bytes of views that were evicted are worth a walk through all of the process's free memory.
    private static var worthGivingBack: Int { 4 << 20 }

    init(environment: Environment) {
        self.environment = environment
    }

    /// Looks after a page from now on.
    func list(_ session: SessionCore, _ id: PageID) {
        let isFirst = state.withLock { state in
            state.entries.append(Entry(session: session, id: id))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        _ = environment.schedule(Self.life / 2) { [weak self] in self?.look() }
    }

    private func look() {
        let entries = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        var freed = 0
        let left = entries.filter { entry in
            entry.session?.dropShown(entry.id, unusedFor: Self.life, freed: &freed) ?? false
        }
        if freed >= Self.worthGivingBack { giveBackFreeMemory() }
        let isDone = state.withLock { state in
            state.entries += left
            state.isScheduled = !state.entries.isEmpty
            return state.entries.isEmpty
        }
        if !isDone { schedule() }
    }
}
