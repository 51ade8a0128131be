import ElmwoodArchitecture
import ElmwoodClientScript
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodSessions
import ElmwoodViewTree

/// The shared state of a started site's programs: its sessions, the headers of its answers, its log.
package struct SiteContext: Sendable {
    package let registry: SessionRegistry
    package let log: Log
    let uploads: UploadStore
    /// The uploads in pieces.
    let resumableUploads: ResumableUploads
    /// What open pages are told in development; otherwise nil.
    let development: DevelopmentChannel?
    /// The histories of the sessions, in development; otherwise nil.
    let histories: (any SiteHistories)?
    /// The headers of every answer. The server adds them, also to its own refusals.
    package let common: ResponseHeaders
    /// The headers of a page. Only the visitor's own browser may cache it, and must revalidate it.
    package internal(set) var page: ResponseHeaders
    /// The headers of what a page offers, as JSON.
    package internal(set) var json: ResponseHeaders
    /// The headers of a plain text.
    package internal(set) var text: ResponseHeaders
    /// The headers of a patch. It has the page's address, so it must not be cached in place of the page.
    package internal(set) var patch: ResponseHeaders
    /// The headers of a stream of patches. Proxies that buffer answers would delay them.
    package let stream: ResponseHeaders
    /// The headers of a redirect, except its address.
    package let redirect: ResponseHeaders = ["Cache-Control": "no-store"]
    /// The name of the session's cookie.
    package let cookieName: String
    /// The name of the cookie that outlives sessions.
    package let visitorCookieName: String
    /// The name of the cookie with the ticket of a request that began a task.
    package let ticketCookieName: String
    /// The name of the cookie with what the browser has seen last.
    package let seenCookieName: String
    /// Whether the site may have several nodes.
    let hasNodes: Bool
    /// How long a browser retains the session's cookie, in seconds: as long as a session's id is valid.
    let sessionCookieAge: Int
    /// How long a browser retains the visitor's cookie, in seconds.
    let visitorCookieAge: Int
    /// The endpoints beside the programs.
    var endpoints = EndpointTable()
    /// Returns the site's own page about an error; nil for a plain one.
    var errorPage: (@Sendable (ErrorPage) throws -> Document<Never>)?
    /// The sentences of the site.
    var sentences: TextCatalogue<Sentences> { registry.environment.sentences }
    /// What the script's tag says in each language of the site.
    let scriptTags: TextCatalogue<ScriptTag.Text>
    private let isSecure: Bool
    /// The site's origin as its visitors address it, if a setting states it.
    let origin: String?
    /// Which sites' pages may load static files; nil: browsers decide.
    let publicPolicy: Settings.ResourcePolicy?
    /// The hosts under which the site answers.
    let hosts: AllowedHosts
    /// How often visitors and clients may post, and begin sessions.
    let rates: ClientRates

    /// - Parameters:
    ///   - cookies: what the cookies' names begin with. Browsers send cookies to all ports of a host, so two sites on one host need
    ///     different ones.
    ///   - tools: the tools of development, of which the settings turn some on.
    package init(
        settings: Settings,
        limits: SessionLimits,
        policy: SecurityPolicy,
        environment: Environment,
        store: (any SessionStore)? = nil,
        cookies: String = SessionCookie.prefix,
        development: DevelopmentChannel? = nil,
        tools: [DevelopmentTool] = [],
        log: Log
    ) {
        self.development = development
        let rates = ClientRates(settings)
        self.rates = rates
        var environment = environment
        environment.isInDevelopment = development != nil
        environment.admitsSession = { [now = environment.now] client in rates.admitsSession(of: client, at: now()) }
        environment.admitsStorage = { [now = environment.now] client, visitor in
            rates.admitsStorage(of: client, visitor, at: now())
        }
        environment.countStored = { [now = environment.now] bytes, client, visitor in
            rates.countStored(bytes, of: client, visitor, at: now())
        }
        let limits = settings.sessionLimits(in: limits)
        registry = SessionRegistry(limits: limits, environment: environment, store: store)
        scriptTags = environment.sentences.map { sentences in
            ScriptTag.Text(
                address: ClientScript.address,
                gate: sentences[.signInAgain],
                refused: sentences[.notAccepted],
                fileSize: settings.fileSize,
                largeFile: sentences[.chooseSmallerFile(megabytes: "%")]
            )
        }
        hasNodes = registry.hasNodes
        sessionCookieAge = SessionCookie.age(limits.absoluteLife)
        visitorCookieAge = SessionCookie.age(settings.visitorLife(in: limits))
        self.log = log
        histories = settings.history ? tools.last?.histories(registry) : nil
        uploads = UploadStore(life: settings.uploadLife, room: settings.uploadRoom, schedule: environment.schedule)
        resumableUploads = ResumableUploads(settings, environment)
        isSecure = settings.tls != nil || settings.origin?.isSecure ?? false
        origin = settings.origin?.description
        hosts = AllowedHosts(settings)
        publicPolicy = settings.publicPolicy
        cookieName = SessionCookie.name(isSecure: isSecure, prefix: cookies)
        visitorCookieName = SessionCookie.visitorName(isSecure: isSecure, prefix: cookies)
        seenCookieName = SessionCookie.seenName(isSecure: isSecure, prefix: cookies)
        ticketCookieName = SessionCookie.ticketName(isSecure: isSecure, prefix: cookies)
        var common = ResponseHeaders()
        let policy = (histories != nil || development != nil ? policy.withFrames : policy).applying(
            settings.transportSecurity
        )
        for header in policy.headers(isSecure: isSecure) where !common.add(header.name, header.value) {
            log(.error, "The header \(header.name) of the security policy is invalid and is not sent.")
        }
        self.common = common
        page = Self.headers(type: "text/html; charset=utf-8")
        json = Self.headers(type: "application/json")
        text = Self.headers(type: "text/plain; charset=utf-8")
        patch = Self.headers(type: ResponseFormat.patchType, cacheControl: "no-store")
        patch.add(PatchMark.name, PatchMark.format)
        stream = [
            "Content-Type": ResponseFormat.streamType, "Cache-Control": "no-store", "X-Accel-Buffering": "no",
            "Cross-Origin-Resource-Policy": "same-origin", PatchMark.name: PatchMark.format,
        ]
    }

    private static func headers(type: String, cacheControl: String = "private, no-cache") -> ResponseHeaders {
        // The same address has different answers for each format and each visitor. Other sites' pages cannot load any of them as an image
        // or a script (Fetch standard, section 3.7).
        [
            "Content-Type": type, "Cache-Control": cacheControl, "Vary": "Accept, Cookie",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
    }

    /// The attributes of the cookie in which the script states a visitor's time zone: those of the site's own cookies, except that scripts
    /// can read it.
    var timeZoneCookie: String {
        "; Path=/; Max-Age=\(visitorCookieAge)\(isSecure ? "; Secure" : ""); SameSite=Lax"
    }

    /// The number of days since the first of January 1970.
    var today: Int { Int(registry.environment.date().timeIntervalSince1970 / 86_400) }

    /// Returns the value of a `Set-Cookie` header for one of the site's cookies.
    package func cookie(_ name: String, _ value: String, maximumAge: Int) -> String {
        // The parts are the site's own, and `SetCookie` accepts all of them.
        (try? SetCookie(name, value, maxAge: maximumAge, isSecure: isSecure).description) ?? ""
    }
}
