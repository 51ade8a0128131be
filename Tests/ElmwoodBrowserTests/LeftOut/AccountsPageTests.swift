import ElmwoodAccounts
import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodDatabaseExamples

/// Accounts for a browser: there is one.
final class ServedAccounts {
    static let password = "correct horse battery"

    private let key = SealingKey()
    private let hasher = PasswordHasher(cost: .leastForTests)
    private let service: AccountService
    private var email = ""

    init() {
        var service = AccountService(AccountTable(), key: key, mails: MailFolder("/dev/null"), address: "")
        service.hasher = hasher
        self.service = service
    }

    var program: Accounts { Accounts(service) }

    /// Opens the account.
    func open(_ email: String) async throws {
        self.email = email
        let hash = try await hasher.hash(Self.password)
        #expect(try await service.accounts.add(Account(id: "1", email: email, name: "Ada", hash: hash, version: 1)))
    }

    /// Returns the token of a link to open another account.
    func token() throws -> String {
        try key.seal(AccountService.Invitation(email: "bob@example.org"), for: "welcome", validFor: .seconds(60))
    }

    func signIn(_ browser: Browser) async throws {
        try await browser.fill("#email", with: email)
        try await browser.fill("#password", with: Self.password)
        try await browser.click(".primary")
    }
}

/// The accounts in a browser, together with the tools of development.
@Suite struct AccountsPageTests {
    @Test(arguments: [Browser.Script.on, .off])
    func `The history of a sign-in does not contain the password, nor its hash`(script: Browser.Script) async throws {
        let accounts = ServedAccounts()
        try await accounts.open("ada@example.org")
        try await withSite(accounts.program, script: script, history: true) { browser, site in
            try await accounts.signIn(browser)
            try await browser.wait(for: "Hello, Ada", in: "h1")
            // The foot of the page has the history too.
            for address in [site.address(), site.history] {
                try await browser.open(address)
                let page = try await browser.evaluate("return document.documentElement.outerHTML")
                #expect(!page.contains(ServedAccounts.password))
                #expect(!page.contains("$argon2"))
            }
            // It does have the message.
            #expect(try await browser.evaluate("return document.body.innerText").contains("signIn(…)"))
        }
    }
}
