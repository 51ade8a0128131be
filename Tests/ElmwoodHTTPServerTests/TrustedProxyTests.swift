import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// What proxies state about the client of a request.
@Suite struct TrustedProxyTests {
    /// Returns address, scheme and host of a request with those header fields, as a server with a proxy at 127.0.0.1 and others in
    /// 10.0.0.0/8 determines them.
    private func client(_ headers: KeyValuePairs<String, String>, from source: String = "127.0.0.1") throws -> String {
        let proxies = try TrustedProxies("127.0.0.1, 10.0.0.0/8, 2001:db8:ffff::/48")
        var result = ""
        try withServer(
            { $0.trustedProxies = proxies },
            respond: { .response(.text("\($0.remoteAddress) \($0.isSecure ? "https" : "http") \($0.host ?? "none")")) }
        ) { server in
            result = try request("GET", "/", port: server.port, from: source, headers: headers).text
        }
        return result
    }

    @Test func `What a client states about itself does not count, and what the proxy states does`() throws {
        let fields: KeyValuePairs = [
            "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "shop.example",
        ]
        #expect(try client(fields) == "192.0.2.7 https shop.example")
        #expect(try client(fields, from: "127.0.0.2") == "127.0.0.2 http localhost")
        let forwarded: KeyValuePairs = ["Forwarded": #"for="[2001:4860::7]:4711";proto=HTTPS;host="shop.example:80""#]
        #expect(try client(forwarded) == "2001:4860:0:0:0:0:0:7 https shop.example:80")
        #expect(try client(forwarded, from: "127.0.0.2") == "127.0.0.2 http localhost")
    }

    @Test(arguments: [
        // The first entries are the client's own invention.
        ("1.1.1.1, 192.0.2.7", "192.0.2.7"),
        ("1.1.1.1, 192.0.2.7, 10.1.2.3", "192.0.2.7"),
        ("10.9.9.9, 192.0.2.7, 10.1.2.3", "192.0.2.7"),
        ("2001:db8::1, 10.1.2.3", "2001:db8:0:0:0:0:0:1"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:4860::7]:4711", "2001:4860:0:0:0:0:0:7"),
        ("2001:4860::7", "2001:4860:0:0:0:0:0:7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        // What is no address ends the list: nobody knows who is behind it.
        ("192.0.2.7, unknown", "127.0.0.1"),
        ("192.0.2.7, unknown, 10.0.0.1", "10.0.0.1"),
        ("", "127.0.0.1"),
        (", ,", "127.0.0.1"),
        ("1,2,3", "127.0.0.1"),
    ])
    func `The list of clients is read from right to left, as far as the proxies are trusted`(
        _ list: String,
        _ address: String
    ) throws {
        #expect(try client(["X-Forwarded-For": list]).split(separator: " ").first ?? "" == address)
        let elements = list.split(separator: ",").map { "for=\"\($0.filter { $0 != " " })\"" }
        #expect(
            try client(["Forwarded": elements.joined(separator: ", ")]).split(separator: " ").first ?? "" == address
        )
    }

    @Test func `A field that is repeated is one list, and X-Forwarded-For precedes Forwarded`() throws {
        #expect(
            try client(["X-Forwarded-For": "1.1.1.1", "x-forwarded-for": "192.0.2.7"]) == "192.0.2.7 http localhost"
        )
        let both: KeyValuePairs = ["Forwarded": "for=1.1.1.1;proto=https", "X-Forwarded-For": "192.0.2.7"]
        #expect(try client(both) == "192.0.2.7 http localhost")
    }

    @Test func `Scheme and host are those that the outermost trusted proxy states`() throws {
        let lists: KeyValuePairs = [
            "X-Forwarded-For": "192.0.2.7, 10.0.0.1", "X-Forwarded-Proto": "https, http",
            "X-Forwarded-Host": "shop.example, inside",
        ]
        #expect(try client(lists) == "192.0.2.7 https shop.example")
        // The first entries of the lists are the client's own.
        let forged: KeyValuePairs = [
            "X-Forwarded-For": "1.1.1.1, 192.0.2.7", "X-Forwarded-Proto": "https, http",
            "X-Forwarded-Host": "evil.example, shop.example",
        ]
        #expect(try client(forged) == "192.0.2.7 http shop.example")
        let elements: KeyValuePairs = [
            "Forwarded":
                #"for=1.1.1.1;proto=https;host="a,b;c\"d", For=192.0.2.7 ; Proto=http;by=10.0.0.1;host=shop.example"#
        ]
        #expect(try client(elements) == "192.0.2.7 http shop.example")
    }

    @Test func `Any bytes in the fields are read without a fault`() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array(#"for=proto;host,"\[]:.127 10"#)
        let proxies = try TrustedProxies("127.0.0.1")
        try withServer({ $0.trustedProxies = proxies }) { server in
            let connection = try HTTPConnection(port: server.port)
            for _ in 0..<300 {
                let text = String(
                    (0..<Int.random(in: 0..<40, using: &random)).map { _ in alphabet.randomElement() ?? "a" }
                )
                for name in ["Forwarded", "X-Forwarded-For", "X-Forwarded-Proto"] {
                    try connection.send(requestText("GET", "/", headers: [name: "a" + text]))
                    let reply = try connection.readReply()
                    #expect(reply.status == 200)
                }
            }
        }
    }

    @Test func `The connections of a proxy are those of many clients, and have no limit of their own`() throws {
        let proxies = try TrustedProxies("127.0.0.1")
        try withServer({
            $0.trustedProxies = proxies
            $0.limits.connectionsPerClient = 2
        }) { server in
            let connections = try (0..<5).map { _ in try HTTPConnection(port: server.port) }
            for connection in connections {
                try connection.send(requestText("GET", "/"))
                let reply = try connection.readReply()
                #expect(reply.status == 200)
            }
        }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("0.0.0.0/0", "::1", false), ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
        ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
        ("::1", "::1", true), ("::1", "::2", false), ("::/0", "::1", true), ("::/0", "127.0.0.1", false),
    ])
    func `A network contains the addresses with its first bits`(_ range: String, _ address: String, _ isIn: Bool) throws
    {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(RemoteAddress(address))) == isIn)
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+1", "::/129", "a", "10.0.0.0/8/8", "localhost", "unix:",
    ])
    func `A text that is no address or network is refused with a sentence`(_ text: String) {
        #expect(AddressRange(text) == nil)
        #expect(throws: HTTPServerError.self) { try TrustedProxies("127.0.0.1," + text) }
    }
}
