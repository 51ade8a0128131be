import ElmwoodHTTPServer
import ElmwoodStorage

/// The settings that a site is served with. They come from the environment, or from the program itself.
///
/// | variable | meaning | default |
/// |---|---|---|
/// | `HOST` | the address to listen on, or `unix:` and the path of a Unix socket | `127.0.0.1` |
/// | `PORT` | the port to listen on; 0 for any that is free | `8080` |
/// | `ELMWOOD_SOCKET_MODE` | the permissions of a Unix socket, octal | `0660` |
/// | `ELMWOOD_ORIGIN` | the origin as visitors address it, such as `https://shop.example`, if it is not that of `HOST` and `PORT` | – |
/// | `ELMWOOD_HOSTS` | further host names under which the site answers, separated by commas; `*` for any | – |
/// | `ELMWOOD_TRUSTED_PROXIES` | the addresses and networks of proxies in front, separated by commas; `unix`: at a Unix socket | – |
/// | `ELMWOOD_HSTS` | over TLS, browsers are told to use nothing else: `host`, for this host; `subdomains`; `off` | `host` |
/// | `ELMWOOD_DATA` | the folder of all persistent data | `.data` |
/// | `ELMWOOD_SECRET` | the secret of the site, at least 32 characters; a former one may follow after a comma | – |
/// | `ELMWOOD_PUBLIC` | the folder of static files | `Public` |
/// | `ELMWOOD_PUBLIC_TYPES` | further types of static files, separated by commas: `zip, glb=model/gltf-binary` | – |
/// | `ELMWOOD_PUBLIC_POLICY` | which sites' pages may load static files: `same-origin`, `same-site` or `cross-origin` | – |
/// | `ELMWOOD_CSP` | further sources of the `Content-Security-Policy`: `img-src https://cdn.example; script-src 'sha256-…'` | – |
/// | `ELMWOOD_COMPRESSION` | the level of gzip, from 1, the fastest, to 9, the smallest; or `off` | `1` |
/// | `ELMWOOD_COMPRESSION_FROM` | the size from which answers are compressed, in bytes | `2000` |
/// | `ELMWOOD_LOG` | `debug`, `info`, `warning`, `error` or `none` | `info` |
/// | `ELMWOOD_LOG_FORMAT` | `logfmt`, or `json` | `logfmt` |
/// | `ELMWOOD_ACCESS_LOG` | `on` or `off`: whether each request is logged, and not only refused ones | `off` |
/// | `ELMWOOD_HISTORY` | `on` or `off`: whether sessions record their messages, for the history at each page's foot | `off`; `on` for `elmwood dev`, if the site has it |
/// | `ELMWOOD_HISTORY_PUBLIC` | `on`: the history is recorded although others than this machine can reach the site | `off` |
/// | `ELMWOOD_DEVELOPMENT` | the folder in which `elmwood dev` says how a build went, for the open pages | – |
/// | `ELMWOOD_SESSION_IDLE` | how long a session exists after the visitor's last request, such as `30d`, `12h` or `45m` | `30d` |
/// | `ELMWOOD_SESSION_LIFE` | how long a session's id is valid at most; a sign-in that renews it starts the time again | `180d` |
/// | `ELMWOOD_VISITOR_LIFE` | how long a visitor's saved values remain after they were last used, and the cookie that finds them | `400d` |
/// | `ELMWOOD_CONNECTIONS` | the greatest number of concurrent connections, including those of open live pages | 10000 |
/// | `ELMWOOD_CONNECTIONS_PER_CLIENT` | those of one client: an IPv4 address, or an IPv6 network of 64 bits | a quarter |
/// | `ELMWOOD_POSTS_PER_VISITOR` | posts a second, and at once after a pause; `off` for no limit | `20/100` |
/// | `ELMWOOD_POSTS_PER_CLIENT` | the same for one client, which many visitors may share | `400/2000` |
/// | `ELMWOOD_SESSIONS_PER_CLIENT` | sessions that may begin a second for one client, and at once after a pause | `50/1000` |
/// | `ELMWOOD_STORED_PER_VISITOR` | bytes that one visitor may add to the stores in a day; `off`: any number | `100M` |
/// | `ELMWOOD_STORED_PER_CLIENT` | bytes that the visitors of one client may add to the stores in a day; `off`: any number | `1G` |
/// | `ELMWOOD_PAGE_SIZE` | the greatest size of a page's HTML in bytes; `off`: any size | `8M` |
/// | `ELMWOOD_FILE_SIZE` | the greatest size of one file in a form, in bytes; `off`: any size | `10M` |
/// | `ELMWOOD_SESSIONS` | `sqlite`: sessions are stored in the data folder; `memory`: they end with the process; `postgresql://…`: they are in a database that several nodes share (`Site.use(_:)`) | `memory` |
/// | `ELMWOOD_DURABILITY` | what stored sessions survive: `process` (its end), `power` (also a power failure; slower) | `process` |
/// | `ELMWOOD_ADMIN` | an address of this machine for metrics, health and a page about the operation: `127.0.0.1:9090` | – |
/// | `ELMWOOD_DRAIN` | seconds to continue to serve after SIGTERM, while `/ready` fails | `0` |
/// | `ELMWOOD_CALL_LIMIT` | seconds that a program's function, or a request's work on an event loop, may take before the supervisor replaces the process; `off` for no limit | `60` |
/// | `ELMWOOD_SUPERVISOR` | `on`: a separate process serves, and is restarted when it ends | `off` |
/// | `ELMWOOD_TLS_CERTIFICATE`, `ELMWOOD_TLS_KEY` | PEM files; with both, the site is served over TLS | – |
public struct Settings: Equatable, Sendable {
    /// The address to listen on: an address in numbers, or `unix:` and the path of a Unix socket.
    public var host = "127.0.0.1"
    /// The permissions of a Unix socket's file. Any process that may write to it can connect.
    public var socketMode: UInt32 = 0o660
    /// The port to listen on; 0 for any that is free.
    public var port: UInt16 = 8080
    /// The origin of the site as visitors address it, for instance at a proxy that serves TLS for it; nil if it is that of ``host``
    /// and ``port``. If its scheme is `https`, cookies are for TLS only, and browsers are told to use nothing else.
    public var origin: Origin?
    /// Further host names under which the site answers; `*` for any. It always answers under the name of ``origin`` and under
    /// `localhost`; under an address in numbers, if it has no name, or the client has connected to that address.
    public var hosts: [String] = []
    /// The proxies in front of the site. What they state about a request's client counts.
    public var trustedProxies = TrustedProxies()
    /// What browsers are told to request over TLS only (RFC 6797), if the site is reached over TLS.
    public var transportSecurity = TransportSecurity.host

