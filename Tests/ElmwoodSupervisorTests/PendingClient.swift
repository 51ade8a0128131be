import Synchronization

/// Visitors without script who begin a few delayed messages and durable effects each, and do not return, one after the other.
class PendingClient: PlainClient {
    private static let clients = Atomic(0)

    /// Makes the numbers of each client unique.
    private let base = 1_000_000 * PendingClient.clients.wrappingAdd(1, ordering: .relaxed).newValue
    private var former: [Identity] = []

    /// How many each of them begins.
    var share: Int { 4 }

    override func add(_ number: Int) -> Bool {
        if number / 2 % share == 0 { former.append(change()) }
        return send(isDelayed(number) ? "later" : "run", base + number / 2)
    }

    /// Numbers are odd, and every second one is a delayed message's.
    private func isDelayed(_ number: Int) -> Bool { number % 4 == 1 }

    override func compare() -> [String] {
        var found: [String] = []
        for identity in former {
            let mine = change(to: identity)
            found += compareLists()
            _ = change(to: mine)
        }
        return found + compareLists()
    }

    private func compareLists() -> [String] {
        if acknowledged.isEmpty { return [] }
        let lists = lists()
        let came = lists["came", default: []]
        let ran = lists["ran", default: []]
        var found: [String] = []
        if Set(came).count != came.count { found.append("A delayed message came twice: \(came)") }
        for number in acknowledged {
            let value = base + number / 2
            let (kind, values) = isDelayed(number) ? ("A delayed message", came) : ("An effect", ran)
            if !values.contains(value) { found.append("\(kind) is missing: \(value) of \(lists)") }
        }
        return found
    }
}

/// Visitors who begin only one each, so that nobody asks for their sessions again.
final class OnceClient: PendingClient {
    override var share: Int { 1 }
}
