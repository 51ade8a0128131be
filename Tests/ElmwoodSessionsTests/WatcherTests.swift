import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A shared model that knows who looks at it.
struct Hall: SharedProgram {
    struct Model: Codable, Equatable, Sendable {
        var here: [String] = []
        /// What it was told, in order: `+Ada`, `-Ada`.
        var changes: [String] = []
        var messages = 0
        var isBlind = false
    }

    enum Message: Codable, Equatable, Sendable { case present(Watchers), blind(Bool) }

    /// Called in the middle of each turn.
    var meanwhile: @Sendable () -> Void = {}

    func start(_ key: String) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        meanwhile()
        switch message {
        case .present(let watchers):
            if watchers.came.contains(where: { $0.name == "trouble" }) { throw CancellationError() }
            model.messages += 1
            model.here = watchers.all.map { "\($0.name)\($0.path)" }
            model.changes += watchers.went.map { "-\($0.name)" } + watchers.came.map { "+\($0.name)" }
        case .blind(let isBlind): model.isBlind = isBlind
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { model.isBlind ? [] : [.watchers(Message.present)] }
}

/// A visitor's program that looks at a hall, under a name once it has one.
struct Onlooker: Program {
    struct Model: Codable, Equatable, Sendable { var name: String? }
    enum Message: Codable, Equatable, Sendable { case call(String?), blind(Bool), leave }

    /// The name with which visitors begin.
    var name: String?

    func start(_ visit: Visit) -> Start<Self> { Start(Model(name: name)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .call(let name): model.name = name
        case .blind(let isBlind): return .send(.blind(isBlind), to: Hall.self, "main")
        case .leave: return .endSession
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let hall = try page.read(Hall.self, "main", as: model.name)
        return Document("Onlooker") {
            output { hall.here.joined(separator: ", ") }
            button("Rename", .call("Eve"))
            button("Leave", .leave)
        }
    }
}

/// One process of a site with a hall.
final class HallFixture: Sendable {
    let onlookers: StoredFixture<Onlooker>

    init(_ store: (any SessionStore)? = nil, at time: Duration = .zero, name: String? = nil) {
        onlookers = StoredFixture(store, program: Onlooker(name: name), at: time)
        onlookers.share(Hall())
    }

    var environment: ManualEnvironment { onlookers.environment }

    /// Opens a page of a new visitor of that name.
    func open(_ name: String, at path: String = "/") async throws -> OpenPage {
        try await open(name, session: try #require(await onlookers.enter(.call(name))), at: path)
    }

    func open(_ name: String, session: SessionID, at path: String = "/") async throws -> OpenPage {
        let page = try OpenPage(onlookers.host, name.lowercased().first ?? "a", session: session)
        try await connect(page, at: path)
        return page
    }

    /// Connects a page, of this process or another one.
    func connect(_ page: OpenPage, at path: String = "/") async throws {
        page.move(to: onlookers.host)
        _ = try #require(await page.send(page.request(at: path)).settled().patch)
        try page.openStream()
    }

    /// Waits until the hall is as expected, while time passes.
    func expect(
        _ here: [String],
        after step: Duration = .milliseconds(100),
        _ location: SourceLocation = #_sourceLocation
    ) async {
        await eventually("here are \(here)") {
            environment.advance(by: step)
            return await hall()?.here == here
        }
        let shown = await hall()?.here
        #expect(shown == here, sourceLocation: location)
    }

    func hall() async -> Hall.Model? {
        let address = SharedAddress(Hall.self, "main")
        return onlookers.host.registry.sharedModel(at: address, as: Hall.self)
    }
}

/// Who shows a shared model under a name.
@Suite(.timeLimit(.minutes(2)))
struct WatcherTests {
    @Test(arguments: [true, false])
    func `A model is told who opens a page that reads it, and who closes one`(isStored: Bool) async throws {
        let site = HallFixture(isStored ? MemorySessionStore() : nil)
        let ada = try await site.open("Ada")
        await site.expect(["Ada/"])
        let bob = try await site.open("Bob", at: "/aside")
        await site.expect(["Ada/", "Bob/aside"])
        _ = await ada.close().settled()
        await site.expect(["Bob/aside"])
        _ = await bob.close().settled()
        await site.expect([])
        #expect(await site.hall()?.changes == ["+Ada", "+Bob", "-Ada", "-Bob"])
    }

