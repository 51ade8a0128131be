import ElmwoodHTTPClient
import ElmwoodTestSupport
import Testing

@testable import ElmwoodHTTPServer

/// The names of requests.
@Suite struct RequestIDTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test func `Each request has a name of its own, which its answer states`() throws {
        try withServer(respond: { .response(.text("\($0.id.map { "\($0)" } ?? "none")")) }) { server in
            let connection = try HTTPConnection(port: server.port)
            var names: Set<String> = []
            for _ in 0..<100 {
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply["x-request-id"] == reply.text)
                #expect(reply.text.wholeMatch(of: /[0-9a-f]{32}/) != nil)
                names.insert(reply.text)
            }
            #expect(names.count == 100)
            // Also one that is refused.
            let refused = try request("BREW", "/", port: server.port)
            #expect(refused.status == 501)
            #expect(refused["x-request-id"] != nil)
        }
    }

    @Test func `A trusted proxy names the trace to which a request belongs, and nobody else`() throws {
        let headers: KeyValuePairs = ["traceparent": "00-\(Self.trace)-00f067aa0ba902b7-01"]
        let proxies = try TrustedProxies("127.0.0.1")
        try withServer({ $0.trustedProxies = proxies }) { server in
            let trusted = try request("GET", "/", port: server.port, headers: headers)
            #expect(trusted["x-request-id"] == Self.trace)
            let other = try request("GET", "/", port: server.port, from: "127.0.0.2", headers: headers)
            #expect(other["x-request-id"] != Self.trace)
        }
    }

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        // A later version may append more.
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", true),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more", false),
        ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false),
        ("00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x", false),
        ("", false),
        ("-", false),
    ])
    func `A malformed traceparent counts as none`(_ field: String, _ isValid: Bool) {
        let id = RequestID(traceparent: Array(field.utf8)[...])
        #expect(id?.description == (isValid ? Self.trace : nil))
    }

    @Test func `Any bytes are read as a traceparent without a fault`() {
        var generator = SystemRandomNumberGenerator()
        let valid = Array("00-\(Self.trace)-00f067aa0ba902b7-01".utf8)
        for _ in 0..<10_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...4) {
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[Int.random(in: bytes.indices)] = UInt8.random(in: 0...255, using: &generator)
                case 1: if bytes.count > 1 { bytes.removeLast(Int.random(in: 1..<bytes.count)) }
                default: bytes.append(UInt8.random(in: 0...255, using: &generator))
                }
            }
            if let id = RequestID(traceparent: bytes[...]) { #expect(id.description.utf8.elementsEqual(bytes[3..<35])) }
        }
    }
}
