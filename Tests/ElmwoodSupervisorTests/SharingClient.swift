import Synchronization

/// A visitor without script, whose numbers go to a model that all visitors share. Each visitor's numbers are in a range of their own.
final class SharingClient: RecordClient {
    private static let count = Atomic(0)
    private static let range = 1_000_000

    private let offset = SharingClient.count.add(1, ordering: .relaxed).newValue * SharingClient.range

    /// What was sent without an answer before the visitor had a session: a session may have sent it that the visitor never learned of.
    private var unknown: Set<Int> = []

    override func add(_ number: Int) -> Bool {
        let isNewcomer = session == nil
        guard let reply = attempt("POST / HTTP/1.1\r\nAccept: */*\r\n", "share=\(offset + number)") else {
            if isNewcomer { unknown.insert(offset + number) }
            return false
        }
        if reply.status != 200 && reply.status != 503 { complain("\(reply.status): \(reply.text.prefix(300))") }
        return reply.status == 200
    }

    /// Compares the shared model with what the visitor's own model says was sent.
    override func compare() -> [String] {
        let sent = lists()["numbers", default: []]
        var found: [String] = []
        let own = Set(sent.map { $0 - offset })
        let lost = Set(acknowledged).subtracting(own)
        if !lost.isEmpty { found.append("Acknowledged and lost: \(lost.sorted().prefix(5))") }
        var arrived: [Int] = []
        // A worker looks once a second for messages that its predecessor has left.
        let start = ContinuousClock.now
        repeat {
            arrived = lists(at: "/ledger")["ledger", default: []].filter {
                $0 / Self.range == offset / Self.range && !unknown.contains($0)
            }
        } while arrived.count < sent.count && start.duration(to: .now) < .seconds(20)
        if arrived != sent {
            found.append("Sent \(sent.count): \(sent.suffix(20)), arrived \(arrived.count): \(arrived.suffix(20))")
        }
        return found
    }
}
