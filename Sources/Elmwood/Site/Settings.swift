import ElmwoodHTTPServer
import ElmwoodStorage

/// The settings that a site is served with. They come from the environment, or from the program itself.
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `HOST` | the address to listen on | `127.0.0.1` |
/// | `PORT` | the port to listen on; 0 for any that is free | `8080` |
/// | `ELMWOOD_ORIGIN` | the origin as visitors address it, such as `https://shop.example`, if it is not that of `HOST` and `PORT` | – |
/// | `ELMWOOD_HOSTS` | further host names under which the site answers, separated by commas; `*` for any | – |
/// | `ELMWOOD_TRUSTED_PROXIES` | the addresses and networks of proxies in front, separated by commas | – |
/// | `ELMWOOD_DATA` | the folder of all persistent data | `.data` |
/// | `ELMWOOD_PUBLIC` | the folder of static files | `Public` |
/// | `ELMWOOD_LOG` | `debug`, `info`, `warning`, `error` or `none` | `info` |
/// | `ELMWOOD_LOG_FORMAT` | `logfmt`, or `json` | `logfmt` |
/// | `ELMWOOD_ACCESS_LOG` | `on` or `off`: whether each request is logged, and not only refused ones | `off` |
/// | `ELMWOOD_HISTORY` | `on` or `off`: whether sessions record their messages, for the history at each page's foot | `off` |
/// | `ELMWOOD_CONNECTIONS` | the greatest number of concurrent connections, including those of open live pages | 10000 |
/// | `ELMWOOD_CONNECTIONS_PER_CLIENT` | those of one client: an IPv4 address, or an IPv6 network of 64 bits | a quarter |
/// | `ELMWOOD_POSTS_PER_VISITOR` | posts a second, and at once after a pause; `off` for no limit | `20/100` |
/// | `ELMWOOD_POSTS_PER_CLIENT` | the same for one client, which many visitors may share | `400/2000` |
/// | `ELMWOOD_SESSIONS` | `sqlite`: sessions are stored in the data folder; `memory`: they end with the process | `memory` |
/// | `ELMWOOD_DURABILITY` | what stored sessions survive: `process` (its end), `power` (also a power failure; slower) | `process` |
/// | `ELMWOOD_SUPERVISOR` | `on`: a separate process serves, and is restarted when it ends | `off` |
/// | `ELMWOOD_TLS_CERTIFICATE`, `ELMWOOD_TLS_KEY` | PEM files; with both, the site is served over TLS | – |
public struct Settings: Equatable, Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any that is free.
    public var port: UInt16 = 8080
    /// The origin of the site as visitors address it, for instance at a proxy that serves TLS for it; nil if it is that of ``host``
    /// and ``port``. If its scheme is `https`, cookies are for TLS only, and browsers are told to use nothing else.
    public var origin: Origin?
    /// Further host names under which the site answers; `*` for any. It always answers under the name of ``origin``, under
    /// `localhost`, and under addresses in numbers.
    public var hosts: [String] = []
    /// The proxies in front of the site. What they state about a request's client counts.
    public var trustedProxies = TrustedProxies()
    /// The folder of all persistent data: uploads while they are read, saved values and stored sessions.
    public var data = ".data"
    /// The folder of static files.
    public var publicFolder = "Public"
    /// The least severe level that is logged.
    public var logLevel = Log.Level.info
    /// How lines of the log are written.
    public var logFormat = Log.Format.logfmt
    /// Whether each request is logged, and not only refused ones.
    public var accessLog = false
    /// Whether sessions record their messages, so that a developer can inspect them, and step back and forth. Each page then has
    /// its history at its foot, which is also at `/elmwood/history`. For development, not for visitors.
    public var history = false
    /// The certificate and key files, PEM; nil to serve without TLS.
    public var tls: TLSFiles?

    /// A certificate chain and its private key, as PEM files.
    public struct TLSFiles: Equatable, Sendable {
        /// The path of the certificate chain.
        public var certificate: String
        /// The path of the private key.
        public var key: String

        /// Creates a pair of paths.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// The greatest number of concurrent connections. Each open live page has a permanent one.
    public var connections = 10_000
    /// The greatest number of concurrent connections of one client, which is an IPv4 address or an IPv6 network of 64 bits. Nil: a
    /// quarter of all.
    public var connectionsPerClient: Int?
    /// How often one visitor may post, which includes the events of live pages; nil for no limit. Beyond it, posts are refused with
    /// 429, and a live page sends its events again a moment later.
    public var postsPerVisitor: Rate? = Rate(perSecond: 20, burst: 100)
    /// How often the visitors of one client may post together; nil for no limit.
    public var postsPerClient: Rate? = Rate(perSecond: 400, burst: 2_000)
    /// How long the files of an accepted post remain on disk, so that an effect can read or move them.
    public var uploadLife: Duration = .seconds(3_600)
    /// The greatest number of bytes of such files together. Beyond it, the oldest are removed.
    public var uploadRoom = 1_000_000_000

    /// Where visitors' sessions are stored.
    public var sessions = SessionStorage.memory
    /// What stored sessions survive.
    public var durability = StorageDurability.processEnd

    /// Where visitors' sessions are stored.
    public enum SessionStorage: String, Sendable {
        /// In memory, as long as the process runs.
        case memory
        /// In a SQLite file in the data folder.
        case sqlite
    }

    /// Whether ``Site/main()`` serves in a separate process, under a supervisor. The supervisor starts a new process when that one
    /// ends, and starts one that takes over on SIGHUP.
    public var isSupervised = false

    /// Creates the default settings.
    public init() {}

    /// Creates the settings of an environment.
    ///
    /// - Throws: ``SettingsError`` with one sentence if a variable has an invalid value.
    public init(environment: [String: String]) throws {
        if let host = environment["HOST"], !host.isEmpty {
            self.host = host
        }
        if let text = environment["PORT"], !text.isEmpty {
            guard let port = UInt16(text) else {
                throw SettingsError("PORT is \"\(text)\", which is no port: use a number from 0 to 65535.")
            }
            self.port = port
        }
        if let text = environment["ELMWOOD_ORIGIN"], !text.isEmpty {
            guard let origin = Origin(text) else {
                throw SettingsError("ELMWOOD_ORIGIN is \"\(text)\", which is no origin: https://shop.example is one.")
            }
            self.origin = origin
        }
        if let text = environment["ELMWOOD_HOSTS"] {
            hosts = text.split { $0 == "," || $0 == " " }.map(String.init)
        }
        if let text = environment["ELMWOOD_TRUSTED_PROXIES"], !text.isEmpty {
            do {
                trustedProxies = try TrustedProxies(text)
            } catch {
                throw SettingsError("ELMWOOD_TRUSTED_PROXIES: \(error)")
            }
        }
        if let data = environment["ELMWOOD_DATA"], !data.isEmpty {
            self.data = data
        }
        if let folder = environment["ELMWOOD_PUBLIC"], !folder.isEmpty {
            publicFolder = folder
        }
        if let text = environment["ELMWOOD_LOG"], !text.isEmpty {
            guard let level = Log.Level(rawValue: text) else {
                let levels = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw SettingsError("ELMWOOD_LOG is \"\(text)\", which is no level: use one of \(levels).")
            }
            logLevel = level
        }
        if let text = environment["ELMWOOD_LOG_FORMAT"], !text.isEmpty {
            guard let format = Log.Format(rawValue: text) else {
                throw SettingsError("ELMWOOD_LOG_FORMAT is \"\(text)\": use logfmt or json.")
            }
            logFormat = format
        }
        if let text = environment["ELMWOOD_ACCESS_LOG"], !text.isEmpty {
            guard text == "on" || text == "off" else {
                throw SettingsError("ELMWOOD_ACCESS_LOG is \"\(text)\": use on or off.")
            }
            accessLog = text == "on"
        }
        if let text = environment["ELMWOOD_HISTORY"], !text.isEmpty {
            guard text == "on" || text == "off" else {
                throw SettingsError("ELMWOOD_HISTORY is \"\(text)\", which says nothing: use on or off.")
            }
            history = text == "on"
        }
        if let text = environment["ELMWOOD_CONNECTIONS"], !text.isEmpty {
            guard let connections = Int(text), connections > 0 else {
                throw SettingsError("ELMWOOD_CONNECTIONS is \"\(text)\", which is no number of connections.")
            }
            self.connections = connections
        }
        if let text = environment["ELMWOOD_CONNECTIONS_PER_CLIENT"], !text.isEmpty {
            guard let connections = Int(text), connections > 0 else {
                throw SettingsError("ELMWOOD_CONNECTIONS_PER_CLIENT is \"\(text)\", which is no number of connections.")
            }
            connectionsPerClient = connections
        }
        postsPerVisitor = try Self.rate("ELMWOOD_POSTS_PER_VISITOR", in: environment, default: postsPerVisitor)
        postsPerClient = try Self.rate("ELMWOOD_POSTS_PER_CLIENT", in: environment, default: postsPerClient)
        if let text = environment["ELMWOOD_SESSIONS"], !text.isEmpty {
            guard let sessions = SessionStorage(rawValue: text) else {
                throw SettingsError("ELMWOOD_SESSIONS is \"\(text)\": use sqlite or memory.")
            }
            self.sessions = sessions
        }
        if let text = environment["ELMWOOD_DURABILITY"], !text.isEmpty {
            switch text {
            case "process": durability = .processEnd
            case "power": durability = .powerLoss
            default: throw SettingsError("ELMWOOD_DURABILITY is \"\(text)\": use process or power.")
            }
        }
        if let text = environment["ELMWOOD_SUPERVISOR"], !text.isEmpty {
            guard text == "on" || text == "off" else {
                throw SettingsError("ELMWOOD_SUPERVISOR is \"\(text)\": use on or off.")
            }
            isSupervised = text == "on"
        }
        let certificate = environment["ELMWOOD_TLS_CERTIFICATE"].flatMap { $0.isEmpty ? nil : $0 }
        let key = environment["ELMWOOD_TLS_KEY"].flatMap { $0.isEmpty ? nil : $0 }
        switch (certificate, key) {
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (nil, nil): break
        case (_?, nil):
            throw SettingsError("ELMWOOD_TLS_CERTIFICATE is set, but ELMWOOD_TLS_KEY is not: TLS needs both.")
        case (nil, _?):
            throw SettingsError("ELMWOOD_TLS_KEY is set, but ELMWOOD_TLS_CERTIFICATE is not: TLS needs both.")
        }
    }

    private static func rate(
        _ name: String,
        in environment: [String: String],
        default rate: Rate?
    ) throws -> Rate? {
        guard let text = environment[name], !text.isEmpty else { return rate }
        guard text != "off" else { return nil }
        guard let rate = Rate(text) else {
            throw SettingsError(
                "\(name) is \"\(text)\": use a number a second such as 20, with a burst 20/100, or off."
            )
        }
        return rate
    }
}

/// An invalid setting, described in one sentence.
public struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem, and how to fix it.
    public let description: String

    /// Creates an error with that sentence.
    public init(_ description: String) {
        self.description = description
    }
}
