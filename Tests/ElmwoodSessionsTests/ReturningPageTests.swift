import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import Testing

/// Pages that were open when the session left memory do not count as new when they return.
@Suite struct ReturningPageTests {
    private static let counting: Play.Message = .want([
        .event(.opened, .note("opened")), .event(.closed, .note("closed")),
    ])

    /// Connects the page of that name.
    private func connect(_ name: Character, to process: StoredFixture<Play>, _ id: SessionID) async throws {
        _ = await (try OpenPage(process.host, name, session: id)).send().settled()
    }

    /// Runs a process until it ends, and leaves a session with two open pages in the store.
    private func leave(_ store: any SessionStore) async throws -> SessionID {
        let process = StoredFixture(store, program: Play())
        let id = try #require(await process.enter(Self.counting))
        for name in "ab" { try await connect(name, to: process, id) }
        #expect(process.host.currentState(of: id)?.model.seen.suffix(2) == ["opened", "opened"])
        await process.finish()
        return id
    }

    private func events(_ process: StoredFixture<Play>, _ id: SessionID) -> [String] {
        process.host.currentState(of: id)?.model.seen.filter { $0 == "opened" || $0 == "closed" } ?? []
    }

    @Test func `A page that returns after a restart sends no second opened event`() async throws {
        let store = HeldStore()
        let id = try await leave(store)
        let process = StoredFixture(store, program: Play())
        for name in "ab" { try await connect(name, to: process, id) }
        #expect(events(process, id) == ["opened", "opened"])
        // A page that was not open before does.
        try await connect("c", to: process, id)
        #expect(events(process, id) == ["opened", "opened", "opened"])
    }

    @Test func `A page that does not return is reported as closed, once`() async throws {
        let store = HeldStore()
        let id = try await leave(store)
        let process = StoredFixture(store, program: Play())
        try await connect("a", to: process, id)
        process.environment.advance(by: .seconds(9))
        #expect(events(process, id) == ["opened", "opened"])
        process.environment.advance(by: .seconds(1))
        // The turn runs in another thread.
        await eventually("the page is closed") { events(process, id).count >= 3 }
        #expect(events(process, id) == ["opened", "opened", "closed"])
        await process.finish()

        // A later process does not report it again.
        let later = StoredFixture(store, program: Play())
        try await connect("a", to: later, id)
        later.environment.advance(by: .seconds(60))
        try await connect("b", to: later, id)
        #expect(events(later, id) == ["opened", "opened", "closed", "opened"])
    }

    @Test func `A page that was dropped beyond the limit returns as the same page, or is reported as closed`() throws {
        let fixture = SessionFixture { $0.pages = 2 }
        let id = try #require(fixture.enter(Self.counting))
        for name in "abca" { try OpenPage(fixture.host, name, session: id).sync() }
        func events() -> [String] {
            fixture.host.currentState(of: id)?.model.seen.filter { $0 == "opened" || $0 == "closed" } ?? []
        }
        #expect(events() == ["opened", "opened", "opened"])
        fixture.environment.pass(.seconds(60), by: .seconds(1))
        #expect(events() == ["opened", "opened", "opened", "closed"])
    }
}
