import ElmwoodHTTPServer
import FoundationEssentials

/// Recognizes browsers that have signed in to an account before, by a sealed cookie. They have tries of their own, so that who tries
/// passwords from elsewhere cannot keep the account's owner out.
///
/// ```swift
/// let known = KnownBrowsers(key: key)
/// let browser = known.browser(visit.cookie(known.name), account: name)
/// let user = try await limit.attempt(account: name, address: visit.address, browser: browser) { … }
/// if user != nil { let value = try known.value(adding: name, to: visit.cookie(known.name)) }     // known.cookie(value) for a response
/// ```
///
/// The cookie is no sign-in: its owner still needs the password, and has as many tries as the limit allows an account. Each sign-in
/// makes a new one, so a copy of a former one cannot use up the tries of the browser that it was copied from.
public struct KnownBrowsers: Sendable {
    /// What the cookie contains.
    private struct Browser: Codable, Sendable {
        var id: String
        /// The hashes of the accounts, the latest first.
        var accounts: [String]
    }

    /// How many accounts one browser is known for: those that have signed in last.
    static let mostAccounts = 5

    private let sealed: AppCookie<Browser>

    /// Creates what recognizes browsers.
    ///
    /// - Parameters:
    ///   - key: seals the cookie.
    ///   - name: the cookie's name.
    ///   - duration: how long a browser is known without another sign-in.
    ///   - isSecure: whether only requests over TLS carry the cookie.
    public init(
        key: SealingKey,
        cookie name: String = "known-browser",
        validFor duration: Duration = .seconds(365 * 86_400),
        isSecure: Bool = true
    ) {
        sealed = AppCookie(name, .sealed, key: key, validFor: duration, isSecure: isSecure)
    }

    /// The cookie's name.
    public var name: String { sealed.name }

    /// Returns the value of the cookie of a browser that has just signed in to an account.
    ///
    /// - Parameters:
    ///   - account: the account's name, as it is given to ``AttemptLimit``.
    ///   - former: the value of the request's cookie of this name: the accounts that it is known for remain, of which the latest five.
    ///   - moment: the time from which on it is valid; tests choose it.
    /// - Throws: `SetCookie.Invalid` if the name is none that a cookie can have.
    public func value(adding account: String, to former: String?, at moment: Date = Date()) throws -> String {
        let account = Self.hash(account)
        let others = (sealed.value(former, at: moment)?.accounts ?? []).filter { $0 != account }
        let accounts = [account] + others.prefix(Self.mostAccounts - 1)
        return try sealed.set(Browser(id: base64(randomBytes(16), .urlSafe), accounts: accounts), at: moment).value
    }

    /// Returns the cookie with a value, for a response: of a page by `Document.cookie(_:)`.
    ///
    /// - Throws: `SetCookie.Invalid` if the value is none that a cookie can have.
    public func cookie(_ value: String) throws -> SetCookie { try sealed.cookie(value) }

    /// Returns what names the browser, for ``AttemptLimit``; nil if it is not known for that account.
    ///
    /// - Parameters:
    ///   - cookie: the value of the request's cookie of this name; nil if it has none.
    ///   - account: the account's name.
    ///   - moment: the time at which it is read.
    public func browser(_ cookie: String?, account: String, at moment: Date = Date()) -> String? {
        guard let browser = sealed.value(cookie, at: moment) else { return nil }
        let account = Self.hash(account)
        return browser.accounts.contains(account) ? browser.id : nil
    }

    /// A name is as long as any other in the cookie.
    private static func hash(_ account: String) -> String {
        base64(SealingKey.hash(Array(account.utf8), key: [], count: 16), .urlSafe)
    }
}
