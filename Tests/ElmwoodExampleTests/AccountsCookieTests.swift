import Elmwood
import ElmwoodTestSupport
import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples

/// The cookie by which a browser is known that has signed in before.
@Suite(.timeLimit(.minutes(2))) struct AccountsCookieTests {
    private func signIn(_ browser: SiteTest) async {
        await browser.open("/")
        browser.fill("Mail address", AccountsFixture.email)
        browser.fill("Password", AccountsFixture.password)
        await browser.click("Sign in")
        await eventually("the sign-in has ended") {
            guard browser.expectView()?.text.contains("One moment") == true else { return true }
            await browser.open("/")
            return false
        }
    }

    @Test func `A page of the account sets it, and with it the owner comes in whatever is tried elsewhere`()
        async throws
    {
        let fixture = AccountsFixture()
        try await fixture.open()
        var site = Site()
        site.mount(fixture.program, at: "/")
        let own = SiteTest(site)
        await signIn(own)
        own.expectView(text: "Hello, Ada")
        let cookie = try #require(own.cookies["accounts-browser"])
        for number in 1...10 {
            _ = try? await fixture.service.signIn(AccountsFixture.email, password: "guess \(number)", from: nil)
        }
        let stranger = own.anotherVisitor()
        await signIn(stranger)
        stranger.expectView(text: "There were too many tries.")
        // The session is over, and the cookie remains.
        let later = own.anotherVisitor()
        later.cookies = ["accounts-browser": cookie]
        await signIn(later)
        later.expectView(text: "Hello, Ada")
        #expect(later.cookies["accounts-browser"] != cookie)
    }
}
