import ElmwoodHistory
import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodSessions

/// What all programs of a started site share: its sessions, the headers of its answers, its log.
package struct SiteContext: Sendable {
    package let registry: SessionRegistry
    package let log: Log
    let uploads: UploadStore
    /// The histories of the sessions, in development; else nil.
    let histories: Histories?
    /// The headers of every answer; the server adds them, to its own refusals too.
    package let common: ResponseHeaders
    /// Those of a page, which only the visitor's own browser may keep, and must ask about again.
    package let page: ResponseHeaders
    /// Those of what a page offers, as JSON.
    package let json: ResponseHeaders
    /// Those of a plain text.
    package let text: ResponseHeaders
    /// Those of what changes on an open page: at the same address as the page, so nobody may take it for that.
    package let patch: ResponseHeaders
    /// Those of a stream of patches. Proxies that gather answers would hold them back.
    package let stream: ResponseHeaders
    /// Those of a redirect, without its address.
    package let redirect: ResponseHeaders = ["Cache-Control": "no-store"]
    /// The name of the session's cookie.
    package let cookieName: String
    /// The name of the cookie that outlives sessions.
    package let visitorCookieName: String
    /// The name of the cookie with the ticket of a request that began something.
    package let ticketCookieName: String
    private let isSecure: Bool

    package init(
        settings: Settings,
        limits: SessionLimits,
        policy: SecurityPolicy,
        environment: Environment,
        store: (any SessionStore)? = nil,
        log: Log
    ) {
        registry = SessionRegistry(limits: limits, environment: environment, store: store)
        self.log = log
        histories = settings.history ? Histories(registry: registry) : nil
        uploads = UploadStore(life: settings.uploadLife, room: settings.uploadRoom, schedule: environment.schedule)
        isSecure = settings.tls != nil
        cookieName = SessionCookie.name(isSecure: isSecure)
        visitorCookieName = SessionCookie.visitorName(isSecure: isSecure)
        ticketCookieName = SessionCookie.ticketName(isSecure: isSecure)
        var common = ResponseHeaders()
        let policy = settings.history ? policy.withFrames : policy
        for header in policy.headers(isSecure: isSecure) where !common.add(header.name, header.value) {
            log(.error, "The header \(header.name) of the security policy cannot be sent and is left out.")
        }
        self.common = common
        page = Self.headers(type: "text/html; charset=utf-8")
        json = Self.headers(type: "application/json")
        text = Self.headers(type: "text/plain; charset=utf-8")
        patch = [
            "Content-Type": ResponseFormat.patchType, "Cache-Control": "no-store", "Vary": "Accept, Cookie",
        ]
        stream = [
            "Content-Type": ResponseFormat.streamType, "Cache-Control": "no-store", "X-Accel-Buffering": "no",
        ]
    }

    private static func headers(type: String) -> ResponseHeaders {
        // One address answers people, scripts and visitors with their sessions, each with an answer of its own.
        ["Content-Type": type, "Cache-Control": "private, no-cache", "Vary": "Accept, Cookie"]
    }

    /// The day, counted from the first of 1970.
    var today: Int { Int(registry.environment.date().timeIntervalSince1970 / 86_400) }

    /// The value of a `Set-Cookie` header for one of the site's cookies.
    package func cookie(_ name: String, _ value: String, maximumAge: Int) -> String {
        // The parts are the site's own, and none of them is what `SetCookie` refuses.
        (try? SetCookie(name, value, maxAge: maximumAge, isSecure: isSecure).description) ?? ""
    }
}
