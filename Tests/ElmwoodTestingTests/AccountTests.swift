import ElmwoodTesting
import Testing

/// A program whose visitors sign in by a name, see where they are signed in, and can end that.
private struct Devices: Program {
    struct Model: Codable, Equatable, Sendable {
        var name: String?
        var sessions: [ActiveSession] = []
        var draft: String?
    }

    enum Message: Codable, Equatable, Sendable {
        case signIn, list, listed([ActiveSession]), end(ActiveSession.ID), endOthers, endAll
        case save, load, loaded(String?), forget
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .signIn:
            model.name = "anna"
            return .batch(.renewSession, .identify("anna"))
        case .list: return .sessions(of: "anna", Message.listed)
        case .listed(let sessions): model.sessions = sessions
        case .end(let session): return .endSession(session, of: "anna")
        case .endOthers: return .endSessions(of: "anna")
        case .endAll: return .endSession(everywhere: true)
        case .save: return .save("draft", as: "draft")
        case .load: return .load("draft", Message.loaded)
        case .loaded(let draft): model.draft = draft
        case .forget: return .removeAll()
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Devices") {
            h1 { model.name ?? "Who are you?" }
            button("Sign in", .signIn)
            button("List", .list)
            ul {
                for session in model.sessions where !session.isCurrent {
                    li { button("End", .end(session.id)) }
                }
            }
            button("End others", .endOthers)
            button("End all", .endAll)
            button("Save", .save)
            button("Load", .load)
            button("Forget", .forget)
        }
    }
}

/// Programs with accounts.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    private func signIn(_ test: ProgramTest<Devices>) {
        test.click("Sign in")
        test.expectModel { $0.name = "anna" }
        test.expectCommand(.renewSession)
        test.expectCommand(.identify("anna"))
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `Sessions of an account are listed, and one is ended by another`(transport: TestTransport, script: Script)
        throws
    {
        let visitors = Visitors(of: Devices(), in: transport, script: script)
        let (laptop, phone) = (visitors.enter("laptop"), visitors.enter("phone"))
        signIn(laptop)
        signIn(phone)
        phone.click("List")
        phone.expectCommand(.sessions(of: "anna", Devices.Message.listed))
        let sessions = try #require(phone.expectModel()).sessions
        #expect(sessions.count == 2 && sessions.count { $0.isCurrent } == 1)
        phone.expectMessage(.listed(sessions))
        let other = try #require(sessions.first { !$0.isCurrent })
        phone.click("End")
        phone.expectCommand(.endSession(other.id, of: "anna"))
        phone.expect(.h1, "anna")
        let tab = laptop.openPage()
        tab.expect(.h1, "Who are you?")
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `The other sessions of an account end, or all of them`(transport: TestTransport, script: Script) {
        for isAll in [false, true] {
            let visitors = Visitors(of: Devices(), in: transport, script: script)
            let (laptop, phone) = (visitors.enter("laptop"), visitors.enter("phone"))
            signIn(laptop)
            signIn(phone)
            phone.click(isAll ? "End all" : "End others")
            phone.expectCommand(isAll ? .endSession(everywhere: true) : .endSessions(of: "anna"))
            let tab = laptop.openPage()
            tab.expect(.h1, "Who are you?")
            phone.expect(.h1, isAll ? "Who are you?" : "anna")
        }
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `What a visitor has saved is found after a sign-in, and removed when the program asks for that`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(Devices(), in: transport, script: script)
        test.click("Save")
        test.expectCommand(.save("draft", as: "draft"))
        signIn(test)
        #expect(test.storage.load("draft", as: String.self) == "draft")
        test.click("Forget")
        test.expectCommand(.removeAll())
        #expect(test.storage.keys() == [])
    }
}
