import ElmwoodArchitecture
import ElmwoodStorage

/// The content of the store, and the properties that it must have: each commit is checked as it is done.
struct Truth {
    /// A stored session.
    struct Row {
        var model: Ledger.Model
        var version: StoredVersion
        var visitor: VisitorID
        /// When its pending work is due.
        var due: Int64?
        /// The bytes of the model.
        var size = 0
    }

    private(set) var rows: [SessionKey: Row] = [:]
    /// Whether what visitors write is sent to models that all share, and those models.
    var shares = false
    private(set) var shared = SharedTruth()
    /// All numbers that were ever stored.
    private(set) var written: Set<Int> = []
    /// The attempts of durable effects that were ever stored.
    private(set) var attempts: Set<String> = []
    /// The ids of all sessions that were ever stored, and the ids that have replaced others.
    private(set) var saved: Set<SessionID> = []
    private var successors: [SessionID: SessionID] = [:]
    /// By id: how often the session's id had been renewed when this one was issued.
    private(set) var renewals: [SessionID: Int] = [:]
    /// When each process last wrote a session.
    private(set) var heard: [SessionKey: [Int: Microseconds]] = [:]
    /// The page on which each number was written, and its path.
    var pages: [Int: (page: Int, path: String)] = [:]
    /// How many sessions of a visitor there have to be at places before one is removed.
    var placeLimit = 1
    /// Whether a process serves a stream of a page of that session, by what is stored.
    var isOpen: (SessionKey, Int, Truth) -> Bool = { _, _, _ in false }
    /// The sessions that were removed as one of too many places since the last call of ``takeRemoved()``.
    private var removed: [SessionKey] = []
    /// The reminders that were stored since the last call of ``takeReminded()``.
    private var reminded: [(key: SessionKey, entry: Entry)] = []
    /// The bytes beyond which no model grows.
    var modelSize = Int.max
    /// Whether somebody may have ended the session that contains that number.
    var isEndable: (Int) -> Bool = { _ in false }

    func knows(_ id: SessionID?) -> Bool { id.map { saved.contains($0) || renewals[$0] != nil } ?? true }

    func renewals(of id: SessionID?) -> Int { id.flatMap { renewals[$0] } ?? 0 }

    /// Returns whether one of the ids has replaced the other, in any number of steps.
    func isSame(_ one: SessionID, _ other: SessionID) -> Bool {
        var id = one
        while id != other, let next = successors[id] { id = next }
        if id == other { return true }
        id = other
        while id != one, let next = successors[id] { id = next }
        return id == one
    }

    /// Records writes that were done, and returns what is wrong with them.
    mutating func note(_ writes: [SessionWrite], _ done: [Bool], by process: Int, at time: Microseconds) -> String? {
        var fault: String?
        for (write, isDone) in zip(writes, done) where isDone {
            switch write {
            case .save(let key, let session, _, _) where session.isShared:
                shared.page = { [pages] in pages[$0]?.page }
                fault = fault ?? shared.save(key, session)
            case .send(let messages): shared.send(messages)
            case .save(let key, let session, let version, _):
                heard[key, default: [:]][process] = time
                fault = fault ?? save(key, session, over: version)
            case .postpone(let key, let due, _):
                heard[key, default: [:]][process] = time
                rows[key]?.due = due
            case .remove(let id):
                for key in keys(of: id) {
                    let row = rows.removeValue(forKey: key)
                    if let row, !isAllowedToEnd(row) { fault = fault ?? "a session was removed that nobody has ended" }
                }
            case .renew(let id, let renewal):
                renewals[renewal.successor] = renewals(of: id) + 1
                successors[id] = renewal.successor
                for former in keys(of: id) {
                    let key = SessionKey(id: renewal.successor, program: former.program, place: former.place)
                    if let row = rows.removeValue(forKey: former) { rows[key] = row }
                    heard[key] = heard.removeValue(forKey: former)
                }
            case .setAside: fault = fault ?? "a session was set aside"
            case .removeIdle(let key, _): fault = fault ?? removeIdle(key, by: process)
            case .removeAll(let owner, let exception):
                guard case .visitor(let visitor) = owner else { break }
                for key in rows.keys where rows[key]?.visitor == visitor {
                    if let exception, isSame(exception, key.id) { continue }
                    let row = rows.removeValue(forKey: key)
                    if let row, !isAllowedToEnd(row) {
                        fault = fault ?? "a session of a visitor was removed that nobody has ended"
                    }
                }
            case .touch, .identify, .removeMessages, .end, .tell: break
            }
        }
        return fault
    }

