import ElmwoodArchitecture
import ElmwoodViewTree

/// What a page tells the visitor beside its view, until they leave it: notices, and problems that the program has found out after a
/// post.
package struct Flash: Codable, Equatable, Sendable {
    package private(set) var notices: [String] = []
    package private(set) var problems: [Problem] = []
    /// The notices that end with the visitor's next act; nil if there are none, as in sessions that were stored before there were any.
    package private(set) var brief: Set<String>?

    /// The most notices, and the most problems. Beyond it the oldest are dropped.
    private static let limit = 16

    package init(notices: [String] = [], problems: [Problem] = []) {
        for notice in notices { add(notice: notice) }
        for problem in problems { add(problem) }
    }

    package var isEmpty: Bool { notices.isEmpty && problems.isEmpty }

    /// Adds a notice. One that is there already is not told twice.
    mutating func add(notice: String, until end: NoticeEnd = .leaving) {
        notices.removeAll { $0 == notice }
        if end == .nextAct { brief = (brief ?? []).union([notice]) } else { brief?.remove(notice) }
        notices.append(notice)
        while notices.count > Self.limit {
            let oldest = notices.removeFirst()
            brief?.remove(oldest)
        }
    }

    /// Adds a problem, in place of an earlier one of the same field.
    mutating func add(_ problem: Problem) {
        problems.removeAll { $0.field == problem.field && $0.form == problem.form }
        problems.append(problem)
        if problems.count > Self.limit { problems.removeFirst(problems.count - Self.limit) }
    }

    mutating func add(_ later: Flash) {
        for notice in later.notices {
            add(notice: notice, until: later.brief?.contains(notice) ?? false ? .nextAct : .leaving)
        }
        for problem in later.problems { add(problem) }
    }
}

/// A flash, and the page that it is for, as it waits in a session and is stored with it.
struct AddressedFlash: Codable, Sendable {
    var flash: Flash
    /// The address of the page; nil for any page of the program, and ``site`` for any of the site.
    var address: String?
    /// When it was told, in milliseconds since 1970.
    var date: Int64

    private enum CodingKeys: String, CodingKey {
        case flash, date
        // As earlier releases have stored it.
        case address = "place"
    }

    /// How long a flash waits for the page of a certain address, in milliseconds: until the browser has followed a redirect.
    static let waitingTime: Int64 = 60_000
    /// The most that wait in a session.
    static let limit = 8

    /// Stands for the next page of the site, whichever program shows it. No page has this address.
    static let site = "*"

    /// Whether it waits for any page, however long that takes.
    fileprivate var isForAnyPage: Bool { address == nil || address == Self.site }

    func isOver(at now: Int64) -> Bool { !isForAnyPage && now - date > Self.waitingTime }
}

extension [AddressedFlash] {
    mutating func add(_ flash: Flash, for address: String?, at now: Int64) {
        removeAll { $0.isOver(at: now) }
        if let index = firstIndex(where: { $0.address == address }) {
            self[index].flash.add(flash)
            self[index].date = now
        } else {
            append(AddressedFlash(flash: flash, address: address, date: now))
        }
        if count > AddressedFlash.limit { removeFirst(count - AddressedFlash.limit) }
    }

    /// Removes and returns what is for a page at that address.
    mutating func take(for address: String, at now: Int64) -> Flash {
        removeAll { $0.isOver(at: now) }
        return take { $0.isForAnyPage || $0.address == address }
    }

    /// Removes and returns what fulfils the condition.
    mutating func take(where isTaken: (AddressedFlash) -> Bool) -> Flash {
        var taken = Flash()
        for entry in self where isTaken(entry) { taken.add(entry.flash) }
        removeAll(where: isTaken)
        return taken
    }
}

extension Page {
    /// Returns the same page with what it tells the visitor.
    package func showing(_ flash: Flash) -> Page {
        guard !flash.isEmpty else { return self }
        var all = Flash(notices: shownNotices, problems: problems)
        all.add(flash)
        var page = self
        page.notices = all.notices
        // Of a view that never shows them, all but the last are dropped.
        page.briefNotices = page.briefNotices.subtracting(flash.notices).union(flash.brief ?? [])
            .intersection(all.notices)
        page.problems = all.problems
        return page
    }

    /// Ends the notices that end with the visitor's next act.
    mutating func endBriefNotices() {
        notices = shownNotices.filter { !briefNotices.contains($0) }
        briefNotices = []
    }

    /// Identifies the page's address among those of the program.
    var addressKey: String { ElmwoodSessions.addressKey(path, query) }
}

extension Visit {
    /// Identifies the visit's address among those of the program.
    var addressKey: String { ElmwoodSessions.addressKey(path, query) }
}

private func addressKey(_ path: String, _ query: Query) -> String {
    // No address contains a line feed, but a decoded one may: such addresses may share what they tell.
    ([path] + query.parameters.flatMap { [$0.name, $0.value] }).joined(separator: "\n")
}