    /// What browsers are told to request over TLS only.
    public enum TransportSecurity: String, CaseIterable, Sendable {
        /// Nothing.
        case off
        /// This host.
        case host
        /// This host and all names below it.
        case subdomains
    }

    /// Further sources of the directives of the `Content-Security-Policy`, by name: what pages may load beside the site's own files.
    public var contentSecurityPolicy: [String: String] = [:]

    /// The folder of all persistent data: uploads while they are read, saved values and stored sessions.
    public var data = ".data"
    /// The secret from which the program makes its keys (`SealingKey` of `ElmwoodAccounts`); nil if the key is in a file of the
    /// folder ``data``. Several nodes of a site have the same. Former secrets follow, separated by commas.
    public var secret: String?
    /// The folder of static files.
    public var publicFolder = "Public"
    /// Further types of static files, by their extension without the dot. Those that pages consist of are always served.
    public var publicTypes: [String: String] = [:]
    /// Which sites' pages may load static files; nil: browsers decide.
    public var publicPolicy: ResourcePolicy?
    /// How answers are compressed for clients that accept it; nil: not at all.
    public var compression: Compression? = Compression()
    /// The least severe level that is logged.
    public var logLevel = Log.Level.info
    /// How lines of the log are written.
    public var logFormat = Log.Format.logfmt
    /// Whether each request is logged, and not only refused ones.
    public var accessLog = false
    /// Whether ``history`` is on, and whether the site has to have it.
    package var historyUse = HistoryUse.off
    /// Whether ``history`` may be on although others than this machine can reach the site. It shows each visitor the messages and
    /// models of their own sessions, and it takes memory.
    public var isHistoryPublic = false
    /// The folder in which `elmwood dev` says how a build went, for the open pages; nil: not in development. It exists.
    public var development: String?
    /// How long a session exists after the visitor's last request; nil for ``SessionLimits/idleLife``.
    public var sessionIdleLife: Duration?
    /// How long a session's id is valid at most; nil for ``SessionLimits/absoluteLife``.
    public var sessionLife: Duration?
    /// How long a visitor's saved values remain after they were last used, and the cookie that finds them: at least as long as a
    /// session's id is valid.
    public var visitorLife: Duration = .seconds(400 * 86_400)
    /// The greatest size of a page's HTML in bytes; nil for ``SessionLimits/pageSize``. A request for a larger page is answered with 507.
    public var pageSize: Int?
    /// The greatest size of one file in a form, in bytes. A larger one is a problem of its field. Files are written to disk as they arrive, so this is
    /// no limit of memory. A field may allow less (``Attribute/fileSize(upTo:)``), and an endpoint another size (``EndpointBody/file(upTo:)``).
    public var fileSize = 10_000_000
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
    /// How often a session may begin for one client; nil for no limit. Beyond it, what would begin one is refused with 429.
    public var sessionsPerClient: Rate? = Rate(perSecond: 50, burst: 1_000)
    /// How many bytes the sessions and saved values of one visitor may add to the stores in a day; nil for no limit. Beyond it, what
    /// would make a model larger is refused with 503, and saving a larger value fails.
    public var storedPerVisitor: Int? = 100_000_000
    /// How many bytes the visitors of one client may add to the stores in a day together; nil for no limit.
    public var storedPerClient: Int? = 1_000_000_000
    /// How long the files of an accepted post remain on disk, so that an effect can read or move them.
    public var uploadLife: Duration = .seconds(3_600)
    /// The greatest number of bytes of such files together. Beyond it, the oldest are removed.
    public var uploadRoom = 1_000_000_000

