extension EventLoop {
    // MARK: Connections

    /// Counts a new connection. If there are too many, closes idle ones for it, or refuses it.
    func admit(_ connection: Connection) {
        let (share, excess) = shares.addConnection(
            of: ClientNetwork(connection.remoteAddress),
            isProxy: connection.proxies != nil
        )
        connection.share = share
        switch excess {
        case .none: return
        case .ofClient:
            if closeIdlest(of: share, unusedFor: Self.idleGrace) { return }
        case .ofAll(let greediest):
            if !closeIdlest(of: greediest, unusedFor: 0) { shares.post(.closeIdlest(greediest), exceptTo: mailbox) }
            return
        case .full(let greediest):
            if closeIdlest(of: greediest, unusedFor: 0) { return }
            shares.post(.closeIdlest(greediest), exceptTo: mailbox)
        }
        connection.leaveShare()
        connection.turnAway()
    }

    /// Closes connections of a client on which nothing is under way, those first that have been unused longest, and a part of them
    /// at a time. If there are none, it closes the oldest streams, unless the connections have to have been unused for some time.
    ///
    /// - Returns: whether one was closed.
    @discardableResult
    func closeIdlest(of share: ClientShare, unusedFor time: UInt64) -> Bool {
        // A client that is refused again and again must not cost a search each time.
        guard time == 0 || share.nextSearch.load(ordering: .relaxed) <= now else { return false }
        var unused = connections.compactMap { connection -> Connection? in
            guard let connection, connection.share === share, connection.hasNoRequest else { return nil }
            return now &- connection.phaseStart >= time ? connection : nil
        }
        let count = max(1, shares.connections(of: share) / 64)
        if !unused.isEmpty {
            unused.sort { $0.phaseStart < $1.phaseStart }
            for connection in unused.prefix(count) { connection.makeRoom() }
            return true
        }
        guard time == 0 else {
            share.nextSearch.store(now &+ Self.searchPause, ordering: .relaxed)
            return false
        }
        let oldest = streams.all.filter { $0.share === share }.sorted { $0.request.number < $1.request.number }
        for stream in oldest.prefix(count) { stream.makeRoom() }
        return !oldest.isEmpty
    }

    // MARK: Unsent bytes

    /// Counts bytes of a response, and makes room for them if there are too many. Returns false if that is not possible.
    func makeRoom(forUnsent count: Int, of share: ClientShare) -> Bool {
        switch shares.addUnsent(count, of: share) {
        case .none: return true
        case .ofClient: return closeSlowest(of: share)
        case .ofAll(let greediest):
            if !closeSlowest(of: greediest) { shares.post(.closeSlowest(greediest), exceptTo: mailbox) }
            return true
        case .full(let greediest):
            shares.post(.closeSlowest(greediest), exceptTo: mailbox)
            return closeSlowest(of: greediest)
        }
    }

    /// Cuts the response to a client that has been unread for longest. Returns false if all are read.
    @discardableResult
    func closeSlowest(of share: ClientShare) -> Bool {
        let slowest = connections.lazy.compactMap { $0 }.filter { [now] in $0.share === share && $0.isSlow(at: now) }
            .min { $0.phaseStart < $1.phaseStart }
        guard let slowest else { return false }
        slowest.leaveShare()
        slowest.cut()
        return true
    }

    /// How long a connection of a client with too many is unused before a new one replaces it.
    private static let idleGrace: UInt64 = 5_000_000_000
    private static let searchPause: UInt64 = 100_000_000
}
