import Dispatch
import Glibc
import Synchronization
import ElmwoodTestSupport

@testable import ElmwoodHTTPClient

/// The server side of a WebSocket: it accepts one connection, and runs the test's function.
final class WebSocketPeer: Sendable {
    let port: Int
    private let frames = Mutex<[WebSocketFrame]>([])
    private let work = DispatchGroup()

    /// - Parameter answer: the answer to the handshake; by default the correct one.
    init(answer: String? = nil, _ body: @escaping @Sendable (Connection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else {
            close(listener)
            throw HTTPConnectionError("no port to listen at")
        }
        port = Int(address.sin_port.bigEndian)
        work.enter()
        onThread { [self] in
            defer { work.leave() }
            let descriptor = accept(listener, nil, nil)
            close(listener)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            let connection = Connection(descriptor: descriptor, peer: self)
            var head = ""
            while !head.hasSuffix("\r\n\r\n"), let byte = connection.read(1).first {
                head.unicodeScalars.append(Unicode.Scalar(byte))
            }
            let key = head.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
            connection.write(
                Array(
                    (answer
                        ?? """
                        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                        Sec-WebSocket-Accept: \(WebSocketHandshake.accept(String(key)))\r\n\r\n
                        """).utf8
                )
            )
            body(connection)
        }
    }

    /// Returns the received frames, once the test's function has ended.
    func received() -> [WebSocketFrame] {
        work.wait()
        return frames.withLock { $0 }
    }

    /// A connection to the client.
    struct Connection {
        fileprivate let descriptor: Int32
        fileprivate let peer: WebSocketPeer

        func send(_ frame: WebSocketFrame) { write(frame.bytes()) }

        /// Reads one frame.
        func receive() {
            guard let frame = try? WebSocketFrame.read(limit: 1 << 20, with: read) else { return }
            peer.frames.withLock { $0.append(frame) }
        }

        fileprivate func write(_ bytes: [UInt8]) {
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        fileprivate func read(_ count: Int) -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: count)
            let read = recv(descriptor, &buffer, count, Int32(MSG_WAITALL))
            return Array(buffer.prefix(max(0, read)))
        }
    }
}