    @Test func `Who closes a page has gone, although what it reads is still in use by a rendering`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        await site.expect(["Ada/"])
        let id = try #require(ada.session)
        let session = try #require(site.onlookers.host.sessions.peek(id))
        let reads = try #require(session.state.withLock { $0.page(ada.id)?.reads })
        _ = await ada.close().settled()
        await site.expect([])
        withExtendedLifetime(reads) {}
    }

    @Test func `Two pages of one visitor are one watcher, until both are closed`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        let second = try await site.open("Bob", session: try #require(ada.session))
        await site.expect(["Ada/"])
        _ = await ada.close().settled()
        let bob = try await site.open("Cleo")
        await site.expect(["Ada/", "Cleo/"])
        _ = await second.close().settled()
        await site.expect(["Cleo/"])
        #expect(await site.hall()?.changes == ["+Ada", "+Cleo", "-Ada"])
        _ = bob
    }

    @Test func `Another name is another watcher, and without a name there is none`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        await site.expect(["Ada/"])
        _ = await ada.send(.message("call(\"Eve\")")).settled()
        await site.expect(["Eve/"])
        #expect(await site.hall()?.changes == ["+Ada", "-Ada", "+Eve"])
    }

    @Test func `A visitor without a session watches as well, also as the first of a process`() async throws {
        let site = HallFixture(MemorySessionStore(), name: "Somebody")
        let page = try OpenPage(site.onlookers.host)
        try await site.connect(page)
        #expect(page.session != nil)
        await site.expect(["Somebody/"])
    }

    @Test func `Who comes within the interval is told of together`() async throws {
        let site = HallFixture()
        var pages: [OpenPage] = []
        for name in ["Ada", "Bob", "Cleo", "Dan"] { pages.append(try await site.open(name)) }
        await site.expect(["Ada/", "Bob/", "Cleo/", "Dan/"])
        #expect(await site.hall()?.messages == 1)
        _ = await pages[0].close().settled()
        _ = try await site.open("Eve")
        await site.expect(["Bob/", "Cleo/", "Dan/", "Eve/"])
        #expect(await site.hall()?.messages == 2)
    }

    @Test func `Who comes and goes within the interval was not there`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        let bob = try await site.open("Bob")
        _ = await bob.close().settled()
        await site.expect(["Ada/"])
        #expect(await site.hall()?.changes == ["+Ada"])
        _ = ada
    }

    @Test func `Who goes while the model is being told of others is told of afterwards`() async throws {
        let environment = ManualEnvironment()
        var limits = SessionLimits.scripted
        limits.watcherInterval = .zero
        let registry = SessionRegistry(limits: limits, environment: environment.forSessions)
        let host = ProgramHost(Onlooker(name: "Ada"), name: "/", registry: registry)
        let page = try OpenPage(host)
        let hall = Hall(meanwhile: {
            page.close()
            environment.work()
        })
        #expect(registry.share(hall))
        _ = try #require(await page.send(page.request()).settled(in: environment).patch)
        try page.openStream()
        environment.work()
        let model = registry.sharedModel(at: SharedAddress(Hall.self, "main"), as: Hall.self)
        #expect(model?.changes == ["+Ada", "-Ada"])
    }

