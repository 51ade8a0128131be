import Foundation
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// Connections over TLS.
@Suite struct TLSTests {
    @Test func `With a certificate and a key the server uses TLS, and plain HTTP is not answered`() throws {
        try withFiles { files in
            let respond: @Sendable (Request) -> Answer = { request in
                .response(.text("\(request.path) \(request.isSecure) \(request.form?.entries.count ?? 0)"))
            }
            try withServer({ $0.tls = files }, respond: respond) { server in
                let address = "https://127.0.0.1:\(server.port)/secret"
                let get = try curl(["--cacert", files.certificate, address])
                #expect(get == "/secret true 0")
                let post = try curl(["--cacert", files.certificate, "-d", "a=b", address])
                #expect(post == "/secret true 1")
                let plain = try HTTPConnection(port: server.port)
                try plain.send(requestText("GET", "/"))
                let answer = try plain.readToEnd()
                #expect(!String(decoding: answer, as: UTF8.self).contains("HTTP/1.1 200"))
            }
        }
    }

    @Test func `Over TLS a malformed request is refused too, and a silent connection is closed in time`() throws {
        try withFiles { files in
            try withServer({ $0.tls = files }) { server in
                let address = "https://127.0.0.1:\(server.port)/"
                let options = ["--cacert", files.certificate, "-o", "/dev/null", "-w", "%{http_code}"]
                let status = try curl(options + ["-H", "Host: a/b", address])
                #expect(status == "400")
            }
            try withServer({
                $0.tls = files
                $0.limits.receiveTime = .milliseconds(50)
            }) { server in
                let silent = try HTTPConnection(port: server.port)
                let rest = try silent.readToEnd()
                #expect(rest.isEmpty)
            }
        }
    }

    @Test(arguments: [("1.0", "35"), ("1.1", "35"), ("1.2", "0"), ("1.3", "0")])
    func `Versions before TLS 1.2 are refused`(_ version: String, _ expected: String) throws {
        try withFiles { files in
            try withServer({ $0.tls = files }) { server in
                let options = ["--tls-max", version, "--tlsv\(version)", "--ciphers", "DEFAULT:@SECLEVEL=0"]
                let result = try curl(
                    ["--cacert", files.certificate, "-o", "/dev/null", "-w", "%{exitcode}"] + options
                        + ["https://127.0.0.1:\(server.port)/"]
                )
                #expect(result == expected)
            }
        }
    }

    @Test(arguments: [
        ("ECDHE-ECDSA-AES256-GCM-SHA384", "0"), ("ECDHE-ECDSA-AES128-GCM-SHA256", "0"),
        ("ECDHE-ECDSA-CHACHA20-POLY1305", "0"), ("ECDHE-ECDSA-AES256-SHA", "35"), ("ECDHE-ECDSA-AES128-SHA", "35"),
        ("ECDHE-ECDSA-AES256-SHA384", "35"), ("ECDHE-ECDSA-AES128-SHA256", "35"), ("ECDHE-ECDSA-AES256-CCM", "35"),
    ])
    func `TLS 1.2 is used with authenticated encryption alone`(_ cipher: String, _ expected: String) throws {
        try withFiles { files in
            try withServer({ $0.tls = files }) { server in
                let result = try curl([
                    "--cacert", files.certificate, "-o", "/dev/null", "-w", "%{exitcode}", "--tls-max", "1.2",
                    "--ciphers", cipher + ":@SECLEVEL=0", "https://127.0.0.1:\(server.port)/",
                ])
                #expect(result == expected)
            }
        }
    }

