import ElmwoodHTTPClient
import ElmwoodTestSupport
import ElmwoodTesting
import Foundation
import Testing

@testable import Elmwood
@testable import ElmwoodDatabaseExamples

/// The cookie by which a browser is known that has signed in before, over HTTP.
@Suite(.timeLimit(.minutes(2))) struct AccountsCookieTests {
    /// A browser without script.
    private final class Browser {
        private let port: Int
        private(set) var cookies: [String: String]

        init(port: Int, cookies: [String: String] = [:]) {
            (self.port, self.cookies) = (port, cookies)
        }

        @discardableResult
        func send(_ method: String, _ body: String? = nil) throws -> HTTPReply {
            let connection = try HTTPConnection(port: port)
            let type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body?.utf8.count ?? 0)\r\n"
            let cookies = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            try connection.send(
                "\(method) / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n"
                    + (cookies.isEmpty ? "" : "Cookie: \(cookies)\r\n") + (body == nil ? "" : type) + "\r\n"
                    + (body ?? "")
            )
            let reply = try connection.readReply()
            for field in reply.values(of: "Set-Cookie") {
                let parts = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
                if parts.count == 2 { self.cookies[parts[0]] = parts[1] }
            }
            return reply
        }

        /// Signs in, and returns the page that is shown after it.
        func signIn() async throws -> String {
            let password = AccountsFixture.password.replacing(" ", with: "+")
            try send("POST", "form=sign-in&email=ada%40example.org&password=\(password)")
            var text = ""
            try await eventually("the sign-in has ended") {
                text = try send("GET").text
                return !text.contains("One moment")
            }
            return text
        }
    }

    @Test func `A page of the account sets it, and with it the owner comes in whatever is tried elsewhere`()
        async throws
    {
        let fixture = AccountsFixture()
        try await fixture.open()
        var site = Site()
        site.mount(fixture.program, at: "/")
        var settings = Settings()
        settings.port = 0
        settings.data = FileManager.default.temporaryDirectory.path + "/elmwood-accounts-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: settings.data) }
        let server = try site.start(settings, log: Log(level: .none))
        defer { server.stop(within: .zero) }
        let port = Int(server.port)
        try await offThePool {
            let own = Browser(port: port)
            #expect(try await own.signIn().contains("Hello, Ada"))
            let cookie = try #require(own.cookies["accounts-browser"])
            for number in 1...10 {
                _ = try? await fixture.service.signIn(AccountsFixture.email, password: "guess \(number)", from: nil)
            }
            #expect(try await Browser(port: port).signIn().contains("There were too many tries."))
            // The session is over, and the cookie remains.
            let later = Browser(port: port, cookies: ["accounts-browser": cookie])
            #expect(try await later.signIn().contains("Hello, Ada"))
            #expect(later.cookies["accounts-browser"] != cookie)
        }
    }
}
