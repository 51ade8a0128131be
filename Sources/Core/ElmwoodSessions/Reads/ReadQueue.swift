import ElmwoodArchitecture

/// The reads that wait for their turn: the clients' in rotation, so that one who asks for ten thousand values delays nobody else.
///
/// A client is the number that stands for its address (`Visit.client`). 0 is none in particular: reads that follow from a change, and
/// those of clients that are unknown. They have no share.
struct ReadQueue {
    /// The reads of one client.
    private struct Client {
        /// In the order in which they were added.
        var waiting: ArraySlice<(key: ReadKey, queued: Duration)> = []
        var running = 0
    }

    private var clients: [UInt32: Client] = [:]
    /// The clients with reads that may begin, each once.
    private var ready: ArraySlice<UInt32> = []
    /// The number of reads that wait.
    private(set) var count = 0
    /// How many reads of one client may run at once, and how many may wait.
    private let runningShare: Int
    private let waitingShare: Int

    init(_ limits: SessionLimits) {
        runningShare = max(1, limits.reads / 2)
        waitingShare = max(1, limits.waitingReads / 4)
    }

    /// Whether a client may add no further read.
    func isFull(for client: UInt32) -> Bool {
        client != 0 && clients[client]?.waiting.count ?? 0 >= waitingShare
    }

    mutating func add(_ key: ReadKey, of client: UInt32, at now: Duration) {
        let isFirst = clients[client]?.waiting.isEmpty ?? true
        clients[client, default: Client()].waiting.append((key, now))
        count += 1
        if isFirst, mayRun(client) { ready.append(client) }
    }

    /// Removes and returns the read that begins next.
    mutating func next() -> (key: ReadKey, client: UInt32)? {
        guard let client = ready.popFirst(), let key = clients[client]?.waiting.popFirst()?.key else { return nil }
        count -= 1
        clients[client]?.running += 1
        if !(clients[client]?.waiting.isEmpty ?? true), mayRun(client) { ready.append(client) }
        return (key, client)
    }

    /// Removes and returns the reads that wait since that time or longer.
    mutating func takeOverdue(queuedBy time: Duration) -> [ReadKey] {
        var overdue: [ReadKey] = []
        for (client, reads) in clients {
            let first = reads.waiting.prefix { $0.queued <= time }
            guard !first.isEmpty else { continue }
            overdue += first.map(\.key)
            clients[client]?.waiting.removeFirst(first.count)
            guard first.count == reads.waiting.count else { continue }
            ready.removeAll { $0 == client }
            if reads.running <= 0 { clients[client] = nil }
        }
        count -= overdue.count
        return overdue
    }

    /// Since when the first of those that wait does; nil if none waits.
    var oldest: Duration? { clients.values.compactMap { $0.waiting.first?.queued }.min() }

    /// A read that has begun has ended.
    mutating func end(of client: UInt32) {
        let couldRun = mayRun(client)
        clients[client]?.running -= 1
        guard let remaining = clients[client] else { return }
        if remaining.waiting.isEmpty {
            if remaining.running <= 0 { clients[client] = nil }
        } else if !couldRun {
            ready.append(client)
        }
    }

    private func mayRun(_ client: UInt32) -> Bool {
        client == 0 || clients[client]?.running ?? 0 < runningShare
    }
}
