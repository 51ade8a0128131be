import ElmwoodHTTPServer
import FoundationEssentials

/// A cookie of the app's own with a typed value, which only the server can make.
///
/// ```swift
/// let basket = AppCookie<Basket>("basket", .sealed, key: key, validFor: .seconds(30 * 86_400))
/// let cookie = try basket.set(Basket(items: [7]))          // for a response
/// let value = basket.value(request.cookie("basket"))       // nil if there is none, or it was not made by this key
/// ```
///
/// Its value is what the browser says it is: a former one can be presented again while it is valid, and by another browser.
/// What must not be repeated, and who is signed in, belongs into the session.
public struct AppCookie<Value: Codable & Sendable>: Sendable {
    /// What others can do with a cookie's value.
    public enum Protection: Sendable {
        /// They can read it, and cannot change it.
        case signed
        /// They can neither read nor change it.
        case sealed
    }

    /// The cookie's name.
    public let name: String
    private let protection: Protection
    private let key: SealingKey
    private let duration: Duration
    private let isSecure: Bool
    private let sameSite: SetCookie.SameSite

    /// Creates the description of a cookie.
    ///
    /// - Parameters:
    ///   - name: its name. Begin it with `__Host-` if the site is served over TLS only.
    ///   - protection: what others can do with its value.
    ///   - key: makes and reads the value.
    ///   - duration: how long the value is valid, and the browser stores it.
    ///   - isSecure: whether only requests over TLS carry it.
    ///   - sameSite: which requests of other sites carry it.
    public init(
        _ name: String,
        _ protection: Protection = .sealed,
        key: SealingKey,
        validFor duration: Duration,
        isSecure: Bool = true,
        sameSite: SetCookie.SameSite = .lax
    ) {
        self.name = name
        self.protection = protection
        self.key = key
        self.duration = duration
        self.isSecure = isSecure
        self.sameSite = sameSite
    }

    /// Returns the cookie that a response sets.
    ///
    /// - Throws: the error of the value's encoding, or `SetCookie.Invalid` if it is too long: name and value have at most
    ///   4,096 bytes.
    public func set(_ value: Value, at moment: Date = Date()) throws -> SetCookie {
        let text =
            switch protection {
            case .signed: try key.sign(value, for: purpose, validFor: duration, at: moment)
            case .sealed: try key.seal(value, for: purpose, validFor: duration, at: moment)
            }
        return try cookie(text)
    }

    /// Returns the cookie by which a response removes it.
    ///
    /// - Throws: `SetCookie.Invalid` if the name is none that a cookie can have.
    public func remove() throws -> SetCookie { try cookie("", maxAge: 0) }

    /// Returns the value of the cookie that a request has.
    ///
    /// - Parameters:
    ///   - text: the request's cookie of this name; nil if it has none.
    ///   - moment: the time at which it is read.
    public func value(_ text: String?, at moment: Date = Date()) -> Value? {
        guard let text else { return nil }
        return switch protection {
        case .signed: key.verify(text, as: Value.self, for: purpose, at: moment)
        case .sealed: key.open(text, as: Value.self, for: purpose, at: moment)
        }
    }

    /// Differs for each name, so that no cookie's value is that of another one, nor a link of a mail.
    private var purpose: String { "cookie \(name)" }

    /// Returns the cookie with a value that was made before.
    func cookie(_ text: String) throws -> SetCookie {
        try cookie(text, maxAge: Int(clamping: duration.components.seconds))
    }

    private func cookie(_ text: String, maxAge: Int) throws -> SetCookie {
        try SetCookie(name, text, maxAge: maxAge, isSecure: isSecure, sameSite: sameSite)
    }
}
