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
            "ELMWOOD_TLS_KEY": "k.pem",
        ])
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
        (["ELMWOOD_HISTORY": "yes"], "ELMWOOD_HISTORY is \"yes\", which says nothing: use on or off."),
        (
            ["ELMWOOD_CONNECTIONS": "0"],
            "ELMWOOD_CONNECTIONS is \"0\", which is no number of connections."
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
