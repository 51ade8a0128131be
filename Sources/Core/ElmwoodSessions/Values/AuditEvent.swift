import ElmwoodStorage

/// An event of a session that matters to security, for the site's log. It names sessions and accounts by hashes only.
package struct AuditEvent: Sendable {
    /// What happened, from a fixed set of sentences.
    package enum Kind: String, CaseIterable, Sendable {
        case renewed = "session renewed"
        case ended = "session ended"
        case endedByOther = "session ended by another session"
        case endedEverywhere = "sessions ended everywhere"
        case accountEnded = "sessions of account ended"
        case identified = "session identified"
        case unidentified = "session no longer identified"
        case savedRemoved = "saved values removed"
        case tokenRefused = "revoked visitor token refused"
    }

    package let kind: Kind
    /// Facts about it, in order. Their names are words of lower-case letters.
    package let facts: [(name: String, value: String)]

    init(_ kind: Kind, _ session: SessionID? = nil, successor: SessionID? = nil, account: String? = nil) {
        self.kind = kind
        var facts: [(name: String, value: String)] = []
        if let session { facts.append((name: "session", value: session.logName)) }
        if let successor { facts.append((name: "successor", value: successor.logName)) }
        if let account { facts.append((name: "account", value: Self.logName(account))) }
        self.facts = facts
    }

    fileprivate static func logName(_ value: some Hashable) -> String {
        String(UInt(bitPattern: value.hashValue), radix: 36)
    }
}

extension SessionID {
    /// Names the session in the log: a hash with a key of this process, so that the entries of one session can be found, and nobody
    /// can use it.
    package var logName: String { AuditEvent.logName(self) }
}
