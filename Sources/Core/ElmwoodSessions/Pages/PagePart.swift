import ElmwoodArchitecture
import ElmwoodStorage

/// A session's pages: those that are open, those that may return, and what waits for the next one.
///
/// Streams and requests of pages read and change it beside turns, under the session's lock. What is stored of it, the numbers of actions,
/// counts from the transaction of the action on.
struct PagePart: SessionPart {
    /// The visitor's open pages whose scripts are connected.
    var open: [LivePage] = []
    /// Pages that were open and have not sent a request since: when the session was stored, or when there were too many.
    var remembered: [PageID: RememberedPage] = [:]
    /// Whether the check is scheduled after which the next of them counts as closed.
    var watchesRemembered = false
    /// A navigation that no request has received.
    var navigation: String?
    /// Commands that no page has received.
    var commands: [PageCommand] = []
    /// Answers that were sent before the work of their requests has ended.
    var overdue: [OverdueAnswer] = []

    var isIdle: Bool {
        open.isEmpty && remembered.isEmpty && navigation == nil && commands.isEmpty && overdue.isEmpty
    }
    /// A page without a stream can be restored by its number.
    func isEvictable(at now: Int64, isStored: Bool) -> Bool {
        navigation == nil && commands.isEmpty && !open.contains { $0.isOpen }
    }

    mutating func apply(_ plan: CommandPlan, _ cause: Cause) {
        if let action = cause.action { noteSequence(action.sequence, of: action.page) }
    }

    func write(into row: inout SessionRow) {
        for page in open {
            row.activity.pages[page.id.text] = page.sequence
            row.activity.refuse(page.lastRefusals.numbers, on: page.id)
        }
        guard !remembered.isEmpty else { return }
        for (id, page) in rememberedInOrder where page.isOpen && row.activity.pages.count < StoredActivity.pageLimit {
            guard row.activity.pages[id.text] == nil else { continue }
            row.activity.pages[id.text] = page.sequence
            row.activity.refuse(page.refused, on: id)
        }
        for (id, page) in rememberedInOrder where !page.isOpen {
            row.activity.closed[id.text] = page.sequence
            row.activity.refuse(page.refused, on: id)
        }
    }

    mutating func adopt(_ row: StoredActivity, _ moment: AdoptionMoment, _ over: inout SessionParts.Over) {
        for (pages, isOpen) in [(row.pages, true), (row.closed, false)] {
            for (name, sequence) in pages.sorted(by: { $0.key < $1.key }) {
                guard let id = PageID(utf8: name.utf8) else { continue }
                let refused = row.refused[name] ?? []
                if let page = page(id) {
                    // If it has been closed, its connection to this node has not ended yet. Its actions must not be applied again.
                    page.adopt(sequence, refused: refused)
                } else if !isOpen {
                    remember(id, RememberedPage(closedAt: moment.time, by: sequence, refused: refused))
                } else if sequence >= remembered[id]?.sequence ?? 0 {
                    // It is open at another node, or was with the former process.
                    remember(id, RememberedPage(sequence: sequence, refused: refused, since: moment.time))
                }
            }
        }
    }

    mutating func end(isForGood: Bool, _ over: inout SessionParts.Over) {
        over.wakes = open.compactMap(\.wake)
        over.watches = open.compactMap { $0.reads?.watches }
    }

    /// Returns the open page with that id.
    func page(_ id: PageID) -> LivePage? {
        // A manual loop: the standard search takes longer than everything else that is done with a page.
        var index = 0
        while index < open.count {
            let page = open[index]
            if page.id == id { return page }
            index += 1
        }
        return nil
    }

    /// Records the number of an action of a page, which may have made room for another one since its request arrived.
    mutating func noteSequence(_ sequence: UInt64, of id: PageID) {
        if let page = page(id) {
            page.sequence = max(page.sequence, sequence)
        } else if let former = remembered[id]?.sequence {
            remembered[id]?.sequence = max(former, sequence)
        }
    }

    /// Returns the page that receives what is meant for that one: another one, used last, if that is not open. Nil if none is.
    func receiver(_ id: PageID?) -> LivePage? {
        // A hidden page polls once a minute, which is too late.
        let latest = open.max { $0.isHidden == $1.isHidden ? $0.lastUsed < $1.lastUsed : $0.isHidden }
        return id.flatMap(page) ?? latest
    }

    /// The session's model is about to be replaced: pages that show its view retain it.
    func retainShown(of former: AnyModel) {
        for page in open { page.retain(former) }
    }
}

extension StoredActivity {
    fileprivate mutating func refuse(_ numbers: [UInt64], on id: PageID) {
        if !numbers.isEmpty { refused[id.text] = numbers }
    }
}

extension LivePage {
    /// Takes the number of the page's last action at another node, if it is higher, and those that were refused there.
    fileprivate func adopt(_ sequence: UInt64, refused: [UInt64]) {
        guard sequence > self.sequence else { return }
        self.sequence = sequence
        lastRefusals = refused.map(PageRefusal.init(again:))
    }
}
