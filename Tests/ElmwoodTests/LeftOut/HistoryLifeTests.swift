import ElmwoodStorage
import Synchronization
import Testing

@testable import Elmwood
@testable import ElmwoodHistory
@testable import ElmwoodSessions
import ElmwoodSessionTesting

/// A program whose visitors can end their sessions.
private struct Visitors: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case count, leave, both }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .count: model.count += 1
        case .leave: return .endSession
        case .both: return .batch(.send(.count), .send(.count))
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Visitors") {
            output { "\(model.count)" }
            button("Count", .count)
            button("Leave", .leave)
            button("Both", .both)
        }
    }
}

/// A history recorder without a site, whose sessions run their inbox at once.
private struct Keeping {
    final class Begun: Sendable {
        let sessions = Mutex<[SessionReference<Visitors>]>([])
    }

    let begun = Begun()
    let visitor = VisitorID()
    let recorder: HistoryRecorder<Visitors>
    let host: ProgramHost<Visitors>

    /// - Parameter first: a message that is sent while a session begins, so that it waits for its turn.
    init(first: Visitors.Message? = nil) {
        var environment = Environment.system { _, _ in }
        environment.execute = { $0() }
        let registry = SessionRegistry(environment: environment)
        let recorder = HistoryRecorder(Visitors(), at: "", in: Histories(registry: registry), now: environment.date)
        self.recorder = recorder
        host = ProgramHost(
            Visitors(),
            name: "/",
            registry: registry,
            observers: [
                recorder.observe,
                { [begun] record in
                    guard record.start != nil else { return }
                    begun.sessions.withLock { $0.append(record.session) }
                    if let first { record.session.send(first) }
                },
            ]
        )
        recorder.connect(host.sessions)
    }

    /// Starts a session with that count.
    func session(countingTo count: Int) -> SessionReference<Visitors> {
        let session = host.register(.init(), visitor: visitor)
        for _ in 0..<count { session.send(.count) }
        return session
    }

