import Testing

@testable import Elmwood

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
            "ELMWOOD_ORIGIN": "https://Shop.example:443/", "ELMWOOD_HOSTS": "a.example, b.example",
            "ELMWOOD_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8, unix",
        ])
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
        (["ELMWOOD_LOG_FORMAT": "xml"], "ELMWOOD_LOG_FORMAT is \"xml\": use logfmt or json."),
        (["ELMWOOD_ACCESS_LOG": "yes"], "ELMWOOD_ACCESS_LOG is \"yes\": use on or off."),
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
}
