import FoundationEssentials

/// One of an account's sessions: a browser in which the account is signed in.
///
/// It reveals nothing by which the session could be used, so a page may show it.
public struct ActiveSession: Codable, Hashable, Identifiable, Sendable {
    /// Names the session in ``Command/endSession(_:of:)``. It changes when the session's id is renewed.
    public var id: String
    /// When the session's id was made, which a sign-in does.
    public var created: Date
    /// When the session was last used. It may be some minutes old.
    public var used: Date
    /// Whether it is the session that has asked for the list.
    public var isCurrent: Bool

    /// Creates the entry of a session, for tests.
    public init(id: String, created: Date, used: Date, isCurrent: Bool = false) {
        self.id = id
        self.created = created
        self.used = used
        self.isCurrent = isCurrent
    }
}

extension Command where P: Program {
    /// Gives the visitor's session a new id and makes the old one invalid. Use it whenever the visitor's rights change, such as on
    /// signing in.
    ///
    /// The old id opens nothing from that moment on, for anybody. Only the browser whose request led to this receives the new one,
    /// even if an effect took longer than the page waits: the response to that request sets a one-time ticket in a cookie of its
    /// own, or a live page is identified by its name. All programs of the site share the id.
    ///
    /// The visitor's cookie, by which a browser finds what its visitor has saved, is replaced in the same way. Other sessions that
    /// began with the former one end.
    ///
    /// A turn that no visitor's request led to (a clock, a topic, a subscription's effect) has no browser to send the new id to: an
    /// update that returns this command there fails, and changes nothing.
    public static var renewSession: Self { Self(.renewSession) }

    /// Ends the visitor's session in all programs of the site: the models, the running effects and the cookie are removed.
    ///
    /// What the turn saves, removes and broadcasts is still carried out, and commands to the page still reach it; effects and delayed
    /// messages of the turn are not begun. The browser removes the site's pages from its cache. The visitor sees the program as it
    /// starts.
    public static var endSession: Self { Self(.endSession(everywhere: false)) }

    /// Ends the visitor's session, as ``endSession`` does, and if `everywhere` is true all other sessions of this visitor and of the
    /// account that the session is identified with: see ``identify(_:)``.
    ///
    /// The pages that are open in other browsers show the program as it starts.
    public static func endSession(everywhere: Bool) -> Self { Self(.endSession(everywhere: everywhere)) }

    /// States whose session it is: the account that has signed in. Its sessions in all browsers can then be listed and ended.
    ///
    /// ```swift
    /// case .signedIn(let user):
    ///     model.user = user
    ///     return .batch(.renewSession, .identify(user.id))
    /// ```
    ///
    /// All programs of the site share it, once the turn is stored: see ``Visit/account`` and ``Arrival/account``. Any text that does not change identifies an account: a key of your database is better than
    /// an address, which may change. Nil: the session belongs to no account any more. It ends with the session.
    public static func identify(_ account: String?) -> Self { Self(.identify(account)) }

    /// Makes a message of the sessions of an account, the latest used first, at most a thousand.
    ///
    /// ```swift
    /// return .sessions(of: model.user.id, Message.listed)
    /// ```
    ///
    /// With an id the command can be cancelled, and a later command of the same id replaces it.
    public static func sessions(
        of account: String,
        id: String? = nil,
        _ message: @escaping @Sendable ([ActiveSession]) -> P.Message
    ) -> Self {
        Self(.sessions(of: account, message), id: id)
    }

    /// Ends one of an account's sessions. Does nothing if the account has no such session, or if it is the one that asks for it, which
    /// ``endSession`` ends.
    ///
    /// - Parameter session: the id of the session in the list that ``sessions(of:id:_:)`` makes.
    public static func endSession(_ session: ActiveSession.ID, of account: String) -> Self {
        Self(.endSessions(of: account, only: session))
    }

    /// Ends all sessions of an account, in all browsers, except the one that asks for it: when the account's password changes, or when
    /// it is closed by somebody else.
    public static func endSessions(of account: String) -> Self { Self(.endSessions(of: account, only: nil)) }
}
