import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodSessions
import ElmwoodStorage
import Synchronization
import Testing
import ElmwoodViewTree

/// A program in whose turns something else can happen.
private struct Interrupted: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case count, renew, renewSoon, end }

    let interruption = Interruption()

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

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

/// What happens in the next turn, once.
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

@Suite("A turn of another program goes on while a session's id is renewed", .timeLimit(.minutes(2)))
struct RenewalRaceTests {
    /// Two programs of one site. A thief has the visitor's id in both, and the visitor is about to be signed in to one.
    private struct Scene {
        let site: SignInSite
        let other: ProgramHost<Interrupted>
        var anna = Browser()
        var stolen: SessionID?

        init(settlingTime: Duration = .zero) async {
            site = SignInSite(settlingTime: settlingTime)
            other = ProgramHost(Interrupted(), name: "/other", registry: site.registry)
            await site.enter(&anna)
            stolen = anna.session
            _ = post(.count)
        }

        /// What the thief posts to the other program.
        func post(_ message: Interrupted.Message) -> Eventual<Reply<Interrupted, String>> {
            other.post(session: stolen, visit: Visit()) { _ in .apply([message]) }
        }

        mutating func beginToSignIn() async {
            await site.post("signIn", by: &anna)
            await site.checks.haveBegun(1)
            other.program.interruption.set { [site] in site.checks.find("Anna") }
        }
    }

    @Test("What who has the old id has posted is not carried out", arguments: ["count", "renew", "end"])
    func posts(name: String) async throws {
        var scene = await Scene()
        await scene.beginToSignIn()
        let message: Interrupted.Message = name == "count" ? .count : name == "renew" ? .renew : .end
        let reply = await scene.post(message).settled()
        #expect(reply.snapshot == nil)
        #expect(await scene.site.name(shownTo: &scene.anna) == "Anna")
        #expect(await scene.site.name(shownTo: scene.anna.session) == "Anna")
        let shown = await scene.other.show(session: scene.anna.session, visit: Visit()).settled()
        #expect(shown.snapshot?.model.count == 1)
    }

    @Test("What who has the old id has done on a live page is not carried out", arguments: ["count", "renew", "end"])
    func livePages(message: String) async throws {
        var scene = await Scene()
        await scene.beginToSignIn()
        let request = LiveRequest(
            id: try #require(PageID.named("t")),
            shows: nil,
            page: Page(),
            visit: Visit(),
            actions: [PageAction(sequence: 1, kind: .message(message))]
        )
        let reply = await scene.other.live(session: scene.stolen, request).settled()
        guard case .failed = reply else {
            Issue.record("answered: \(reply)")
            return
        }
        #expect(await scene.site.name(shownTo: &scene.anna) == "Anna")
        #expect(await scene.site.name(shownTo: scene.anna.session) == "Anna")
        let shown = await scene.other.show(session: scene.anna.session, visit: Visit()).settled()
        #expect(shown.snapshot?.model.count == 1)
    }

    @Test("What they began before renews nothing")
    func begun() async throws {
        var scene = await Scene(settlingTime: .seconds(10))
        let answer = scene.post(.renewSoon)
        let signIn = scene.site.begin("signIn", by: scene.anna)
        await scene.site.checks.haveBegun(1)
        scene.other.program.interruption.set { [site = scene.site] in site.checks.find("Anna") }
        scene.site.world.advance(by: .seconds(5))
        #expect(await scene.site.finish(signIn, by: &scene.anna) == "Anna")
        scene.site.world.advance(by: .seconds(5))
        #expect(await answer.settled().snapshot == nil)
        #expect(await scene.site.name(shownTo: scene.anna.session) == "Anna")
    }
}
