/// Posts of visitors who have never been here before, from many addresses.
final class NewcomerAttack: Attacker {
    private let connections: [Connection]
    private let perTick: Int
    private let total: Int
    private let statuses: Set<Int>
    private var sent = 0
    private var answers: [Int: Int] = [:]

    /// - Parameter statuses: those that are no failure of the attack.
    init(_ total: Int, port: UInt16, perSecond: Int, accepting statuses: Set<Int>) throws {
        self.total = total
        self.statuses = statuses
        perTick = max(1, perSecond / AttackThread.ticksPerSecond)
        // Each address has less than its share.
        connections = try (0..<max(perTick, perSecond / 20)).map { number in
            try Connection(port: port, from: 0x7F01_0001 + UInt32(number))
        }
    }

    var isComplete: Bool { sent >= total }

    var report: String {
        "\(sent) posts from \(connections.count) addresses: "
            + answers.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
    }

    func tick() throws {
        let turn = (0..<min(perTick, total - sent)).map { connections[(sent + $0) % connections.count] }
        for connection in turn { try connection.send(Requests.browserPost(cookie: nil)) }
        for connection in turn {
            let status = try connection.receiveStatus().status
            answers[status, default: 0] += 1
            guard statuses.contains(status) else { throw BenchmarkFailure("A post is answered with \(status).") }
        }
        sent += turn.count
    }
}
