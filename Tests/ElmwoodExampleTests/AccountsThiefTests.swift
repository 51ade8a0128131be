import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples

/// The accounts of somebody whose cookies a thief has had, and of several browsers.
@Suite(.timeLimit(.minutes(3))) struct AccountsThiefTests {
    private let fixture = AccountsFixture()
    static let transports = [TestTransport.process, .http]

    private func visitors(_ transport: TestTransport, _ script: Script) -> Visitors<Accounts> {
        Visitors(of: fixture.program, in: transport, script: script, .loosely)
    }

    /// Expects that the cookies open nothing, at any page of an account.
    private func expectWorthless(_ cookies: BrowserCookies, _ visitors: Visitors<Accounts>) {
        for path in ["/", "/password", "/sessions", "/delete"] {
            let thief = visitors.enter("Mallory", at: path, cookies: cookies)
            thief.expect(.h1, "Sign in")
            thief.expectNotOffered(.signOut)
        }
    }

    @Test(arguments: transports, Script.allCases)
    func `Cookies from before a sign-in are worthless after it`(transport: TestTransport, script: Script) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let ada = visitors.enter("Ada")
        // The first try begins a session.
        fixture.signIn(ada, "wrong horse battery")
        let stolen = ada.cookies
        fixture.signIn(ada)
        ada.expectCommand(.renewSession)
        expectWorthless(stolen, visitors)
        ada.open("/")
        ada.expect(.h1, "Hello, Ada")
    }

    @Test(arguments: transports, Script.allCases)
    func `Cookies from before a sign-out are worthless after it`(transport: TestTransport, script: Script) async throws
    {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let ada = visitors.enter("Ada")
        fixture.signIn(ada)
        let stolen = ada.cookies
        let thief = visitors.enter("Mallory", cookies: stolen)
        thief.expect(.h1, "Hello, Ada")
        ada.click("Sign out")
        thief.open("/")
        thief.expect(.h1, "Sign in")
        expectWorthless(stolen, visitors)
    }

    @Test(arguments: transports, Script.allCases)
    func `Cookies of a session that was ended from another browser are worthless`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        fixture.signIn(ada)
        fixture.signIn(phone)
        let stolen = phone.cookies
        fixture.openSessions(ada)
        ada.expect(.li, count: 2)
        ada.within(.li, containing: "Another browser") { ada.click("End") }
        ada.expectNotice("That browser is signed out.")
        ada.expect(.li, count: 1)
        phone.open("/")
        phone.expect(.h1, "Sign in")
        expectWorthless(stolen, visitors)
        ada.expect(.h1, "Where you are signed in")
    }

    @Test(arguments: transports, Script.allCases)
    func `After a change of the password all former cookies are worthless, those of the same browser too`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        fixture.signIn(ada)
        fixture.signIn(phone)
        let stolen = [ada.cookies, phone.cookies]
        ada.click("Password")
        ada.fill("Current password", AccountsFixture.password)
        ada.fill("New password", "another horse battery")
        ada.click("Change the password")
        ada.perform()
        for cookies in stolen { expectWorthless(cookies, visitors) }
        phone.open("/")
        phone.expect(.h1, "Sign in")
        ada.open("/")
        ada.expect(.h1, "Hello, Ada")
    }

    @Test(arguments: transports, Script.allCases)
    func `Who resets a password by a link ends all sessions`(transport: TestTransport, script: Script) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        fixture.signIn(phone)
        let stolen = phone.cookies
        ada.open("/reset?token=\(try await fixture.token())")
        ada.fill("New password", "another horse battery")
        ada.click("Change the password")
        ada.perform()
        ada.expect(.h1, "Hello, Ada")
        phone.open("/")
        phone.expect(.h1, "Sign in")
        expectWorthless(stolen, visitors)
    }

    @Test(arguments: transports, Script.allCases)
    func `Who signs out everywhere, or deletes the account, ends all sessions`(
        transport: TestTransport,
        script: Script
    ) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        fixture.signIn(ada)
        fixture.signIn(phone)
        let first = [ada.cookies, phone.cookies]
        fixture.openSessions(ada)
        ada.click("Sign out everywhere")
        ada.expect(.h1, "Sign in")
        for cookies in first { expectWorthless(cookies, visitors) }
        fixture.signIn(ada)
        fixture.signIn(phone)
        let second = [ada.cookies, phone.cookies]
        ada.click("Delete")
        ada.fill("Password", AccountsFixture.password)
        ada.click("Delete my account")
        ada.perform()
        ada.expect(.h1, "Your account is deleted")
        for cookies in second { expectWorthless(cookies, visitors) }
        phone.open("/")
        phone.expect(.h1, "Sign in")
    }

    @Test func `With script, a page of a session that was ended shows the sign-in at once`() async throws {
        try await fixture.open()
        let visitors = visitors(.http, .on)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        fixture.signIn(ada)
        fixture.signIn(phone)
        phone.click("Password")
        fixture.openSessions(ada)
        ada.click("Sign out everywhere")
        phone.expect(.h1, "Sign in")
    }

    @Test(arguments: transports, Script.allCases)
    func `Two browsers that sign in at once have two sessions`(transport: TestTransport, script: Script) async throws {
        try await fixture.open()
        let visitors = visitors(transport, script)
        let (ada, phone) = (visitors.enter("Ada"), visitors.enter("Ada’s phone"))
        for visitor in [ada, phone] {
            visitor.fill("Mail address", AccountsFixture.email)
            visitor.fill("Password", AccountsFixture.password)
            visitor.click("Sign in")
        }
        for visitor in [phone, ada] {
            visitor.perform()
            visitor.expectAddress("/")
        }
        for visitor in [ada, phone] {
            visitor.expect(.h1, "Hello, Ada")
            fixture.openSessions(visitor)
            visitor.expect(.li, count: 2)
        }
    }

    @Test(arguments: transports)
    func `Of two sign-ins at once in one browser the later one counts`(transport: TestTransport) async throws {
        try await fixture.open()
        try await fixture.open("bob@example.org")
        let first = visitors(transport, .on).enter("Ada")
        let tab = first.openPage()
        for (page, email) in [(first, AccountsFixture.email), (tab, "bob@example.org")] {
            page.fill("Mail address", email)
            page.fill("Password", AccountsFixture.password)
            page.click("Sign in")
        }
        tab.perform()
        tab.expect(.dd, texts: "Ada", "bob@example.org")
        first.open("/")
        first.expect(.dd, texts: "Ada", "bob@example.org")
    }

    @Test(arguments: Script.allCases)
    func `A session of a sign-in that overlaps a change of the password opens nothing`(script: Script) async throws {
        let identity = try await fixture.open()
        _ = try await fixture.service.change(
            identity,
            from: AccountsFixture.password,
            to: "another horse battery",
            by: nil
        )
        // The former password was verified before the change, and the session begins after it.
        let test = ProgramTest(fixture.program, model: .init(identity: identity), script: script, .loosely)
        test.expect(.h1, "Sign in")
        for message in [Accounts.Message.signOut, .signOutEverywhere, .endSession("1")] {
            test.expectNotOffered(message)
        }
    }

    @Test(arguments: Script.allCases)
    func `A session cannot be given a result that no effect has sent`(script: Script) async throws {
        let identity = try await fixture.open()
        let test = ProgramTest(fixture.program, script: script, .loosely)
        test.expectNotOffered(.done(.signedIn(identity, browser: "")))
        test.expectNotOffered(.done(.opened(identity)))
        test.expectNotOffered(.listed([]))
    }
}
