/// A blocking WebSocket (RFC 6455) to a server on this machine.
///
/// ```swift
/// let socket = try WebSocket(port: 9222, path: "/session")
/// try socket.send("{}")
/// let answer = try socket.receive()
/// ```
///
/// Pings are answered during a wait for a message. A wait that receives nothing for `timeout` seconds throws, as with an
/// ``HTTPConnection``.
package final class WebSocket {
    private let connection: HTTPConnection
    private let limit: Int

    /// Connects, and upgrades the connection to a WebSocket.
    ///
    /// - Parameter limit: the most bytes of a message, all its frames together.
    /// - Throws: ``WebSocketError/refused(_:)`` if the server does not support it at that path.
    package init(
        host: String = "127.0.0.1",
        port: Int,
        path: String,
        timeout: Int = 60,
        limit: Int = 64 << 20
    ) throws {
        connection = try HTTPConnection(host: host, port: port, timeout: timeout)
        self.limit = limit
        let key = WebSocketHandshake.key()
        try connection.send(
            """
            GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\r\n
            """
        )
        let reply = try connection.readHead()
        guard reply.status == 101 else { throw WebSocketError.refused("it answered \(reply.status)") }
        guard reply["upgrade"]?.lowercased() == "websocket",
            reply["sec-websocket-accept"] == WebSocketHandshake.accept(key)
        else { throw WebSocketError.refused("it answered 101, but with another key") }
    }

    /// Sends a message.
    package func send(_ text: String) throws { try send(WebSocketFrame(.text, Array(text.utf8))) }

    private func send(_ frame: WebSocketFrame) throws {
        try connection.send(frame.bytes(mask: .random(in: .min ... .max)))
    }

    /// Reads the next message, of text or of bytes.
    ///
    /// - Throws: ``WebSocketError``, after which the socket can no longer be used.
    package func receive() throws -> [UInt8] {
        do {
            return try receiveMessage()
        } catch let error as WebSocketError {
            // The server receives the reason, if it is useful to it (section 7.1.7).
            let code: UInt16? =
                switch error {
                case .protocolError: 1002
                case .tooLarge: 1009
                case .closed, .refused: nil
                }
            if let code { try? send(WebSocketFrame(.close, [UInt8(code >> 8), UInt8(code & 0xFF)])) }
            throw error
        }
    }

    private func receiveMessage() throws -> [UInt8] {
        var message: [UInt8] = []
        var kind: WebSocketFrame.Opcode?
        while true {
            let frame = try WebSocketFrame.read(limit: limit - message.count, with: connection.read(exactly:))
            if frame.wasMasked { throw WebSocketError.protocolError("a server's frame is masked") }
            switch frame.opcode {
            case .ping:
                try send(WebSocketFrame(.pong, frame.payload))
                continue
            case .pong: continue
            case .close: throw try answerClose(frame.payload)
            case .continuation where kind == nil:
                throw WebSocketError.protocolError("there is no message to continue")
            case .text where kind != nil, .binary where kind != nil:
                throw WebSocketError.protocolError("a message begins within another one")
            case .text, .binary: kind = frame.opcode
            case .continuation: break
            }
            message += frame.payload
            guard frame.isFinal else { continue }
            if kind == .text, String(validating: message, as: UTF8.self) == nil {
                throw WebSocketError.protocolError("a text is not UTF-8")
            }
            return message
        }
    }

    private func answerClose(_ payload: [UInt8]) throws -> WebSocketError {
        if payload.count == 1 { throw WebSocketError.protocolError("a close code is incomplete") }
        // Only the code is sent back (section 5.5.1). A closed connection needs no reply.
        try? send(WebSocketFrame(.close, Array(payload.prefix(2))))
        let code = payload.count < 2 ? 1005 : Int(payload[0]) << 8 | Int(payload[1])
        return .closed(code: code, reason: String(decoding: payload.dropFirst(2), as: UTF8.self))
    }
}
