import ElmwoodArchitecture
import ElmwoodSessions
import FoundationEssentials
import ElmwoodSessionTesting
import Testing
import ElmwoodViewTree

/// A number, and buttons of which some are foreseen.
private struct Oracle: Program {
    struct Model: Codable, Equatable, Sendable { var number = 0 }
    enum Message: Codable, Equatable, Sendable {
        case add(Int), secret, chance, time, later, focus, clock, fail, set(Int)
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        model.number >= 1_000 ? [.every(.seconds(1), .add(1))] : []
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let number), .set(let number): model.number &+= number
        case .secret: model.number += 7
        case .chance: return .random(in: 1...6, Message.set)
        case .time: return .now { date in .set(Int(date.timeIntervalSince1970)) }
        case .later: return .after(.seconds(1), .add(100))
        case .focus: return .focus("number")
        case .clock: model.number = 1_000
        case .fail: throw NotFound()
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Oracle") {
            output(.id("number")) { "\(model.number)" }
            for message in [Message.add(1), .chance, .time, .later, .focus, .clock, .fail] {
                button("\(message)", message, .foreseen)
            }
            lazy(model.number) { div { button("ten", .add(10), .foreseen) } }
            button("secret", .secret)
        }
    }
}

/// What a message would show, asked for before it is sent.
@Suite struct ForesightTests {
    private let environment = ManualEnvironment()

    private func page() throws -> (ProgramHost<Oracle>, OpenPage) {
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(Oracle(), name: "oracle", registry: registry)
        let page = try OpenPage(host, showing: Oracle.Model())
        try page.click("add(1)")
        return (host, page)
    }

    private func foresee(
        _ text: String,
        _ host: ProgramHost<Oracle>,
        _ page: OpenPage,
        _ change: (inout LiveRequest) -> Void = { _ in }
    ) -> Foresight {
        var request = page.request()
        request.credentials.session = page.session
        change(&request)
        return host.sessions.foresee(text, for: request)
    }

    private func isUnknown(_ foresight: Foresight) -> Bool { if case .unknown = foresight { true } else { false } }
    private func isNotOffered(_ foresight: Foresight) -> Bool {
        if case .notOffered = foresight { true } else { false }
    }

    @Test(arguments: ["add(1)", "add(10)"])
    func `The patch that is foreseen is the one that the message then makes, and nothing changes before`(text: String)
        throws
    {
        let (host, page) = try page()
        guard case .patch(let foreseen) = foresee(text, host, page) else {
            Issue.record("nothing is foreseen")
            return
        }
        #expect(foreseen.from == page.revision)
        let same = try page.sync()
        #expect(same.from == same.to)
        #expect(same.sequence == 1)
        let patch = try page.click(text)
        #expect(patch.from == foreseen.from)
        #expect(patch.to == foreseen.to)
        #expect(patch.content == foreseen.content)
    }

    @Test(arguments: ["chance", "time", "later", "focus", "clock", "fail"])
    func `A message whose turn asks for anything outside of the model is not foreseen, and nothing begins`(text: String)
        throws
    {
        let (host, page) = try page()
        #expect(isUnknown(foresee(text, host, page)))
        environment.advance(by: .seconds(5))
        let patch = try page.sync()
        #expect(patch.from == patch.to)
        #expect(patch.commands.isEmpty)
    }

    @Test func `A message that no foreseen control offers is refused`() throws {
        let (host, page) = try page()
        for text in ["secret", "add(2)", "", "add(", "set(1)"] { #expect(isNotOffered(foresee(text, host, page))) }
        #expect(try page.sync().to == page.revision)
    }

    @Test func `A page that is unknown, elsewhere, of another visitor or not up to date learns nothing`() throws {
        let (host, page) = try page()
        let other = try OpenPage(host, "b", showing: Oracle.Model())
        try other.click("add(10)")
        let session = try #require(other.session)
        #expect(isUnknown(foresee("add(1)", host, page) { $0.credentials.session = session }))
        #expect(isUnknown(foresee("add(1)", host, page) { $0.credentials.session = nil }))
        #expect(isUnknown(foresee("add(1)", host, page) { $0.id = other.id }))
        #expect(isUnknown(foresee("add(1)", host, page) { $0.shows = nil }))
        #expect(isUnknown(foresee("add(1)", host, page) { $0.shows = other.revision }))
        #expect(isUnknown(foresee("add(1)", host, page) { $0.page = Page(path: "/elsewhere") }))
        let tab = try OpenPage(host, "c", session: page.session)
        try tab.sync()
        try tab.click("add(1)")
        #expect(isUnknown(foresee("add(1)", host, page)))
        try page.sync()
        guard case .patch = foresee("add(1)", host, page) else {
            Issue.record("nothing is foreseen")
            return
        }
    }
}
