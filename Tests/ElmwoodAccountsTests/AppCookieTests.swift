import ElmwoodAccounts
import ElmwoodHTTPServer
import Foundation
import Testing

struct AppCookieTests {
    private struct Basket: Codable, Equatable {
        var items: [Int]
    }

    private let key = SealingKey()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: [true, false])
    func valueComesBackWhileItIsValid(isSealed: Bool) throws {
        let cookie = AppCookie<Basket>("__Host-basket", isSealed ? .sealed : .signed, key: key, validFor: .seconds(60))
        let set = try cookie.set(Basket(items: [7]), at: now)
        #expect(set.description.hasSuffix("; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax"))
        #expect(cookie.value(set.value, at: now) == Basket(items: [7]))
        #expect(cookie.value(set.value, at: now + 60) == nil)
        #expect(cookie.value(nil) == nil && cookie.value("") == nil && cookie.value("forged") == nil)
    }

    @Test func valueOfOneCookieIsNotThatOfAnother() throws {
        let one = AppCookie<Basket>("one", key: key, validFor: .seconds(60))
        let two = AppCookie<Basket>("two", key: key, validFor: .seconds(60))
        let signed = AppCookie<Basket>("one", .signed, key: key, validFor: .seconds(60))
        let text = try one.set(Basket(items: [7])).value
        #expect(two.value(text) == nil && signed.value(text) == nil)
        #expect(AppCookie<Basket>("one", key: SealingKey(), validFor: .seconds(60)).value(text) == nil)
    }

    @Test func removalHasNoValueAndNoTime() throws {
        let cookie = AppCookie<Basket>("basket", key: key, validFor: .seconds(60), isSecure: false, sameSite: .strict)
        #expect(try cookie.remove().description == "basket=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
    }

    @Test func valueThatNoBrowserWouldStoreIsAnError() {
        let cookie = AppCookie<Basket>("basket", key: key, validFor: .seconds(60))
        #expect(throws: SetCookie.Invalid.self) { try cookie.set(Basket(items: Array(0..<2_000))) }
        let other = AppCookie<Basket>("a b", key: key, validFor: .seconds(60))
        #expect(throws: SetCookie.Invalid.self) { try other.set(Basket(items: [])) }
    }
}