    /// How long an upload in pieces waits for its next piece, or to be sent with its form.
    public var resumableUploadLife: Duration = .seconds(86_400)
    /// The greatest number of bytes of uploads in pieces together, with those that programs have accepted and not yet moved. Beyond it, no further
    /// one begins, and those that have begun wait.
    public var resumableUploadRoom = 20_000_000_000
    /// The greatest number of bytes of one visitor's uploads in pieces.
    public var resumableUploadRoomPerVisitor = 10_000_000_000

    /// Where visitors' sessions are stored.
    public var sessions = SessionStorage.memory
    /// What stored sessions survive.
    public var durability = StorageDurability.processEnd

    /// Where visitors' sessions are stored.
    public enum SessionStorage: Equatable, Sendable {
        /// In memory, as long as the process runs.
        case memory
        /// In a SQLite file in the data folder.
        case sqlite
        /// At an address such as `postgresql://…`, which a ``SessionStoreScheme`` of the site opens (``Site/use(_:)-(SessionStoreScheme)``).
        case address(String)

        /// Reads a setting: `memory`, `sqlite` or an address; nil for any other text.
        init?(_ text: String) {
            switch text {
            case "memory": self = .memory
            case "sqlite": self = .sqlite
            default:
                guard text.contains("://") else { return nil }
                self = .address(text)
            }
        }
    }

    /// Where metrics, checks of health and a page about the operation are served, apart from the site; nil: nowhere.
    public var admin: AdminAddress?
    /// How long the process continues to serve after SIGTERM, while `/ready` of the admin address fails, so that a load balancer
    /// sends its requests elsewhere before the process stops.
    public var drainTime = Duration.zero
    /// How long a program's function may run, with a supervisor, before the process is replaced; nil for no limit. The call is not
    /// tried again.
    public var callLimit: Duration? = .seconds(60)

    /// Whether ``Site/main()`` serves in a separate process, under a supervisor. The supervisor starts a new process when that one
    /// ends, and starts one that takes over on SIGHUP.
    public var isSupervised = false

    /// Creates the default settings.
    public init() {}