    @Test func `A page whose connection was lost counts for five seconds`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        let bob = try await site.open("Bob")
        await site.expect(["Ada/", "Bob/"])
        bob.stream?.end()
        site.environment.advance(by: .milliseconds(4_500))
        #expect(await site.hall()?.here == ["Ada/", "Bob/"])
        site.environment.advance(by: .milliseconds(500))
        await site.expect(["Ada/"])
        try await site.connect(bob)
        await site.expect(["Ada/", "Bob/"])
        _ = ada
    }

    @Test func `A page that connects again in time was never gone`() async throws {
        let site = HallFixture()
        let ada = try await site.open("Ada")
        await site.expect(["Ada/"])
        ada.stream?.end()
        site.environment.advance(by: .seconds(4))
        try await site.connect(ada)
        // And once more.
        ada.stream?.end()
        site.environment.advance(by: .seconds(4))
        try await site.connect(ada)
        site.environment.advance(by: .seconds(20))
        _ = try await site.open("Bob")
        await site.expect(["Ada/", "Bob/"])
        #expect(await site.hall()?.changes == ["+Ada", "+Bob"])
    }

    @Test func `A visitor whose session ends has gone`() async throws {
        let site = HallFixture(MemorySessionStore())
        let ada = try await site.open("Ada")
        let bob = try await site.open("Bob")
        await site.expect(["Ada/", "Bob/"])
        _ = await ada.send(.message("leave")).settled()
        await site.expect(["Bob/"])
        _ = bob
    }

    @Test func `A model that does not subscribe is told of nobody, and of all once it does`() async throws {
        let site = HallFixture(MemorySessionStore())
        let session = try #require(await site.onlookers.enter(.call("Ada")))
        _ = await site.onlookers.post(session, .blind(true))
        let ada = try await site.open("Ada", session: session)
        site.environment.advance(by: .seconds(1))
        #expect(await site.hall()?.messages == 0)
        _ = await site.onlookers.post(session, .blind(false))
        await site.expect(["Ada/"])
        _ = ada
    }

    @Test func `A message that fails is not repeated, and later ones are right`() async throws {
        let site = HallFixture(MemorySessionStore())
        let ada = try await site.open("trouble")
        await eventually("it has failed") {
            site.environment.advance(by: .milliseconds(100))
            return site.environment.log.contains { $0.contains("present") }
        }
        let count = site.environment.log.count
        site.environment.advance(by: .seconds(1))
        #expect(site.environment.log.count == count)
        let bob = try await site.open("Bob")
        await site.expect(["trouble/", "Bob/"])
        #expect(await site.hall()?.changes == ["+Bob"])
        _ = (ada, bob)
    }

    @Test func `After the process is replaced, those who return were never gone`() async throws {
        let store = MemorySessionStore()
        let first = HallFixture(store)
        let ada = try await first.open("Ada")
        let bob = try await first.open("Bob")
        await first.expect(["Ada/", "Bob/"])
        await first.onlookers.stop()
        let second = HallFixture(store, at: .milliseconds(200))
        try await second.connect(ada)
        second.environment.advance(by: .seconds(4))
        #expect(await second.hall()?.changes == ["+Ada", "+Bob"])
        await second.expect(["Ada/"], after: .seconds(1))
        #expect(await second.hall()?.changes == ["+Ada", "+Bob", "-Bob"])
        _ = bob
    }

    @Test func `A model that leaves memory is looked at again if others still show it, once no other process has it`() {
        let environment = ManualEnvironment()
        let watchers = SharedWatchers(environment: environment.forSessions, interval: .milliseconds(100))
        let woken = Counted()
        watchers.wake { _ in woken.add() }
        let address = SharedAddress(Hall.self, "main")
        let ada = SharedWatchers.Watched(address: address, watcher: Watcher(id: "ada", name: "Ada", path: "/"))
        let subscription = ObjectIdentifier(Counted.self)
        for isThere in [true, false] {
            if !isThere {
                _ = watchers.change(came: [], went: [ada])
            } else {
                _ = watchers.change(came: [ada], went: [])
            }
            watchers.listen(to: address, as: subscription) {}
            environment.advance(by: .milliseconds(100))
            watchers.leave(address, as: subscription)
            environment.advance(by: .seconds(4))
            #expect(woken.count == (isThere ? 0 : 1))
            environment.advance(by: .seconds(2))
            #expect(woken.count == 1)
        }
    }

    @Test func `Those of a killed process have gone once its lease is over, although nobody asks`() async throws {
        let store = MemorySessionStore()
        let first = HallFixture(store)
        let ada = try await first.open("Ada")
        await first.expect(["Ada/"])
        // The lease is renewed, so another process does not take the model.
        func isDue(within time: Duration) async -> Bool {
            let date = first.environment.forSessions.now() + time
            let due = try? await store.due("Hall", by: Int64(date / .milliseconds(1)), limit: 10)
            return due?.isEmpty == false
        }
        for _ in 0..<20 {
            first.environment.advance(by: .seconds(1))
            await eventually("it is renewed") {
                // A step of the manual clock during a commit counts as the commit's time, after which the writer pauses.
                first.environment.advance(by: .milliseconds(1))
                // A lease that is not stored yet, and may be of an earlier moment, is not due either.
                guard await isDue(within: .seconds(5)) else { return false }
                return await !isDue(within: .seconds(2))
            }
        }
        let now = first.environment.forSessions.now()
        let second = HallFixture(store, at: now)
        await second.onlookers.pass(seconds: 1)
        #expect(await second.hall() == nil)
        // From then on, another process takes it.
        #expect(await isDue(within: .seconds(5)))
        await second.expect([], after: .milliseconds(250))
        _ = ada
    }
}