    func overview() throws -> HistoryOverview { try #require(recorder.overview(visitor, query: HistoryQuery())) }
}

/// The lifetime of histories.
@Suite struct HistoryLifeTests {
    private func site() throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Visitors(), at: "/")
        return try TestSite(site, over: .inProcess) { $0.history = true }
    }

    /// A site whose sessions are stored in that folder, as a new process would have it.
    private func site(in folder: String) throws -> TestSite {
        var site = Site()
        site.sessionLimits.effectWait = .seconds(50)
        site.mount(Visitors(), at: "/first")
        site.mount(Visitors(), at: "/second")
        return try TestSite(site, over: .inProcess) { settings in
            settings.history = true
            settings.sessions = .sqlite
            settings.data = folder
        }
    }

    private func visitor(_ site: TestSite) -> Visitor {
        let visitor = Visitor(site, with: .browser)
        visitor.keepsLastingCookie = true
        return visitor
    }

    private let panel = "/elmwood/history"

    @Test func `Each message that follows from another is a turn of its own, and is marked as such`() async throws {
        let visitor = visitor(try site())
        try await visitor.post("/", "message=both")
        try await visitor.get(panel)
        #expect(visitor.text.contains("after turn 3"))
        #expect(visitor.text.matches(of: /<code class="message">count<\/code><span class="origin">follows</).count == 2)
        try await visitor.post(panel, "message=show(1)")
        try await visitor.get(panel)
        #expect(visitor.text.contains("<li><code>send(count)</code></li><li><code>send(count)</code></li>"))
    }

    @Test func `The turns of a session that has ended can still be viewed, and the next session starts a new history`()
        async throws
    {
        let visitor = visitor(try site())
        try await visitor.post("/", "message=count")
        try await visitor.get(panel)
        try await visitor.post("/", "message=leave")
        #expect(visitor.cookie == nil)
        try await visitor.get(panel)
        #expect(visitor.text.contains("The session has ended. These were its turns."))
        #expect(visitor.text.contains(#"<code class="message">count</code>"#))
        try await visitor.post(panel, "message=show(0)")
        #expect(visitor.reply.status == 409)
        try await visitor.post("/", "message=count")
        try await visitor.get(panel)
        #expect(visitor.text.contains("The pages show what is, after turn 1."))
    }

    @Test func `The next process continues the history that the former one has saved`() async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        let saved = folder + "/histories"
        var cookies: (String?, String?)
        do {
            let former = try site(in: folder)
            former.histories?.restore(from: saved)
            let visitor = visitor(former)
            try await visitor.post("/first", "message=both")
            cookies = (visitor.cookie, visitor.lastingCookie)
            former.histories?.save()
        }
        let next = try site(in: folder)
        next.histories?.restore(from: saved)
        let visitor = visitor(next)
        (visitor.cookie, visitor.lastingCookie) = cookies
        try await visitor.post("/first", "message=count")
        try await visitor.get(panel + "/first")
        #expect(visitor.text.contains("after turn 4"))
        #expect(visitor.text.contains(#"<code class="message">both</code>"#))
        // A history is read once: what traps when its messages are replayed does so once.
        #expect(names(in: saved).isEmpty)
    }

    @Test func `If a session outlives its process, the next process records its history from the stored model`()
        async throws
    {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        let before = visitor(try site(in: folder))
        for _ in 0..<3 { try await before.post("/first", "message=count") }
        try await before.get(panel + "/first")
        #expect(before.text.contains("after turn 3."))
        let after = visitor(try site(in: folder))
        (after.cookie, after.lastingCookie) = (before.cookie, before.lastingCookie)
        // The panel alone loads the session.
        try await after.get(panel + "/first")
        #expect(after.text.contains("The pages show what is, after turn 0."))
        #expect(after.text.contains("What was before is not kept"))
        #expect(after.text.contains("&quot;count&quot; : 3") || after.text.contains("\"count\" : 3"))
        try await after.post("/first", "message=count")
        try await after.get(panel + "/first")
        #expect(after.text.contains("after turn 1."))
        try await after.post(panel + "/first", "message=step(back)")
        try await after.get("/first")
        #expect(after.text.contains(">3</output>"))
        try await after.post(panel + "/first", "message=showLatest")
        try await after.get("/first")
        #expect(after.text.contains(">4</output>"))
        #expect(after.cookie == before.cookie)
    }

    @Test func `Beyond the limit of visitors, the history of the one who was inactive longest is removed`() async throws
    {
        let site = try site()
        let first = visitor(site)
        try await first.post("/", "message=count")
        let second = visitor(site)
        try await second.post("/", "message=count")
        for number in 1..<Histories.limit {
            try await visitor(site).post("/", "message=count")
            if number == 100 { try await second.post("/", "message=count") }
        }
        try await first.get(panel)
        #expect(first.text.contains("Nothing has happened yet."))
        try await second.get(panel)
        #expect(second.text.contains("after turn 2."))
    }

    @Test func `At most a thousand turns are recorded, and the latest are listed`() async throws {
        let visitor = visitor(try site())
        for _ in 0..<350 { try await visitor.post("/", "message=both") }
        try await visitor.get(panel)
        #expect(visitor.text.contains("after turn 1050."))
        #expect(visitor.text.matches(of: /class="turn"/).count == 101)
        #expect(visitor.text.contains("What was before is not kept"))
        try await visitor.post(panel, "message=listAll")
        try await visitor.get(panel)
        let count = visitor.text.matches(of: /class="turn"/).count
        #expect((950...1_001).contains(count), "\(count)")
        try await visitor.post(panel, "message=step(first)")
        try await visitor.get("/")
        #expect(visitor.text.contains(">\((1_050 - count + 1) * 2 / 3)</output>"), "\(visitor.text)")
    }

    @Test func `Resuming continues from the moment that is shown when the session has its turn, and drops later turns`()
        throws
    {
        let keeping = Keeping()
        let (recorder, visitor) = (keeping.recorder, keeping.visitor)
        let session = keeping.session(countingTo: 5)
        try recorder.show(4, to: visitor)
        // Both calls wait for the session's turn.
        session.pause(showing: .init(count: 4)) {
            #expect(throws: Never.self) {
                try recorder.show(2, to: visitor)
                try recorder.resume(visitor)
            }
        }
        #expect(session.model?.count == 2)
        #expect(!session.isPaused)
        let overview = try keeping.overview()
        #expect(overview.last == 2 && overview.moment == nil)
    }

    @Test func `A moment that is dropped before the session's turn is not shown`() throws {
        let keeping = Keeping()
        let (recorder, visitor) = (keeping.recorder, keeping.visitor)
        let session = keeping.session(countingTo: 5)
        try recorder.show(2, to: visitor)
        session.pause(showing: .init(count: 2)) {
            #expect(throws: Never.self) {
                try recorder.resume(visitor)
                try recorder.show(4, to: visitor)
            }
        }
        #expect(session.model?.count == 2)
        #expect(!session.isPaused)
        let overview = try keeping.overview()
        #expect(overview.last == 2 && overview.moment == nil)
    }

    @Test func `A turn that an import's session runs at once is in the history`() throws {
        let exporting = Keeping()
        _ = exporting.session(countingTo: 3)
        let json = try exporting.recorder.export(exporting.visitor)

        let keeping = Keeping(first: .count)
        _ = try keeping.recorder.replace(keeping.visitor, with: json)
        let file = try HistoryFile(json: keeping.recorder.export(keeping.visitor))
        let session = try #require(keeping.begun.sessions.withLock { $0.last })
        #expect(session.model == .init(count: 3))
        #expect(try file.end.model.decode(Visitors.Model.self) == session.model)
        session.send(.count)
        #expect(try keeping.overview().last == 4)
    }

    @Test func `The texts and problems of an imported history are limited like those of a recorded one`() throws {
        let keeping = Keeping()
        _ = keeping.session(countingTo: 150)
        let long = String(repeating: "x", count: 5_000)
        var file = try HistoryFile(json: keeping.recorder.export(keeping.visitor))
        file.commands = [long]
        for place in file.turns.indices {
            file.turns[place].message = "double"
            file.turns[place].origin = long
            file.turns[place].subscriptions = [long]
        }
        let report = try keeping.recorder.replace(keeping.visitor, with: file.json())
        #expect(report.count == 150)
        #expect(report.problems.count == 100 && report.more == 50)
        let detail = try keeping.overview().detail
        #expect(detail.origin.count == 1_001)
        #expect(detail.subscriptions.map(\.count) == [1_001])
        try keeping.recorder.show(0, to: keeping.visitor)
        #expect(try keeping.overview().detail.commands.map(\.count) == [1_001])
    }
}
