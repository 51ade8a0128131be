import Elmwood
import ElmwoodTesting
import Testing

/// Who arrives at a page, and what a visit says of its visitor: the same by each transport, and whatever has led there.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ArrivalTests {
    /// A program that takes its visitor to another page for several causes, and notes who has arrived.
    fileprivate struct Journey: Program {
        enum Cause: String, Codable, CaseIterable, Sendable {
            case event, immediate, effect, durable, running, delayed, clock, topic, load, changes, outside
        }

        /// What a visit says.
        struct Seen: Codable, Equatable, Sendable {
            var path: String
            var page: String?
            var languages: [String]
            var address: String?
            var account: String?
        }

        struct Model: Codable, Equatable, Sendable {
            var seen: Seen
            var cause: Cause?
            var arrivals: [Arrival] = []
        }

        enum Message: Codable, Equatable, Sendable { case arrived(Arrival), begin(Cause), broadcast, go, note }
        enum Effect: Codable, Equatable, Sendable { case work }

        static let target = "/there?page=2"

        func start(_ visit: Visit) -> Start<Self> {
            let seen = Seen(
                path: visit.path,
                page: visit.query["page"],
                languages: visit.languages.map(\.tag),
                address: visit.address,
                account: visit.account
            )
            return Start(Model(seen: seen))
        }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .arrived(let arrival): model.arrivals.append(arrival)
            case .go:
                model.cause = nil
                return .navigate(to: Self.target)
            case .broadcast: return .broadcast("journeys", "go")
            case .note: break
            case .begin(let cause):
                switch cause {
                case .event: return .navigate(to: Self.target)
                case .immediate: return .send(.go)
                case .effect: return .effect(.work)
                case .durable: return .effect(.work, durable: true)
                case .delayed: return .after(.seconds(5), .go)
                case .load: return .load("text") { (_: String?) in .go }
                case .running, .clock, .topic, .changes: model.cause = cause
                case .outside: break
                }
            }
            return .none
        }

        func subscriptions(_ model: Model) -> [Subscription<Self>] {
            let going: Subscription<Self>? =
                switch model.cause {
                case .running: .running(.work)
                case .clock: .every(.seconds(1), .go)
                case .topic: .topic("journeys") { (_: String) in .go }
                case .changes: .changes(of: Board.self, "one") { $0.count > 0 ? .go : .note }
                default: nil
                }
            return [.arrived(Message.arrived)] + [going].compactMap(\.self)
        }

        func perform(_ effect: Effect, send: Send<Message>) async throws { send(.go) }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Journey") {
                output {
                    "\(page.path) \(page.query["page"] ?? "-") \(model.seen.address ?? "-") \(model.arrivals.last?.account ?? "-")"
                }
                for cause in Cause.allCases { button(cause.rawValue, .begin(cause)) }
                button("note", .note)
                a(.href(page.link(to: Self.target))) { "There" }
            }
        }
    }

    /// A model that many see.
    fileprivate struct Board: SharedProgram {
        struct Model: Codable, Equatable, Sendable { var count = 0 }
        enum Message: Codable, Equatable, Sendable { case add }

        func start(_ key: String) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message, from sender: Sender) -> Command<Self> {
            model.count += 1
            return .none
        }
    }

    private static let there = Arrival(path: "/there", query: ["page": "2"], account: "7")

    static var cases: [(TestTransport, Script)] {
        TestTransport.usual.flatMap { transport in Script.allCases.map { (transport, $0) } }
    }

    /// Makes happen what the visitor's session waits for. Without script they are led elsewhere when they load a page next.
    private func happen(_ cause: Journey.Cause, to test: ProgramTest<Journey>, _ script: Script) {
        switch cause {
        case .event, .immediate, .load: break
        case .effect, .durable, .running: test.resolve(.work, with: .go)
        case .delayed: test.advance(by: .seconds(5))
        case .clock: test.advance(by: .seconds(1))
        case .topic: test.send(.broadcast)
        case .changes: test.shared(Board.self, "one").send(.add)
        case .outside: test.send(.go)
        }
        if script == .off { test.reload() }
    }

    private func visit(_ transport: TestTransport, _ script: Script) -> ProgramTest<Journey> {
        ProgramTest(
            Journey(),
            in: transport,
            script: script,
            .loosely,
            languages: ["de-CH", "en"],
            account: "7",
            sharing: [Board()]
        )
    }

    @Test(arguments: cases)
    func `Every cause of a navigation leads the same visitor to the page, as a link does`(
        transport: TestTransport,
        script: Script
    ) throws {
        for cause in [Journey.Cause.event, .effect] {
            let newcomer = visit(transport, script)
            expectArrival(of: newcomer, by: cause, script)
        }
        let test = visit(transport, script)
        test.click("note")
        for cause in Journey.Cause.allCases {
            // A browser's page that expects nothing has no stream, and is not told of it.
            if transport == .browser, script == .on, cause == .outside { continue }
            test.arrive(at: "/")
            expectArrival(of: test, by: cause, script)
        }
        test.arrive(at: "/")
        test.click("There")
        #expect(test.expectModel()?.arrivals.last == Self.there)
        test.reload()
        #expect(test.expectModel()?.arrivals.last == Self.there)
    }

    private func expectArrival(of test: ProgramTest<Journey>, by cause: Journey.Cause, _ script: Script) {
        let count = test.expectModel()?.arrivals.count ?? 0
        test.click(cause.rawValue)
        happen(cause, to: test, script)
        let arrivals = test.expectModel()?.arrivals ?? []
        #expect(arrivals.count > count && arrivals.last == Self.there, "\(cause)")
        test.expectAddress(Journey.target)
        test.expect(.output, "/there 2 127.0.0.1 7")
    }

    @Test(arguments: cases)
    func `A visit says the same by each transport, before a session and after it`(
        transport: TestTransport,
        script: Script
    ) throws {
        let seen = Journey.Seen(path: "/", languages: ["de-CH", "en"], address: "127.0.0.1", account: "7")
        let test = visit(transport, script)
        test.expect(.output, "/ - 127.0.0.1 7")
        #expect(test.expectModel()?.seen == seen)
        test.click("note")
        #expect(test.expectModel()?.seen == seen)
        #expect(test.expectModel()?.arrivals == [Arrival(account: "7")])
    }

    @Test(arguments: cases.filter { $0.0 != .browser })
    func `After a restart, who has signed in arrives`(transport: TestTransport, script: Script) throws {
        for cause in [Journey.Cause.durable, .running, .delayed, .clock, .topic, .changes, .outside] {
            let test = visit(transport, script)
            test.click(cause.rawValue)
            test.restart()
            happen(cause, to: test, script)
            // The page expects nothing, so it connects to the next process only when its visitor does something.
            if cause == .outside { test.click("note") }
            #expect(try #require(test.expectModel()).arrivals.last == Self.there, "\(cause)")
        }
        // One who has only looked has no session.
        let test = visit(transport, script)
        test.restart()
        test.arrive(at: Journey.target)
        #expect(try #require(test.expectModel()).arrivals.last == Self.there)
    }

    @Test(arguments: cases)
    func `A session with a model of the test's own has the account too`(transport: TestTransport, script: Script) throws
    {
        let model = Journey.Model(seen: Journey.Seen(path: "/", languages: []))
        let stored = #"{"seen":{"path":"/","languages":[]},"arrivals":[]}"#
        for isStored in [false, true] {
            let visitors = Visitors(of: Journey(), in: transport, script: script, .loosely)
            let test =
                isStored
                ? visitors.enter("Anna", storedModel: stored, account: "7")
                : visitors.enter("Anna", model: model, account: "7")
            test.click("effect")
            happen(.effect, to: test, script)
            #expect(try #require(test.expectModel()).arrivals.last == Self.there)
        }
    }
}
