import ElmwoodHTTPServer
import FoundationEssentials
import Testing

@testable import ElmwoodAccounts

struct KnownBrowsersTests {
    private let known = KnownBrowsers(key: SealingKey(), validFor: .seconds(100))
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func browserIsKnownForTheAccountsThatItHasSignedInTo() throws {
        let first = try known.value(adding: "ada", to: nil, at: date)
        #expect(known.browser(first, account: "ada", at: date) != nil)
        #expect(known.browser(first, account: "bob", at: date) == nil)
        let second = try known.value(adding: "bob", to: first, at: date)
        #expect(known.browser(second, account: "ada", at: date) != nil)
        #expect(known.browser(second, account: "bob", at: date) != nil)
    }

    @Test func eachSignInMakesAnotherName() throws {
        let first = try known.value(adding: "ada", to: nil, at: date)
        let second = try known.value(adding: "ada", to: first, at: date)
        #expect(known.browser(first, account: "ada", at: date) != known.browser(second, account: "ada", at: date))
    }

    @Test func browserIsKnownForTheLatestFiveAccountsInOneCookie() throws {
        var cookie: String?
        for index in 0..<20 {
            cookie = try known.value(adding: "\(index)" + String(repeating: "x", count: 900), to: cookie, at: date)
        }
        for index in 0..<20 {
            let account = "\(index)" + String(repeating: "x", count: 900)
            #expect((known.browser(cookie, account: account, at: date) != nil) == (index >= 15))
        }
        let field = try known.cookie(cookie ?? "").description
        #expect(field.hasSuffix("; Path=/; Max-Age=100; Secure; HttpOnly; SameSite=Lax"))
    }

    @Test(arguments: [nil, "", "ada", String(repeating: "A", count: 200)])
    func invented(cookie: String?) throws {
        #expect(known.browser(cookie, account: "ada", at: date) == nil)
        #expect(try known.browser(known.value(adding: "ada", to: cookie, at: date), account: "ada", at: date) != nil)
    }

    @Test func cookieOfAnotherKeyOrWhoseTimeIsOverIsNone() throws {
        let value = try known.value(adding: "ada", to: nil, at: date)
        #expect(KnownBrowsers(key: SealingKey()).browser(value, account: "ada", at: date) == nil)
        #expect(known.browser(value, account: "ada", at: date + 99) != nil)
        #expect(known.browser(value, account: "ada", at: date + 100) == nil)
    }
}
