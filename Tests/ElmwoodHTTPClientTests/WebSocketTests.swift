import Glibc
import Synchronization
import ElmwoodTestSupport
import Testing

@testable import ElmwoodHTTPClient

@Suite struct WebSocketTests {
    // MARK: Frames

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536], [nil, 0, 0x0102_0304, UInt32.max])
    func `A written frame is read back exactly`(count: Int, mask: UInt32?) throws {
        for isFinal in [true, false] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let frame = WebSocketFrame(.binary, payload, isFinal: isFinal)
            #expect(try read(frame.bytes(mask: mask)) == frame)
        }
    }

    @Test func `Frames have the bytes of the standard's examples`() throws {
        // RFC 6455, section 5.7.
        let hello = Array("Hello".utf8)
        #expect(WebSocketFrame(.text, hello).bytes() == [0x81, 0x05] + hello)
        #expect(
            WebSocketFrame(.text, hello).bytes(mask: 0x37FA_213D)
                == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        )
        #expect(try read([0x89, 0x05] + hello) == WebSocketFrame(.ping, hello))
        #expect(
            Array(WebSocketFrame(.binary, .init(repeating: 7, count: 256)).bytes().prefix(4)) == [0x82, 0x7E, 1, 0]
        )
    }

    @Test(
        arguments: [
            [0xC1, 0x00],  // A reserved bit.
            [0x83, 0x00],  // An undefined opcode.
            [0x09, 0x00],  // A fragmented ping.
            [0x89, 0x7E, 0x00, 0x7E],  // A ping of 126 bytes.
        ] as [[UInt8]]
    )
    func `Frames that the standard forbids are refused`(bytes: [UInt8]) {
        let error = #expect(throws: WebSocketError.self) { try read(bytes) }
        guard case .protocolError = error else {
            Issue.record("It is \(String(describing: error))")
            return
        }
    }

    @Test func `A frame beyond the limit is refused before its payload is read`() {
        let huge: [UInt8] = [0x82, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: WebSocketError.tooLarge(limit: 1_000)) { try read(huge) }
        #expect(throws: WebSocketError.tooLarge(limit: 1_000)) { try read([0x82, 0x7E, 0x03, 0xE9]) }
    }

    private func read(_ bytes: [UInt8]) throws -> WebSocketFrame {
        var unread = bytes[...]
        return try WebSocketFrame.read(limit: bytes.count > 1_000 ? 1 << 20 : 1_000) { count in
            defer { unread = unread.dropFirst(count) }
            return Array(unread.prefix(count))
        }
    }

    // MARK: The handshake

    @Test func `The accept header matches the standard's example`() {
        // RFC 6455, section 1.3.
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(arguments: [
        ("", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"),
        ("abc", "A9993E364706816ABA3E25717850C26C9CD0D89D"),
        (String(repeating: "a", count: 119), "EE971065AAA017E0632A8CA6C77BB3BF8B1DFC56"),
    ])
    func `SHA-1 has the standard's results`(text: String, hash: String) {
        let digits = SHA1.hash(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(digits.joined().uppercased() == hash)
    }

    @Test(arguments: [
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: other\r\n\r\n",
    ])
    func `A server that does not agree to the handshake is refused`(answer: String) async throws {
        try await offThePool {
            let peer = try WebSocketPeer(answer: answer) { _ in }
            let error = #expect(throws: WebSocketError.self) { try WebSocket(port: peer.port, path: "/") }
            guard case .refused = error else {
                Issue.record("It is \(String(describing: error))")
                return
            }
        }
    }

    // MARK: Messages

    @Test func `A fragmented message is joined, and a ping between its fragments is answered`() async throws {
        try await offThePool {
            let peer = try WebSocketPeer { connection in
                connection.send(WebSocketFrame(.text, Array("Hel".utf8), isFinal: false))
                connection.send(WebSocketFrame(.ping, [7]))
                connection.send(WebSocketFrame(.continuation, [], isFinal: false))
                connection.send(WebSocketFrame(.continuation, Array("lo".utf8)))
                connection.receive()
                connection.receive()
            }
            let socket = try WebSocket(port: peer.port, path: "/")
            #expect(try socket.receive() == Array("Hello".utf8))
            try socket.send("Bye")
            #expect(peer.received() == [WebSocketFrame(.pong, [7]), WebSocketFrame(.text, Array("Bye".utf8))])
        }
    }

    @Test func `Each frame of a client is masked`() async throws {
        try await offThePool {
            let peer = try WebSocketPeer { connection in for _ in 0..<2 { connection.receive() } }
            let socket = try WebSocket(port: peer.port, path: "/")
            try socket.send("1")
            try socket.send("2")
            #expect(peer.received().map(\.wasMasked) == [true, true])
        }
    }

    @Test func `A closed socket reports the reason, and answers the close frame`() async throws {
        try await offThePool {
            let peer = try WebSocketPeer { connection in
                connection.send(WebSocketFrame(.close, [0x03, 0xE9] + Array("leaving".utf8)))
                connection.receive()
            }
            let socket = try WebSocket(port: peer.port, path: "/")
            #expect(throws: WebSocketError.closed(code: 1001, reason: "leaving")) { try socket.receive() }
            #expect(peer.received() == [WebSocketFrame(.close, [0x03, 0xE9])])
        }
    }

    @Test(
        arguments: [
            ([WebSocketFrame(.continuation)], 1002),
            ([WebSocketFrame(.text, [1], isFinal: false), WebSocketFrame(.text, [2])], 1002),
            ([WebSocketFrame(.text, [0xFF])], 1002),
            (
                [
                    WebSocketFrame(.binary, .init(repeating: 0, count: 6), isFinal: false),
                    WebSocketFrame(.continuation, .init(repeating: 0, count: 5)),
                ], 1009
            ),
        ] as [([WebSocketFrame], Int)]
    )
    func `A server that violates the protocol or a limit gets the matching close code`(
        frames: [WebSocketFrame],
        code: Int
    ) async throws {
        try await offThePool {
            let peer = try WebSocketPeer { connection in
                for frame in frames { connection.send(frame) }
                connection.receive()
            }
            let socket = try WebSocket(port: peer.port, path: "/", limit: 10)
            #expect(throws: WebSocketError.self) { try socket.receive() }
            #expect(peer.received() == [WebSocketFrame(.close, [UInt8(code >> 8), UInt8(code & 0xFF)])])
        }
    }
}