    /// Creates the settings of an environment.
    ///
    /// - Throws: ``SettingsError`` with one sentence if a variable has an invalid value.
    public init(environment: [String: String]) throws {
        let variables = SettingsReader(environment: environment)
        host =
            try variables.read("HOST", or: ": add the path of the socket, such as unix:/run/shop.sock.") {
                ListeningSockets.path($0)?.isEmpty == true ? nil : $0
            } ?? host
        port =
            try variables.read("PORT", or: ", which is no port: use a number from 0 to 65535.") { UInt16($0) } ?? port
        origin = try variables.read("ELMWOOD_ORIGIN", or: ", which is no origin: https://shop.example is one.") {
            Origin($0)
        }
        hosts = variables["ELMWOOD_HOSTS"]?.split { $0 == "," || $0 == " " }.map(String.init) ?? []
        if let text = variables["ELMWOOD_TRUSTED_PROXIES"] {
            do {
                trustedProxies = try TrustedProxies(text)
            } catch {
                throw SettingsError("ELMWOOD_TRUSTED_PROXIES: \(error)")
            }
        }
        data = variables["ELMWOOD_DATA"] ?? data
        secret = try Self.secret(variables)
        publicFolder = variables["ELMWOOD_PUBLIC"] ?? publicFolder
        publicTypes = try Self.types(variables["ELMWOOD_PUBLIC_TYPES"] ?? "")
        publicPolicy = try variables.read("ELMWOOD_PUBLIC_POLICY", or: ": use same-origin, same-site or cross-origin.")
        {
            ResourcePolicy(rawValue: $0)
        }
        contentSecurityPolicy = try Self.contentSecurityPolicy(variables["ELMWOOD_CSP"] ?? "")
        compression = try Self.compression(variables)
        socketMode =
            try variables.read("ELMWOOD_SOCKET_MODE", or: ": use octal permissions such as 0660.") {
                UInt32($0, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
            } ?? socketMode
        transportSecurity =
            try variables.read("ELMWOOD_HSTS", or: ": use host, subdomains or off.") {
                TransportSecurity(rawValue: $0)
            } ?? transportSecurity
        let levels = Log.Level.allCases.map(\.rawValue).joined(separator: ", ")
        logLevel =
            try variables.read("ELMWOOD_LOG", or: ", which is no level: use one of \(levels).") {
                Log.Level(rawValue: $0)
            } ?? logLevel
        logFormat =
            try variables.read("ELMWOOD_LOG_FORMAT", or: ": use logfmt or json.") { Log.Format(rawValue: $0) }
            ?? logFormat
        accessLog = try variables.isOn("ELMWOOD_ACCESS_LOG") ?? accessLog
        development = variables["ELMWOOD_DEVELOPMENT"]
        if let isOn = try variables.isOn("ELMWOOD_HISTORY", or: ", which says nothing: use on or off.") {
            history = isOn
        } else if development != nil {
            historyUse = .ifPresent
        }
        isHistoryPublic = try variables.isOn("ELMWOOD_HISTORY_PUBLIC") ?? isHistoryPublic
        sessionIdleLife = try variables.lifetime("ELMWOOD_SESSION_IDLE")
        sessionLife = try variables.lifetime("ELMWOOD_SESSION_LIFE")
        visitorLife = try variables.lifetime("ELMWOOD_VISITOR_LIFE") ?? visitorLife
        connections = try variables.connections("ELMWOOD_CONNECTIONS") ?? connections
        connectionsPerClient = try variables.connections("ELMWOOD_CONNECTIONS_PER_CLIENT")
        postsPerVisitor = try variables.rate("ELMWOOD_POSTS_PER_VISITOR", default: postsPerVisitor)
        postsPerClient = try variables.rate("ELMWOOD_POSTS_PER_CLIENT", default: postsPerClient)
        sessionsPerClient = try variables.rate("ELMWOOD_SESSIONS_PER_CLIENT", default: sessionsPerClient)
        storedPerVisitor = try variables.bytes("ELMWOOD_STORED_PER_VISITOR", default: storedPerVisitor)
        storedPerClient = try variables.bytes("ELMWOOD_STORED_PER_CLIENT", default: storedPerClient)
        pageSize = try variables.bytes("ELMWOOD_PAGE_SIZE", default: nil, off: .max)
        fileSize = try variables.bytes("ELMWOOD_FILE_SIZE", default: nil, off: .max) ?? fileSize
        resumableUploadLife = try variables.lifetime("ELMWOOD_UPLOAD_LIFE") ?? resumableUploadLife
        let room = try variables.bytes("ELMWOOD_UPLOAD_ROOM", default: resumableUploadRoom, off: .max)
        resumableUploadRoom = room ?? resumableUploadRoom
        resumableUploadRoomPerVisitor =
            try variables.bytes("ELMWOOD_UPLOAD_ROOM_PER_VISITOR", default: resumableUploadRoomPerVisitor, off: .max)
            ?? resumableUploadRoomPerVisitor
        sessions =
            try variables.read(
                "ELMWOOD_SESSIONS",
                or: ": use sqlite, memory, or an address such as postgresql://…"
            ) { SessionStorage($0) } ?? sessions
        durability =
            try variables.read("ELMWOOD_DURABILITY", or: ": use process or power.") {
                ["process": .processEnd, "power": .powerLoss][$0]
            } ?? durability
        isSupervised = try variables.isOn("ELMWOOD_SUPERVISOR") ?? isSupervised
        admin = try variables.read(
            "ELMWOOD_ADMIN",
            or: ": use an address and port that only this machine reaches, such as 127.0.0.1:9090."
        ) { AdminAddress($0) }
        drainTime =
            try variables.read("ELMWOOD_DRAIN", or: ", which is no number of seconds.") {
                UInt16($0).map { .seconds($0) }
            } ?? drainTime
        callLimit = try variables.limit(
            "ELMWOOD_CALL_LIMIT",
            default: callLimit,
            or: ": use a number of seconds, or off."
        ) {
            UInt16($0).flatMap { $0 > 0 ? .seconds($0) : nil }
        }
        switch (variables["ELMWOOD_TLS_CERTIFICATE"], variables["ELMWOOD_TLS_KEY"]) {
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (nil, nil): break
        case (_?, nil):
            throw SettingsError("ELMWOOD_TLS_CERTIFICATE is set, but ELMWOOD_TLS_KEY is not: TLS needs both.")
        case (nil, _?):
            throw SettingsError("ELMWOOD_TLS_KEY is set, but ELMWOOD_TLS_CERTIFICATE is not: TLS needs both.")
        }
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
