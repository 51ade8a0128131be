import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import Synchronization
import Testing
import ElmwoodViewTree

/// A program that can be interrupted during its turns.
private struct Interrupted: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case count, renew, renewSoon, end }

    let interruption = Interruption()
    /// What the start commands.
    var first: Command<Self> = .none

    func start(_ visit: Visit) -> Start<Self> { Start(Model(), first) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if message != .renewSoon { interruption.happen() }
        model.count += 1
        return switch message {
        case .count: .none
        case .renew: .renewSession
        case .renewSoon: .after(.seconds(5), .renew)
        case .end: .endSession
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Interrupted") {
            output { "\(model.count)" }
            button("Count", .count)
            button("Renew", .renew)
            button("End", .end)
        }
    }
}

/// What the next turn is interrupted by, once.
private final class Interruption: Sendable {
    private let call = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ next: @escaping @Sendable () -> Void) { call.withLock { $0 = next } }

    func happen() {
        let next = call.withLock { call in
            defer { call = nil }
            return call
        }
        next?()
    }
}

/// A session's id is renewed during a turn of another program.
@Suite(.timeLimit(.minutes(2)))
struct RenewalRaceTests {
    /// Two programs of one site. A thief has the visitor's id in both, and the visitor is about to be signed in to one.
    private struct RenewalRace {
        let site: SignInSite
        let other: ProgramHost<Interrupted>
        var anna = Browser()
        var stolen: SessionID?

        /// - Parameter isUsed: whether the visitor has used the other program before.
        init(effectWait: Duration = .zero, isUsed: Bool = true, first: Command<Interrupted> = .none) async {
            site = SignInSite(effectWait: effectWait)
            other = ProgramHost(Interrupted(first: first), name: "/other", registry: site.registry)
            await site.enter(&anna)
            stolen = anna.session
            if isUsed { _ = post(.count) }
        }

        /// Posts a message of the thief to the other program.
        func post(_ message: Interrupted.Message) -> Eventual<Reply<Interrupted, String>> {
            other.post(session: stolen, visit: Visit()) { _ in .apply([message]) }
        }

        mutating func beginToSignIn() async {
            await site.post("signIn", by: &anna)
            await site.checks.haveBegun(1)
            other.program.interruption.set { [site] in site.checks.find("Anna") }
        }
    }

    @Test(arguments: ["count", "renew", "end"])
    func `A post with the old id is not carried out`(name: String) async throws {
        var race = await RenewalRace()
        await race.beginToSignIn()
        let message: Interrupted.Message = name == "count" ? .count : name == "renew" ? .renew : .end
        let reply = await race.post(message).settled()
        #expect(reply.snapshot == nil)
        #expect(await race.site.name(shownTo: &race.anna) == "Anna")
        #expect(await race.site.name(shownTo: race.anna.session) == "Anna")
        let shown = await race.other.show(session: race.anna.session, visit: Visit()).settled()
        #expect(shown.snapshot?.model.count == 1)
    }

    @Test(arguments: ["count", "renew", "end"])
    func `An event with the old id on a live page is not carried out`(message: String) async throws {
        var race = await RenewalRace()
        await race.beginToSignIn()
        let page = try OpenPage(race.other, "t", session: race.stolen)
        let reply = await page.send(.message(message)).settled()
        guard case .failed = reply else {
            Issue.record("answered: \(reply)")
            return
        }
        #expect(await race.site.name(shownTo: &race.anna) == "Anna")
        #expect(await race.site.name(shownTo: race.anna.session) == "Anna")
        let shown = await race.other.show(session: race.anna.session, visit: Visit()).settled()
        #expect(shown.snapshot?.model.count == 1)
    }

    @Test func `A newcomer's post to another program, while the id is renewed, is not carried out`() async throws {
        var race = await RenewalRace(isUsed: false)
        await race.beginToSignIn()
        let reply = await race.post(.count).settled()
        #expect(reply.snapshot?.cookie.newID == nil)
        #expect(reply.snapshot?.isHeld != true)
        #expect(await race.site.name(shownTo: &race.anna) == "Anna")
    }

    @Test func `A newcomer's page of another program, while the id is renewed, is given no other id`() async throws {
        var race = await RenewalRace(isUsed: false, first: .send(.count))
        await race.beginToSignIn()
        let reply = await race.other.show(session: race.stolen, visit: Visit()).settled()
        guard case .failed(.renewed) = reply else {
            Issue.record("answered: \(reply)")
            return
        }
        #expect(await race.site.name(shownTo: &race.anna) == "Anna")
    }

    @Test func `A newcomer's event, while the id is renewed, belongs to the renewed session`() async throws {
        var race = await RenewalRace(isUsed: false)
        await race.beginToSignIn()
        let page = try OpenPage(race.other, "t", of: race.anna)
        _ = await page.send(.message("count")).settled()
        var anna = page.browser
        #expect(await race.site.name(shownTo: &anna) == "Anna")
        let shown = await race.other.show(session: anna.session, visit: Visit()).settled()
        #expect(shown.snapshot?.model.count == 1)
    }

    @Test func `A delayed message of the thief's earlier request renews nothing`() async throws {
        var race = await RenewalRace(effectWait: .seconds(10))
        let answer = race.post(.renewSoon)
        let signIn = race.site.begin("signIn", by: race.anna)
        await race.site.checks.haveBegun(1)
        race.other.program.interruption.set { [site = race.site] in site.checks.find("Anna") }
        race.site.environment.advance(by: .seconds(5))
        #expect(await race.site.finish(signIn, by: &race.anna) == "Anna")
        race.site.environment.advance(by: .seconds(5))
        #expect(await answer.settled().snapshot == nil)
        #expect(await race.site.name(shownTo: race.anna.session) == "Anna")
    }
}