    /// Returns the keys of the stored sessions of an id.
    private func keys(of id: SessionID) -> [SessionKey] {
        rows.keys.filter { $0.id == id }.sorted { $0.path < $1.path }
    }

    /// Returns and forgets the sessions that were removed as one of too many places.
    mutating func takeRemoved() -> [SessionKey] {
        defer { removed = [] }
        return removed
    }

    /// Returns and forgets the reminders that were stored.
    mutating func takeReminded() -> [(key: SessionKey, entry: Entry)] {
        defer { reminded = [] }
        return reminded
    }

    /// A session was removed as one of too many places.
    private mutating func removeIdle(_ key: SessionKey, by process: Int) -> String? {
        let count = keys(of: key.id).count { $0.place != nil }
        guard let row = rows.removeValue(forKey: key) else { return "a session was removed that is not stored" }
        removed.append(key)
        if key.place == nil { return "a session was removed that is at no place" }
        if row.due != nil { return "\(key.path) was removed, and has pending work" }
        if count < placeLimit { return "\(key.path) was removed as one of \(count) places" }
        return isOpen(key, process, self) ? "\(key.path) was removed while a page was open" : nil
    }

    func isAllowedToEnd(_ row: Row) -> Bool {
        let numbers = row.model.entries.compactMap { Entry(code: $0) }.filter { $0.kind == .wrote }.map(\.number)
        return numbers.isEmpty || numbers.contains(where: isEndable)
    }

    private mutating func save(_ key: SessionKey, _ session: StoredSession, over version: StoredVersion?) -> String? {
        guard let model = try? JSON.decode(Ledger.Model.self, from: session.model) else {
            return "a model was stored that cannot be read"
        }
        let former = rows[key]
        saved.insert(key.id)
        rows[key] = Row(model: model, version: session.version, visitor: former?.visitor ?? session.visitor)
        rows[key]?.due = session.due
        rows[key]?.size = session.model.count
        noteAttempts(in: session.activity)
        if former == nil, !successors.values.contains(key.id) {
            // A session that was never stored may have been renewed: there was no id to replace. The visitor's sessions of other
            // programs, which were not renewed themselves, are stored together with it.
            let count = model.entries.count { Entry(code: $0)?.kind == .renew }
            renewals[key.id] = max(renewals[key.id] ?? 0, count)
        }
        let known = former?.model.entries.count ?? 0
        if let former {
            guard model.entries.starts(with: former.model.entries) else {
                return "what was stored of a session is lost: \(former.model.entries) is followed by \(model.entries)"
            }
            guard session.version.number > former.version.number else { return "a session's version has not gone up" }
            guard former.size <= modelSize || session.model.count <= former.size else {
                return "a model of \(former.size) bytes has grown to \(session.model.count), and may have \(modelSize)"
            }
        }
        var seen = Set(model.entries.prefix(known))
        var last: [Int: Int] = [:]
        for (place, code) in model.entries.enumerated() {
            if place >= known {
                guard seen.insert(code).inserted || isAnsweredTwice(code) else {
                    return "\(Entry(code: code).map { "\($0)" } ?? "") was done twice"
                }
            }
            guard let entry = Entry(code: code) else { continue }
            if place >= known, entry.kind == .reminded { reminded.append((key, entry)) }
            guard entry.kind != .late else { return "a clock has ticked that nobody wants any more" }
            guard entry.kind == .wrote else { continue }
            guard !Entry.isUnlucky(entry.number) else { return "what an update threw away was stored" }
            guard let (page, path) = pages[entry.number] else {
                return "\(entry.number) was stored, and nobody has written it"
            }
            guard path == key.path else {
                return "\(entry.number) was written at \(path), and is stored at \(key.path)"
            }
            if place >= known, let former = last[page], former > entry.number {
                return "\(former) and \(entry.number) were written on one page, and come in the wrong order"
            }
            last[page] = entry.number
            written.insert(entry.number)
            if place >= known, shares { shared.send(entry.number, by: model.entries.first) }
        }
        return nil
    }

    /// Whether an entry is the answer to a number that was sent twice: the session that had sent it was removed as one at too many places
    /// before its page was told, and the page has written it again.
    private func isAnsweredTwice(_ code: Int) -> Bool {
        guard let entry = Entry(code: code), entry.kind == .answered else { return false }
        return shared.isSentTwice(entry.number)
    }

    /// Finds the names of attempts, which are UUIDs, in the record of pending work beside a model.
    private mutating func noteAttempts(in activity: [UInt8]) {
        guard !activity.isEmpty else { return }
        let pieces = String(decoding: activity, as: UTF8.self).split(separator: "\"")
        for piece in pieces where piece.utf8.count == 36 && piece.contains("-") { attempts.insert(String(piece)) }
    }
}
