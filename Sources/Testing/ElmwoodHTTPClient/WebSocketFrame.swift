/// One frame of a WebSocket (RFC 6455, section 5.2).
package struct WebSocketFrame: Equatable, Sendable {
    /// The type of a frame.
    package enum Opcode: UInt8, Sendable {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// Whether the frame controls the connection and is not part of a message.
        package var isControl: Bool { rawValue >= 0x8 }
    }

    /// Whether the message ends with this frame.
    package var isFinal: Bool
    /// The type of the frame.
    package var opcode: Opcode
    /// The payload, unmasked.
    package var payload: [UInt8]

    /// Creates a frame; by default a whole message.
    package init(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) {
        self.isFinal = isFinal
        self.opcode = opcode
        self.payload = payload
    }

    /// Returns the frame's bytes: masked by a client, unmasked by a server (section 5.1).
    package func bytes(mask: UInt32? = nil) -> [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        let masked: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ..<126: bytes.append(masked | UInt8(payload.count))
        case ..<65_536: bytes += [masked | 126] + Self.bigEndian(payload.count, bytes: 2)
        default: bytes += [masked | 127] + Self.bigEndian(payload.count, bytes: 8)
        }
        guard let mask else { return bytes + payload }
        return bytes + Self.bigEndian(Int(mask), bytes: 4) + Self.masked(payload, with: mask)
    }

    /// Reads one frame.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of payload.
    ///   - read: reads an exact number of bytes.
    /// - Throws: ``WebSocketError`` if the bytes are not a frame, or the payload is larger than the limit, before any of the
    ///   payload is read; and what `read` throws.
    package static func read(limit: Int, with read: (Int) throws -> [UInt8]) throws -> WebSocketFrame {
        let head = try read(2)
        guard head.count == 2 else { throw WebSocketError.protocolError("a frame ended within its head") }
        guard head[0] & 0x70 == 0 else { throw WebSocketError.protocolError("a reserved bit is set") }
        guard let opcode = Opcode(rawValue: head[0] & 0x0F) else {
            throw WebSocketError.protocolError("there is no opcode \(head[0] & 0x0F)")
        }
        let isFinal = head[0] & 0x80 != 0
        let isMasked = head[1] & 0x80 != 0
        var length = UInt64(head[1] & 0x7F)
        if opcode.isControl, !isFinal || length > 125 {
            throw WebSocketError.protocolError("a control frame is fragmented, or longer than 125 bytes")
        }
        if length > 125 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | UInt64($1) } }
        guard let count = Int(exactly: length), count <= limit else { throw WebSocketError.tooLarge(limit: limit) }
        let mask = isMasked ? try read(4).reduce(0) { $0 << 8 | UInt32($1) } : nil
        var frame = WebSocketFrame(opcode, count == 0 ? [] : try read(count), isFinal: isFinal)
        if let mask { frame.payload = masked(frame.payload, with: mask) }
        frame.wasMasked = isMasked
        return frame
    }

    /// Whether it was received masked, which a server's frames must not be.
    var wasMasked = false

    /// Whether both are the same frame, masked or not.
    package static func == (left: Self, right: Self) -> Bool {
        left.isFinal == right.isFinal && left.opcode == right.opcode && left.payload == right.payload
    }

    /// Returns the payload masked or, if it is masked, unmasked (section 5.3).
    private static func masked(_ payload: [UInt8], with mask: UInt32) -> [UInt8] {
        let key = bigEndian(Int(mask), bytes: 4)
        return payload.enumerated().map { index, byte in byte ^ key[index & 3] }
    }

    private static func bigEndian(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

/// Why a WebSocket can no longer be used.
package enum WebSocketError: Error, Equatable, CustomStringConvertible {
    /// The server did not accept the upgrade.
    case refused(String)
    /// The server violated the protocol.
    case protocolError(String)
    /// A message was larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The server closed it. The code is 1005 if it gave none (RFC 6455, section 7.4).
    case closed(code: Int, reason: String)

    /// What happened, as a sentence.
    package var description: String {
        switch self {
        case .refused(let reason): "the server does not support WebSocket there: \(reason)"
        case .protocolError(let reason): "the WebSocket's other end violated the protocol: \(reason)"
        case .tooLarge(let limit): "a WebSocket message has more than \(limit) bytes"
        case .closed(let code, let reason): "the WebSocket was closed: \(code)\(reason.isEmpty ? "" : " \(reason)")"
        }
    }
}
