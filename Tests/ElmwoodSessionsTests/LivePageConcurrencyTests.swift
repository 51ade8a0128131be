import ElmwoodArchitecture
import Dispatch
import ElmwoodSessions
import ElmwoodSessionTesting
import Synchronization
import Testing
import ElmwoodViewTree

/// Open pages with real threads and time: events, answers and pushes of all pages arrive from many threads.
@Suite struct LivePageConcurrencyTests {
    /// The patches of a page in the order of their revisions, whatever order they arrive in.
    private final class Chain: Sendable {
        private struct State {
            var revision: Revision?
            var waiting: [PagePatch] = []
            var awaited: (revision: Revision, then: CheckedContinuation<Void, Never>)?
        }

        private let state: Mutex<State>

        init(from revision: Revision?) { state = Mutex(State(revision: revision)) }

        func receive(_ patch: PagePatch) {
            state.withLock { state in
                if patch.from == nil { state.revision = patch.to }
                if patch.from != patch.to, patch.from != nil { state.waiting.append(patch) }
                while let next = state.waiting.firstIndex(where: { $0.from == state.revision }) {
                    state.revision = state.waiting.remove(at: next).to
                }
                guard let awaited = state.awaited, awaited.revision == state.revision else { return }
                state.awaited = nil
                awaited.then.resume()
            }
        }

        /// Waits until the page shows that revision.
        func shows(_ revision: Revision) async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    if state.revision == revision { return continuation.resume() }
                    state.awaited = (revision, continuation)
                }
            }
        }

        /// The number of patches that could not be applied.
        var left: Int { state.withLock { $0.waiting.count } }
    }

    @Test(.timeLimit(.minutes(20))) func `Answers and pushes lead to the view of the model, and no patch is left over`()
        async throws
    {
        var limits = SessionLimits.scripted
        limits.messages = 1_000
        let registry = SessionRegistry(limits: limits, environment: .system { _, _ in })
        let host = ProgramHost(Board(), name: "board", registry: registry)
        let first = try host.page("a")
        try first.click("add(1)", "muchLater")
        let pages = try [first] + "bcd".map { try host.page($0, session: first.session) }
        for page in pages { try page.sync() }
        let chains = pages.map { Chain(from: $0.revision) }
        let queue = DispatchQueue(label: "tests.live", attributes: .concurrent)
        let group = DispatchGroup()
        let streams = Mutex<[LiveStream?]>([nil, nil, nil, nil])
        for (index, page) in pages.enumerated() {
            @Sendable func pull() {
                guard let stream = streams.withLock({ $0[index] }) else { return }
                while case .patch(let patch) = stream.next() { chains[index].receive(patch) }
            }
            let stream = host.stream(session: page.session, of: page.id) { queue.async(group: group, execute: pull) }
            streams.withLock { $0[index] = stream }
        }
        for (index, page) in pages.enumerated() {
            queue.async(group: group) {
                for _ in 0..<100 {
                    let request = page.request([.message("add(1)")])
                    let settled = DispatchSemaphore(value: 0)
                    switch host.live(session: page.session, request) {
                    case .ready(let reply):
                        if let patch = reply.patch { chains[index].receive(patch) }
                        settled.signal()
                    case .promised(let promise):
                        promise.whenFulfilled { reply in
                            if let patch = reply.patch { chains[index].receive(patch) }
                            settled.signal()
                        }
                    }
                    settled.wait()
                }
            }
        }
        await withCheckedContinuation { continuation in
            group.notify(queue: queue) { continuation.resume() }
        }
        let end = try host.render(Board.Model(number: 401), on: Page(isLive: true)).revision
        for chain in chains {
            await chain.shows(end)
            #expect(chain.left == 0)
        }
    }
}
