import Glibc
import ElmwoodTestSupport

/// A proxy in front of a supervised site, with the project's own configuration for it, on a port of its own and over TLS.
final class ProxyProcess {
    /// A proxy that the project has a configuration for.
    enum Kind: String, CaseIterable {
        case nginx, haproxy, caddy

        /// The path of its executable; nil if it is not installed.
        var executable: String? {
            ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"].map { $0 + rawValue }
                .first { access($0, X_OK) == 0 }
        }

        /// Returns the address of a Unix socket in its configuration.
        func address(of path: String) -> String {
            switch self {
            case .nginx: "unix:" + path
            case .haproxy: "unix@" + path
            case .caddy: "unix/" + path
            }
        }

        static var installed: [Kind] { allCases.filter { $0.executable != nil } }
    }

    let port: Int
    private let reserved: ReservedPort
    private let folder: String
    private let process: Int32

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// - Parameter socket: the Unix socket at which the site listens; nil if it is at a port.
    init(_ kind: Kind, to site: Int, socket: String? = nil) throws {
        reserved = try ReservedPort()
        port = reserved.number
        let folder = "/tmp/elmwood-proxy-\(getpid())-\(port)"
        self.folder = folder
        mkdir(folder, 0o700)
        let names = "subjectAltName=DNS:shop.example"
        _ = try Self.output(
            of: "cd \(folder) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
                + " -subj /CN=shop.example -addext \(names) -keyout key.pem -out certificate.pem 2>&1"
                + " && cat certificate.pem key.pem > both.pem"
        )
        let project = #filePath.split(separator: "Tests/ElmwoodSupervisorTests", maxSplits: 1)[0]
        var text: String
        let command: String
        switch kind {
        case .nginx:
            text = Self.text(of: project + "deploy/nginx.conf")
            Self.replace("/etc/ssl/shop.example.pem", by: folder + "/certificate.pem", in: &text)
            Self.replace("/etc/ssl/shop.example.key", by: folder + "/key.pem", in: &text)
            Self.replace("listen 443", by: "listen 127.0.0.1:\(port)", in: &text)
            let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
            text = """
                daemon off; pid \(folder)/pid; error_log stderr;
                events {}
                http { access_log off; gzip on; \(places.joined(separator: " "))
                \(text)
                }
                """
            command = "-p \(folder) -c \(folder)/configuration"
        case .haproxy:
            text = Self.text(of: project + "deploy/haproxy.cfg")
            Self.replace("/etc/ssl/shop.example.pem", by: folder + "/both.pem", in: &text)
            Self.replace("bind :443", by: "bind 127.0.0.1:\(port)", in: &text)
            command = "-db -f \(folder)/configuration"
        case .caddy:
            text = Self.text(of: project + "deploy/Caddyfile")
            Self.replace(
                "shop.example {",
                by: "{\nadmin off\nauto_https disable_redirects\n}\nhttps://shop.example:\(port) {\nbind 127.0.0.1\n"
                    + "tls \(folder)/certificate.pem \(folder)/key.pem",
                in: &text
            )
            command = "run --adapter caddyfile --config \(folder)/configuration"
        }
        Self.replace("127.0.0.1:8080", by: socket.map(kind.address) ?? "127.0.0.1:\(site)", in: &text)
        try Self.write(text, to: folder + "/configuration")
        guard let executable = kind.executable else { throw Failure(description: "\(kind) is not installed.") }
        process = try Self.start("exec env HOME=\(folder) \(executable) \(command) > \(folder)/log 2>&1")
    }

    deinit {
        // A master of nginx that is killed leaves its workers behind.
        kill(process, SIGTERM)
        var status: Int32 = 0
        var looks = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            looks += 1
            if looks == 2_500 { kill(process, SIGKILL) }
            waitBriefly()
        }
        _ = try? Self.output(of: "rm -rf \(folder)")
    }

    /// Its output.
    var log: String { Self.text(of: folder + "/log") }

    /// Runs curl with requests for the site through the proxy, over HTTP/2. Returns its output.
    ///
    /// - Parameter words: the words of the command behind the common ones; `ORIGIN` is the site's address.
    func curl(_ words: String) throws -> String {
        let origin = "https://shop.example:\(port)"
        var words = words
        Self.replace("ORIGIN", by: origin, in: &words)
        return try Self.output(
            of: "cd \(folder) && curl -sS --http2 --max-time 60 --cacert certificate.pem"
                + " --resolve shop.example:\(port):127.0.0.1 \(words) 2>&1"
        )
    }

    /// Waits until a page of the site is there.
    func awaitAnswer() throws {
        for _ in 0..<3_000 {
            var state: Int32 = 0
            guard waitpid(process, &state, WNOHANG) == 0 else {
                throw Failure(description: "The proxy has ended: \(log)")
            }
            if try curl("-o /dev/null -w '%{http_code}' ORIGIN/counter || true") == "200" { return }
            waitBriefly()
        }
        throw Failure(description: "The proxy does not answer: \(log)")
    }

    // MARK: The system

    private static func start(_ command: String) throws -> Int32 {
        let texts = ["/bin/sh", "-c", command]
        var words = texts.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0 else {
            throw Failure(description: "There is no shell.")
        }
        return process
    }

    private static func output(of command: String) throws -> String {
        guard let pipe = popen(command, "r") else { throw Failure(description: "There is no shell.") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        let output = String(decoding: bytes, as: UTF8.self)
        guard pclose(pipe) == 0 else { throw Failure(description: "\(command): \(output)") }
        return output
    }

    private static func text(of path: some StringProtocol) -> String {
        guard let file = fopen(String(path), "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Failure(description: "\(path) cannot be written.") }
        fputs(text, file)
        fclose(file)
    }

    private static func replace(_ former: String, by text: String, in all: inout String) {
        all = all.split(separator: former, omittingEmptySubsequences: false).joined(separator: text)
    }
}
