import ElmwoodHistory
import ElmwoodSessions
import ElmwoodStorage
import Testing

@testable import Elmwood

/// An app with the tools of development.
private struct Watched: App {
    struct Model: Codable, Equatable, Sendable {}
    typealias Message = Never

    static let tools: [DevelopmentTool] = [.history]

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }
    func update(_ model: inout Model, on message: Never) -> Command<Self> {}
    func view(_ model: Model, on page: Page) -> Document<Never> { Document("Watched") {} }
}

/// Settings and their environment variables.
@Suite struct SettingsTests {
    @Test func `An empty environment gives the defaults, and so do empty variables`() throws {
        #expect(try Settings(environment: [:]) == Settings())
        #expect(try Settings(environment: ["HOST": "", "PORT": "", "ELMWOOD_LOG": ""]) == Settings())
        #expect(Settings().host == "127.0.0.1")
        #expect(Settings().port == 8080)
    }

    @Test func `Each variable sets its setting`() throws {
        let settings = try Settings(environment: [
            "HOST": "::1", "PORT": "0", "ELMWOOD_DATA": "/data", "ELMWOOD_PUBLIC": "/srv/public",
            "ELMWOOD_LOG": "debug", "ELMWOOD_HISTORY": "on", "ELMWOOD_CONNECTIONS": "20000",
            "ELMWOOD_TLS_CERTIFICATE": "c.pem",
            "ELMWOOD_TLS_KEY": "k.pem", "ELMWOOD_CONNECTIONS_PER_CLIENT": "50",
            "ELMWOOD_LOG_FORMAT": "json", "ELMWOOD_ACCESS_LOG": "on",
            "ELMWOOD_POSTS_PER_VISITOR": "10", "ELMWOOD_POSTS_PER_CLIENT": "100/7",
            "ELMWOOD_STORED_PER_VISITOR": "500K", "ELMWOOD_STORED_PER_CLIENT": "off",
            "ELMWOOD_PAGE_SIZE": "2M", "ELMWOOD_FILE_SIZE": "1G", "ELMWOOD_UPLOAD_LIFE": "2h",
            "ELMWOOD_UPLOAD_ROOM": "50G", "ELMWOOD_UPLOAD_ROOM_PER_VISITOR": "off",
            "ELMWOOD_ORIGIN": "https://Shop.example:443/", "ELMWOOD_HOSTS": "a.example, b.example",
            "ELMWOOD_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8, unix", "ELMWOOD_HISTORY_PUBLIC": "on",
            "ELMWOOD_SESSION_IDLE": "45m", "ELMWOOD_SESSION_LIFE": "12h", "ELMWOOD_VISITOR_LIFE": "30d",
            "ELMWOOD_ADMIN": "[::1]:9090", "ELMWOOD_DRAIN": "15", "ELMWOOD_CALL_LIMIT": "5",
            "ELMWOOD_SOCKET_MODE": "0666", "ELMWOOD_HSTS": "subdomains", "ELMWOOD_PUBLIC_POLICY": "same-site",
            "ELMWOOD_PUBLIC_TYPES": "zip, .SQL,glb=model/gltf-binary",
            "ELMWOOD_SECRET": "0123456789abcdef0123456789abcdef, 0123456789ABCDEF0123456789ABCDEF",
        ])
        #expect(settings.secret == "0123456789abcdef0123456789abcdef, 0123456789ABCDEF0123456789ABCDEF")
        #expect(settings.isHistoryPublic)
        #expect(settings.sessionLimits(in: SessionLimits()).pageSize == 2_000_000)
        #expect(try Settings(environment: ["ELMWOOD_PAGE_SIZE": "off"]).pageSize == .max)
        #expect(Settings().sessionLimits(in: SessionLimits()).pageSize == 8_000_000)
        #expect(settings.resumableUploadLife == .seconds(7_200) && settings.resumableUploadRoom == 50_000_000_000)
        #expect(settings.resumableUploadRoomPerVisitor == .max)
        #expect(settings.fileSize == 1_000_000_000 && Settings().fileSize == 10_000_000)
        #expect(settings.storedPerVisitor == 500_000 && settings.storedPerClient == nil)
        #expect(settings.sessionIdleLife == .seconds(2_700))
        #expect(settings.sessionLife == .seconds(43_200))
        #expect(settings.visitorLife == .seconds(2_592_000))
        #expect(settings.admin == AdminAddress("[::1]:9090"))
        #expect(settings.drainTime == .seconds(15))
        #expect(settings.callLimit == .seconds(5))
        #expect(settings.socketMode == 0o666)
        #expect(settings.transportSecurity == .subdomains)
        #expect(settings.publicPolicy == .sameSite)
        #expect(
            settings.publicTypes
                == ["zip": "application/zip", "sql": "application/octet-stream", "glb": "model/gltf-binary"]
        )
        #expect(try Settings(environment: ["HOST": "unix:/run/shop.sock"]).host == "unix:/run/shop.sock")
        #expect(settings.connectionsPerClient == 50)
        #expect(settings.logFormat == .json)
        #expect(settings.accessLog)
        #expect(settings.postsPerVisitor == Rate(perSecond: 10, burst: 50))
        #expect(settings.postsPerClient == Rate(perSecond: 100, burst: 7))
        #expect(try Settings(environment: ["ELMWOOD_POSTS_PER_VISITOR": "off"]).postsPerVisitor == nil)
        #expect(settings.origin?.description == "https://shop.example")
        #expect(settings.hosts == ["a.example", "b.example"])
        #expect(settings.trustedProxies.ranges.map(\.description) == ["127.0.0.1/32", "10.0.0.0/8"])
        #expect(settings.trustedProxies.trustsUnixSocket)
        #expect(settings.host == "::1")
        #expect(settings.port == 0)
        #expect(settings.data == "/data")
        #expect(settings.publicFolder == "/srv/public")
        #expect(settings.logLevel == .debug)
        #expect(settings.history)
        #expect(try !Settings(environment: ["ELMWOOD_HISTORY": "off"]).history)
        #expect(settings.connections == 20_000)
        #expect(settings.tls == Settings.TLSFiles(certificate: "c.pem", key: "k.pem"))
    }

    @Test(arguments: [
        (["PORT": "http"], "PORT is \"http\", which is no port: use a number from 0 to 65535."),
        (["PORT": "65536"], "PORT is \"65536\", which is no port: use a number from 0 to 65535."),
        (["PORT": "-1"], "PORT is \"-1\", which is no port: use a number from 0 to 65535."),
        (
            ["ELMWOOD_LOG": "loud"],
            "ELMWOOD_LOG is \"loud\", which is no level: use one of debug, info, warning, error, none."
        ),
        (["HOST": "unix:"], "HOST is \"unix:\": add the path of the socket, such as unix:/run/shop.sock."),
        (["ELMWOOD_SOCKET_MODE": "9"], "ELMWOOD_SOCKET_MODE is \"9\": use octal permissions such as 0660."),
        (
            ["ELMWOOD_PUBLIC_POLICY": "none"],
            "ELMWOOD_PUBLIC_POLICY is \"none\": use same-origin, same-site or cross-origin."
        ),
        (["ELMWOOD_HSTS": "on"], "ELMWOOD_HSTS is \"on\": use host, subdomains or off."),
        (
            ["ELMWOOD_SECRET": "0123456789abcdef 123456789abcde"],
            "ELMWOOD_SECRET has 30 characters: use at least 32, such as those of openssl rand -hex 32."
        ),
        (
            ["ELMWOOD_SECRET": "0123456789abcdef0123456789abcdef,"],
            "ELMWOOD_SECRET has a part with 0 characters: use at least 32, such as those of openssl rand -hex 32."
        ),
        (
            ["ELMWOOD_PUBLIC_TYPES": "zip=archive"],
            "ELMWOOD_PUBLIC_TYPES: \"zip=archive\" is no extension such as zip or glb=model/gltf-binary."
        ),
        (
            ["ELMWOOD_CSP": "img-src https://cdn.example; unsafe"],
            "ELMWOOD_CSP has \"unsafe\": use directives with sources, such as img-src https://cdn.example; "
                + "font-src https://fonts.example."
        ),
        (["ELMWOOD_LOG_FORMAT": "xml"], "ELMWOOD_LOG_FORMAT is \"xml\": use logfmt or json."),
        (["ELMWOOD_ACCESS_LOG": "yes"], "ELMWOOD_ACCESS_LOG is \"yes\": use on or off."),
        (["ELMWOOD_HISTORY_PUBLIC": "yes"], "ELMWOOD_HISTORY_PUBLIC is \"yes\": use on or off."),
        (
            ["ELMWOOD_SESSION_LIFE": "1 week"],
            "ELMWOOD_SESSION_LIFE is \"1 week\": use a time such as 30d, 12h, 45m or 90s, of at most 10 years."
        ),
        (["ELMWOOD_HISTORY": "yes"], "ELMWOOD_HISTORY is \"yes\", which says nothing: use on or off."),
        (
            ["ELMWOOD_CONNECTIONS": "0"],
            "ELMWOOD_CONNECTIONS is \"0\", which is no number of connections."
        ),
        (
            ["ELMWOOD_CONNECTIONS_PER_CLIENT": "many"],
            "ELMWOOD_CONNECTIONS_PER_CLIENT is \"many\", which is no number of connections."
        ),
        (
            ["ELMWOOD_STORED_PER_CLIENT": "1T"],
            "ELMWOOD_STORED_PER_CLIENT is \"1T\": use a number of bytes such as 500K, 100M or 1G, or off."
        ),
        (
            ["ELMWOOD_POSTS_PER_CLIENT": "0"],
            "ELMWOOD_POSTS_PER_CLIENT is \"0\": use a number a second such as 20, with a burst 20/100, or off."
        ),
        (
            ["ELMWOOD_ORIGIN": "shop.example"],
            "ELMWOOD_ORIGIN is \"shop.example\", which is no origin: https://shop.example is one."
        ),
        (
            ["ELMWOOD_TRUSTED_PROXIES": "127.0.0.1, proxy.example"],
            "ELMWOOD_TRUSTED_PROXIES: \"proxy.example\" is not an address, a network such as 10.0.0.0/8, or unix."
        ),
        (
            ["ELMWOOD_TLS_KEY": "k.pem"],
            "ELMWOOD_TLS_KEY is set, but ELMWOOD_TLS_CERTIFICATE is not: TLS needs both."
        ),
        (
            ["ELMWOOD_TLS_CERTIFICATE": "c.pem"],
            "ELMWOOD_TLS_CERTIFICATE is set, but ELMWOOD_TLS_KEY is not: TLS needs both."
        ),
    ])
    func `An invalid value is refused with a sentence that names the variable`(
        environment: [String: String],
        sentence: String
    ) {
        #expect(throws: SettingsError(sentence)) { try Settings(environment: environment) }
    }

    @Test(arguments: ["0d", "-1d", "d", "", "3651d", "9223372036854775807d", "1.5h", "30", "30D", "٣d"])
    func `A lifetime is a number of seconds, minutes, hours or days`(text: String) throws {
        if text.isEmpty {
            #expect(try Settings(environment: ["ELMWOOD_VISITOR_LIFE": text]) == Settings())
        } else {
            #expect(throws: SettingsError.self) { _ = try Settings(environment: ["ELMWOOD_VISITOR_LIFE": text]) }
        }
    }

    @Test func `Saved values remain at least as long as a session's id is valid`() {
        var settings = Settings()
        settings.visitorLife = .seconds(86_400)
        #expect(settings.storageLimits(in: SessionLimits()).days == 180)
        settings.sessionLife = .seconds(3_600)
        #expect(settings.storageLimits(in: SessionLimits()).days == 1)
        settings.visitorLife = .seconds(86_401)
        #expect(settings.storageLimits(in: SessionLimits()).days == 2)
    }

    @Test(arguments: [
        (["HOST": "0.0.0.0"], "HOST is 0.0.0.0"), (["HOST": "::"], "HOST is ::"),
        (["HOST": "192.0.2.1"], "HOST is 192.0.2.1"), (["HOST": "shop.example"], "HOST is shop.example"),
        (["ELMWOOD_ORIGIN": "https://shop.example"], "ELMWOOD_ORIGIN is https://shop.example"),
        (["ELMWOOD_TRUSTED_PROXIES": "127.0.0.1"], "ELMWOOD_TRUSTED_PROXIES names a proxy"),
    ])
    func `The history is refused where others can reach the site, unless that is asked for`(
        environment: [String: String],
        reason: String
    ) throws {
        func check(_ more: [String: String]) throws {
            try Settings(environment: environment.merging(more) { $1 }).checkHistory()
        }
        let error = #expect(throws: SettingsError.self) { try check(["ELMWOOD_HISTORY": "on"]) }
        #expect(error?.description.contains("since \(reason).") == true)
        try check(["ELMWOOD_HISTORY": "on", "ELMWOOD_HISTORY_PUBLIC": "on"])
        try check(["ELMWOOD_HISTORY": "off"])
        var settings = try Settings(environment: environment)
        settings.history = true
        settings.data = "/nowhere/at/all"
        #expect(throws: SettingsError.self) { _ = try Site().handler(settings, log: Log(level: .none)) }
    }

    @Test(arguments: [false, true])
    func `A site without the product of the history does not start with it, and says what to add`(isApp: Bool) throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        var settings = try Settings(environment: ["ELMWOOD_HISTORY": "on", "ELMWOOD_DATA": folder])
        settings.publicFolder = folder
        var site = Site()
        let error = #expect(throws: SettingsError.self) { try site.handler(settings, log: Log(level: .none)) }
        #expect(error?.description.contains("add the product ElmwoodHistory to the package") == true)
        if isApp {
            for tool in Watched.tools { site.use(tool) }
        } else {
            site.use(.history)
        }
        #expect(try site.handler(settings, log: Log(level: .none)).context.histories != nil)
        settings.history = false
        #expect(try site.handler(settings, log: Log(level: .none)).context.histories == nil)
    }

    @Test func `In development the history is on if the site has it`() throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        func histories(of site: Site, _ more: [String: String] = [:]) throws -> (any SiteHistories)? {
            let environment = ["ELMWOOD_DEVELOPMENT": folder, "ELMWOOD_DATA": folder, "ELMWOOD_PUBLIC": folder]
            let settings = try Settings(environment: environment.merging(more) { $1 })
            return try site.handler(settings, log: Log(level: .none)).context.histories
        }
        var site = Site()
        #expect(try histories(of: site) == nil)
        site.use(.history)
        #expect(try histories(of: site) != nil)
        #expect(try histories(of: site, ["ELMWOOD_HISTORY": "off"]) == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1", "localhost", "a.localhost"])
    func `The history needs one setting where only this machine can reach the site`(host: String) throws {
        try Settings(environment: ["HOST": host, "ELMWOOD_HISTORY": "on"]).checkHistory()
        try Settings(environment: ["ELMWOOD_ORIGIN": "http://localhost:8080", "ELMWOOD_HISTORY": "on"]).checkHistory()
        try Settings(environment: ["ELMWOOD_ORIGIN": "http://[::1]:8080", "ELMWOOD_HISTORY": "on"]).checkHistory()
    }
}
