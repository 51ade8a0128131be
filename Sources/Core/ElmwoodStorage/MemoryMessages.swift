/// The messages of a ``MemorySessionStore``.
struct MemoryMessages {
    private struct Entry {
        var waiting: WaitingMessage
        var isAside = false
    }

    private var entries: [SessionKey: [Entry]] = [:]
    /// The greatest number of a message.
    private var number: Int64 = 0
    /// The approximate memory use.
    private(set) var size = 0

    func waiting(for key: SessionKey, limit: Int) -> [WaitingMessage] {
        let waiting = entries[key, default: []].lazy.filter { !$0.isAside }.map(\.waiting)
        return Array(waiting.prefix(max(0, limit)))
    }

    /// Returns the recipients, in the order of their first messages.
    func recipients(limit: Int) -> [SessionKey] {
        let first = entries.compactMap { key, entries in
            entries.first { !$0.isAside }.map { (key: key, number: $0.waiting.number) }
        }
        return first.sorted { $0.number < $1.number }.prefix(max(0, limit)).map(\.key)
    }

    mutating func carryOut(
        _ exchange: MessageExchange,
        of key: SessionKey,
        _ renewals: [SessionID: SessionRenewal]
    ) -> [SentMessage] {
        if !exchange.applied.isEmpty {
            let applied = Set(exchange.applied)
            removeAll(of: key) { applied.contains($0.waiting.number) }
        }
        if !exchange.setAside.isEmpty {
            let aside = Set(exchange.setAside)
            entries[key] = entries[key]?.map {
                Entry(waiting: $0.waiting, isAside: $0.isAside || aside.contains($0.waiting.number))
            }
        }
        return send(exchange.sent, renewals)
    }

    /// - Parameter renewals: the renewals of ids: a message to a former id is one to the latest.
    /// - Returns: the messages as they wait from then on.
    mutating func send(_ messages: [StoredMessage], _ renewals: [SessionID: SessionRenewal]) -> [SentMessage] {
        messages.map { message in
            var message = message
            number += 1
            for _ in 0..<renewals.count {
                guard let renewal = renewals[message.recipient.id] else { break }
                message.recipient.id = renewal.successor
            }
            let waiting = WaitingMessage(number: number, message)
            let former = entries[message.recipient]?.last { !$0.isAside }?.waiting.number
            entries[message.recipient, default: []].append(Entry(waiting: waiting))
            size += message.size
            return SentMessage(waiting, after: former)
        }
    }

    mutating func removeWaiting(for key: SessionKey) -> Bool {
        let count = entries[key]?.count ?? 0
        removeAll(of: key) { !$0.isAside }
        return count > entries[key]?.count ?? 0
    }

    mutating func remove(_ id: SessionID) {
        for key in entries.keys where key.id == id { removeAll(of: key) { _ in true } }
    }

    mutating func rename(_ id: SessionID, to successor: SessionID) {
        guard !entries.isEmpty else { return }
        var renamed: [SessionKey: [Entry]] = [:]
        for (key, former) in entries {
            var key = key
            if key.id == id { key.id = successor }
            renamed[key, default: []] += former.map { entry in
                var entry = entry
                entry.waiting.message.recipient = key
                if entry.waiting.message.answer?.sender.id == id { entry.waiting.message.answer?.sender.id = successor }
                return entry
            }
        }
        entries = renamed
    }

    private mutating func removeAll(of key: SessionKey, where isRemoved: (Entry) -> Bool) {
        guard let former = entries[key] else { return }
        let remaining = former.filter { !isRemoved($0) }
        size -= former.reduce(0) { $0 + $1.waiting.message.size } - remaining.reduce(0) { $0 + $1.waiting.message.size }
        entries[key] = remaining.isEmpty ? nil : remaining
        // As in a table of SQLite, the next number is one more than the greatest, which may have been another message's.
        if former.contains(where: { $0.waiting.number == number }) {
            number = entries.values.joined().reduce(0) { max($0, $1.waiting.number) }
        }
    }
}

extension StoredMessage {
    /// The approximate memory use.
    fileprivate var size: Int { 200 + content.count + (answer.map { $0.applied.count + $0.failed.count } ?? 0) }
}
