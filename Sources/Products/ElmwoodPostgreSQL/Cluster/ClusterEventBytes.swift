import ElmwoodStorage

/// Writes what a commit has changed as bytes, for a row of the log.
///
/// Each event is its kind, its length and its values. A release that does not know a kind passes over it, and says that it has missed
/// something.
package struct ClusterEventWriter {
    package private(set) var bytes: [UInt8] = []

    enum Kind: UInt8 {
        case saved = 1
        case removed, ended, renewed, identified, sent, told, left
    }

    package init() {}

    package mutating func append(_ event: ClusterEvent) {
        var values = ByteWriter()
        let kind: Kind
        switch event {
        case .saved(let key, let version):
            kind = .saved
            values.append(key)
            values.append(version.number)
            values.append(version.token)
        case .removed(let key):
            kind = .removed
            values.append(key)
        case .ended(let id):
            kind = .ended
            values.append(id)
        case .renewed(let id, let renewal):
            kind = .renewed
            values.append(id)
            values.append(renewal.successor)
            values.append(UInt64(bitPattern: renewal.created))
            values.append(renewal.claims.joined(separator: " "))
        case .identified(let id, let account):
            kind = .identified
            values.append(id)
            values.append(orNil: account)
        case .sent(let key):
            kind = .sent
            values.append(key)
        case .told(let topic, let body):
            kind = .told
            values.append(topic)
            values.append(body)
        case .left: kind = .left
        // A node finds this out itself.
        case .missed: return
        }
        var entry = ByteWriter()
        entry.append(values.bytes)
        bytes.append(kind.rawValue)
        bytes += entry.bytes
    }
}

/// Reads the events of a row of the log.
package enum ClusterEventReader {
    /// Returns the events that were written.
    package static func events(_ bytes: [UInt8]) -> [ClusterEvent] {
        var reader = ByteReader(bytes[...])
        var events: [ClusterEvent] = []
        while let number = reader.byte() {
            guard let bytes = reader.bytes() else { return events + [.missed] }
            var values = ByteReader(bytes)
            let kind = ClusterEventWriter.Kind(rawValue: number)
            events.append(kind.flatMap { event($0, &values) } ?? .missed)
        }
        return events
    }

    private static func event(_ kind: ClusterEventWriter.Kind, _ values: inout ByteReader) -> ClusterEvent? {
        switch kind {
        case .saved:
            guard let key = values.key(), let number = values.number(), let token = values.number() else { return nil }
            return .saved(key, version: StoredVersion(number, token: token))
        case .removed: return values.key().map { .removed($0) }
        case .ended: return values.id().map { .ended($0) }
        case .renewed:
            guard let id = values.id(), let successor = values.id(), let created = values.number(),
                let claims = values.text()
            else { return nil }
            let renewal = SessionRenewal(
                successor: successor,
                created: Int64(bitPattern: created),
                claims: claims.split(separator: " ").map(String.init)
            )
            return .renewed(id, renewal)
        case .identified:
            guard let id = values.id(), let account = values.textOrNil() else { return nil }
            return .identified(id, as: account)
        case .sent: return values.key().map { .sent(to: $0) }
        case .told:
            guard let topic = values.text(), let body = values.bytes() else { return nil }
            return .told(topic: topic, body: Array(body))
        case .left: return .left
        }
    }
}

private struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends the length, seven bits in a byte, and the bytes.
    mutating func append(_ content: some Collection<UInt8>) {
        var length = UInt64(content.count)
        while length > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: length))
        bytes.append(contentsOf: content)
    }

    mutating func append(_ text: String) { append(text.utf8) }

    mutating func append(orNil text: String?) {
        bytes.append(text == nil ? 0 : 1)
        if let text { append(text) }
    }

    mutating func append(_ id: SessionID) { bytes += id.bytes }

    mutating func append(_ key: SessionKey) {
        append(key.id)
        append(key.path)
        append(orNil: key.pattern)
    }
}

private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> UInt8? { rest.popFirst() }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number() -> UInt64? { take(8).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

    mutating func bytes() -> ArraySlice<UInt8>? {
        var length = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = byte() else { return nil }
            length |= Int(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return take(length) }
        }
        return nil
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    /// Returns nil if it cannot be read, and a text that is nil if there is none.
    mutating func textOrNil() -> String?? {
        switch byte() {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }

    mutating func id() -> SessionID? { take(16).flatMap { SessionID(bytes: Array($0)) } }

    mutating func key() -> SessionKey? {
        guard let id = id(), let path = text(), let pattern = textOrNil() else { return nil }
        return SessionKey(id: id, program: pattern ?? path, place: pattern == nil ? nil : path)
    }
}
