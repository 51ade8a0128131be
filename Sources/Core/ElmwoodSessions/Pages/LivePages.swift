import ElmwoodArchitecture
import ElmwoodViewTree

/// The open pages of a program whose views are retained. Each view is dropped when it is no longer used, so that an idle page costs
/// no more than its name.
final class LivePages: Sendable {
    private struct Entry: Sendable {
        weak let session: SessionCore?
        let id: PageID
    }

    private struct State {
        var entries: [Entry] = []
        var isScheduled = false
    }

    /// The registered pages, and whether the next check is scheduled.
    private let state = OrderedMutex(.leaf, State())
    private let environment: Environment

    /// How long an unused view is retained.
    static var life: Duration { .seconds(10) }

    /// The number of evicted bytes that justifies a walk through all of the process's free memory.
    private static var worthGivingBack: Int { 4 << 20 }

    init(environment: Environment) {
        self.environment = environment
    }

    /// Registers a page.
    func list(_ session: SessionCore, _ id: PageID) {
        let isFirst = state.withLock { state in
            state.entries.append(Entry(session: session, id: id))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        _ = environment.schedule(Self.life / 2) { [weak self] in self?.evictUnused() }
    }

    private func evictUnused() {
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
