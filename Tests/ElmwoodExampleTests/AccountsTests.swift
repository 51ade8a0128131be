import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples

/// The accounts from a visitor's point of view.
@Suite(.timeLimit(.minutes(3))) struct AccountsTests {
    private let fixture = AccountsFixture()

    // MARK: The way through

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A visitor registers, confirms the address, and has an account`(
        transport: TestTransport,
        script: Script
    ) throws {
        let test = ProgramTest(fixture.program, in: transport, script: script, .loosely)
        test.expect(.h1, "Sign in")
        test.click("Register")
        test.expectAddress("/register")
        test.fill("Mail address", "Ada@Example.org")
        test.click("Send the link")
        test.perform()
        test.expectAddress("/sent")
        #expect(fixture.mailBox.mails.map { $0.to.map(\.address) } == [["ada@example.org"]])
        test.open(try fixture.link)
        test.expect(.h1, "Open your account")
        test.fill("Name", "Ada")
        test.fill("Password", AccountsFixture.password)
        test.click("Open the account")
        test.perform()
        test.expectCommand(.renewSession)
        test.expectNotice("Your account is open.")
        test.expectAddress("/")
        test.expect(.h1, "Hello, Ada")
        test.expect(.dd, texts: "Ada", "ada@example.org")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A visitor who has forgotten the password chooses another one by the link of a mail`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.open()
        let test = ProgramTest(fixture.program, in: transport, script: script, .loosely)
        test.click("Forgotten your password?")
        test.fill("Mail address", AccountsFixture.email)
        test.click("Send the link")
        test.perform()
        test.expectAddress("/sent")
        test.open(try fixture.link)
        test.expect(.h1, "A new password")
        test.fill("New password", "another horse battery")
        test.click("Change the password")
        test.perform()
        test.expectCommand(.renewSession)
        test.expectNotice("Your password is changed. Other browsers are signed out.")
        test.expect(.h1, "Hello, Ada")
        test.open(try fixture.link)
        test.expect(".problem", "This link is no longer valid. Please ask for a new one.")
        test.click("Ask for a new link")
        test.expectAddress("/forgot")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A visitor signs in, changes the password, and signs out`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.open()
        let test = ProgramTest(fixture.program, in: transport, script: script, .loosely)
        fixture.signIn(test, "wrong horse battery")
        test.expectProblem("The mail address or the password is wrong.")
        test.expectField("Mail address", AccountsFixture.email)
        test.expectField("Password", "")
        fixture.signIn(test)
        test.expectCommand(.renewSession)
        test.expectNotice("You have signed in.")
        test.click("Password")
        test.fill("Current password", "wrong horse battery")
        test.fill("New password", "another horse battery")
        test.click("Change the password")
        test.perform()
        test.expectProblem("The password is wrong.")
        test.fill("Current password", AccountsFixture.password)
        test.fill("New password", "another horse battery")
        test.click("Change the password")
        test.perform()
        test.expectCommand(.renewSession)
        test.expect(.h1, "Hello, Ada")
        test.click("Sign out")
        test.expectCommand(.endSession)
        test.expect(.h1, "Sign in")
        test.expectNotice("You have signed out.")
        fixture.signIn(test)
        test.expectProblem("The mail address or the password is wrong.")
        fixture.signIn(test, "another horse battery")
        test.expect(.h1, "Hello, Ada")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `An account is deleted with its password`(transport: TestTransport, script: Script) async throws {
        let identity = try await fixture.open()
        let test = ProgramTest(fixture.program, in: transport, script: script, .loosely)
        fixture.signIn(test)
        test.click("Delete")
        test.fill("Password", "wrong horse battery")
        test.click("Delete my account")
        test.perform()
        test.expectProblem("The password is wrong.")
        test.fill("Password", AccountsFixture.password)
        test.click("Delete my account")
        test.perform()
        test.expectCommand(.batch(.renewSession, .endSessions(of: identity.account), .identify(nil)))
        test.expect(.h1, "Your account is deleted")
        #expect(try await fixture.service.profile(identity) == nil)
        fixture.signIn(test)
        test.expectProblem("The mail address or the password is wrong.")
    }

    // MARK: What is recorded

    @Test(arguments: Script.allCases)
    func `Each turn of a sign-in is as follows`(script: Script) async throws {
        let identity = try await fixture.open()
        let test = ProgramTest(fixture.program, script: script)
        test.fill("Mail address", AccountsFixture.email)
        test.fill("Password", AccountsFixture.password)
        test.click("Sign in")
        test.expectModel {
            $0.email = AccountsFixture.email
            $0.pending = .signIn
        }
        let entry = Accounts.SignIn(email: AccountsFixture.email, password: AccountsFixture.password)
        test.expectCommands(
            .effect(.signIn(entry, from: "127.0.0.1", knownBy: nil), id: "sign-in"),
            .after(.seconds(30), .done(.refused(.failed)), id: "timeout")
        )
        test.perform(.signIn(entry, from: "127.0.0.1", knownBy: nil))
        // Neither the password nor the address remains.
        let model = try #require(test.expectModel())
        let browser = try #require(model.browser)
        #expect(model == .init(client: "127.0.0.1", browser: browser, identity: identity))
        test.expectMessage(.done(.signedIn(identity, browser: browser)))
        test.expectCommands(
            .cancel("timeout"),
            .renewSession,
            .identify(identity.account),
            .navigate(to: "/"),
            .notice("You have signed in.")
        )
        test.passOver()
    }

    @Test func `The effects that have a password are not durable, and that of a mail is, without its link`()
        async throws
    {
        try await fixture.open()
        let test = ProgramTest(fixture.program, at: "/forgot", .loosely)
        test.fill("Mail address", AccountsFixture.email)
        test.click("Send the link")
        test.expectCommand(.effect(.sendLink(to: AccountsFixture.email, from: "127.0.0.1"), id: "link", durable: true))
        test.restart()
        test.perform(.sendLink(to: AccountsFixture.email, from: "127.0.0.1"))
        test.expectAddress("/sent")
        #expect(Set(fixture.mailBox.mails.map(\.id)).count == 2)
    }

    @Test func `A mail that is sent again after a crash is the same one`() {
        let test = ProgramTest(fixture.program, at: "/register", .loosely)
        test.fill("Mail address", AccountsFixture.email)
        test.click("Send the link")
        test.perform(.sendLink(to: AccountsFixture.email, from: "127.0.0.1"), again: true)
        #expect(fixture.mailBox.mails.count == 1)
    }

    @Test(arguments: Script.allCases)
    func `If the process ends during a sign-in, the visitor can try again`(script: Script) async throws {
        try await fixture.open()
        let test = ProgramTest(fixture.program, script: script, .loosely)
        test.fill("Mail address", AccountsFixture.email)
        test.fill("Password", AccountsFixture.password)
        test.click("Sign in")
        test.expectView(text: script == .off ? "One moment…" : "Sign in")
        test.restart()
        test.advance(by: .seconds(30))
        test.expectProblem("That did not work. Please try again.")
        fixture.signIn(test)
        test.expect(.h1, "Hello, Ada")
    }

    @Test(arguments: Script.allCases)
    func `Pages say the same whether there is an account or not`(script: Script) async throws {
        try await fixture.open()
        let pages = [AccountsFixture.email, "eve@example.org"].map { email in
            let test = ProgramTest(fixture.program, script: script, .loosely)
            var pages: [String?] = []
            test.fill("Mail address", email)
            test.fill("Password", "wrong horse battery")
            test.click("Sign in")
            test.perform()
            test.expectProblem("The mail address or the password is wrong.")
            pages.append(test.expectView()?.html)
            for path in ["/register", "/forgot"] {
                test.open(path)
                test.fill("Mail address", email)
                test.click("Send the link")
                test.perform()
                test.expectAddress("/sent")
                pages.append(test.expectView()?.html)
            }
            return pages.map { $0?.replacing(email, with: "…") }
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].allSatisfy { $0 != nil })
    }

    // MARK: Rules of the forms

    @Test(arguments: Script.allCases)
    func `A new password is long, and a name is more than spaces`(script: Script) async throws {
        let test = ProgramTest(
            fixture.program,
            at: "/welcome?token=\(try await fixture.token())",
            script: script,
            .loosely
        )
        test.fill("Name", "  ")
        test.fill("Password", "short")
        test.click("Open the account")
        test.expectProblem(in: "password", "Please use at least 12 characters; there are 5.")
        test.fill("Password", AccountsFixture.password)
        test.click("Open the account")
        test.expectProblem(in: "name", "Please write a name.")
        #expect(fixture.hasher.count == 0)
    }

    @Test(arguments: ["/nowhere", "/sessions/1"], Script.allCases)
    func `Other addresses are not found`(address: String, script: Script) {
        let test = ProgramTest(fixture.program, at: address, script: script, .loosely)
        test.expectFailure(NotFound())
    }

    @Test(arguments: ["/", "/register", "/forgot", "/sent", "/welcome", "/reset", "/deleted"])
    func `Pages for everybody match their snapshots`(address: String) {
        let name = address == "/" ? "sign in" : String(address.dropFirst())
        ProgramTest(fixture.program, at: address, .loosely).expectSnapshot(name)
    }

    @Test(arguments: ["/password", "/sessions", "/delete"])
    func `Pages of an account show the sign-in to others`(address: String) {
        let test = ProgramTest(fixture.program, at: address, .loosely)
        test.expect(.h1, "Sign in")
        test.expectNotOffered(.signOutEverywhere)
    }
}