    @Test func `What the library refuses is answered over TLS with the server's fields, or not at all`() throws {
        try withFiles { files in
            try withServer({ $0.tls = files }) { server in
                let options = ["--cacert", files.certificate, "--http1.1", "-i", "-w", "%{exitcode}"]
                let address = "https://127.0.0.1:\(server.port)/"
                var long = ""
                // The connection may be closed while curl still sends: then it fails without reading the answer.
                for _ in 0..<20 where !long.hasPrefix("HTTP/1.1 ") {
                    long = try curl(options + ["-H", "X: " + String(repeating: "a", count: 60_000), address])
                }
                #expect(long.hasPrefix("HTTP/1.1 431"))
                #expect(long.contains("X-Content-Type-Options: nosniff"))
                #expect(long.split(separator: "HTTP/1.1 ").count == 1)
                // The library would send this head twice.
                let wrong = try curl(options + ["-H", "Content-Length: +17", "-X", "POST", address])
                #expect(wrong.split(separator: "HTTP/1.1 ").count <= 1)
                let next = try curl(["--cacert", files.certificate, address])
                #expect(next == "GET /")
            }
        }
    }

    @Test func `Missing files and files without a certificate are errors that say so`() throws {
        try withFiles { files in
            for bad in [
                TLSFiles(certificate: "/missing", key: files.key),
                TLSFiles(certificate: files.key, key: files.certificate),
            ] {
                var configuration = ServerConfiguration()
                configuration.port = 0
                configuration.tls = bad
                let server = HTTPServer(configuration) { _ in .response(Response(.ok)) }
                #expect(throws: HTTPServerError.self) { _ = try server.start() }
            }
        }
    }

    @Test func `A stream works over TLS too, including heartbeats, and a stop ends it`() throws {
        try withFiles { files in
            let feed = Feed("one")
            try withServer(
                { $0.tls = files },
                respond: { _ in .response(feed.response(heartbeat: "beat\n", every: .milliseconds(50))) }
            ) { server in
                let address = "https://127.0.0.1:\(server.port)/"
                let curl = try TestCommand(
                    ["curl", "-s", "-N", "--max-time", "60", "--cacert", files.certificate, address]
                )
                #expect(curl.output(until: "beat\n").hasPrefix("onebeat\n"))
                feed.give("two")
                #expect(curl.output(until: "two").contains("two"))
                server.stop(within: .seconds(20))
                #expect(curl.status() == 0)
            }
            #expect(feed.endCount == 1)
        }
    }

    private func curl(_ arguments: [String]) throws -> String {
        try TestCommand.run(["curl", "-s", "--max-time", "60"] + arguments).output
    }

    private func withFiles(_ body: (TLSFiles) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = TLSFiles(
            certificate: folder.appendingPathComponent("certificate.pem").path,
            key: folder.appendingPathComponent("key.pem").path
        )
        try Data(certificate.utf8).write(to: URL(fileURLWithPath: files.certificate))
        try Data(key.utf8).write(to: URL(fileURLWithPath: files.key))
        try body(files)
    }
}

/// A self-signed certificate for localhost, valid for a century. It is of no use outside of the tests.
private let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBmzCCAUGgAwIBAgIUGMLV7alex0PLFaJy6GgkrUYBIwcwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0MzIwMloYDzIxMjYxMDI4
    MDQzMjAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARzBihS85qGAOQPbMHKLw9UoZUvWnN7wZ8olZbda1tJK3HcZVIfoeEt
    XzeO31ySb3DrzY9rHkAALdswv4sI9/xro28wbTAdBgNVHQ4EFgQU2cC5XDszZG/q
    /Nos9ctks3heVTYwHwYDVR0jBBgwFoAU2cC5XDszZG/q/Nos9ctks3heVTYwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSAAwRQIgU2vtD3SNVugfqgvkLigSUZYW5lq8eqGA/Vtk/t0wxNECIQCy
    H4sDkOX5i3ieIZBprxNdMBXn+3d2UaaKtEkbztXvSQ==
    -----END CERTIFICATE-----

    """

private let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDRt54/AijZjQ0+UX
    1z239edcsedH+7vSots0AnQAtH6hRANCAARzBihS85qGAOQPbMHKLw9UoZUvWnN7
    wZ8olZbda1tJK3HcZVIfoeEtXzeO31ySb3DrzY9rHkAALdswv4sI9/xr
    -----END PRIVATE KEY-----

    """
