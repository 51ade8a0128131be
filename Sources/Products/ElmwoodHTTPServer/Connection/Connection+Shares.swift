import CElmwoodMicrohttpd

/// What a connection takes of its client's share, and whether its client reads and sends fast enough for it.
extension Connection {
    // MARK: Its place among the connections

    /// Removes the share, which from now on counts for something else.
    func takeShare() -> ClientShare? {
        defer { share = nil }
        return share
    }

    /// Stops counting: the connection is being closed.
    func leaveShare() {
        guard let share = takeShare() else { return }
        releaseBytes(of: share)
        loop.shares.removeConnection(of: share)
    }

    /// Closes the connection, on which nothing is under way, for another one.
    func makeRoom() {
        leaveShare()
        disconnect()
    }

    // MARK: Bytes

    /// Counts the bytes of a response until it has been sent. Returns false if there are too many.
    func reserve(unsentBytes count: Int) -> Bool {
        // Most responses fit into the system's buffer, and are sent at once.
        guard count > Self.leastCounted, let share else { return true }
        guard loop.makeRoom(forUnsent: count, of: share) else {
            loop.shares.removeUnsent(count, of: share)
            return false
        }
        unsentBytes = count
        return true
    }

    /// Counts the bytes of files that a request may have, until it has been answered.
    ///
    /// - Throws: the refusal if there are too many.
    func reserve(uploadBytes count: Int) throws(Refusal) {
        guard count > 0, let share else { return }
        guard loop.shares.addUpload(count, of: share) else { throw .tooManyUploads }
        uploadBytes = count
    }

    /// Stops counting the bytes of the request and of the response.
    func releaseBytes() {
        if unsentBytes > 0 || uploadBytes > 0, let share { releaseBytes(of: share) }
    }

    private func releaseBytes(of share: ClientShare) {
        if unsentBytes > 0 { loop.shares.removeUnsent(unsentBytes, of: share) }
        if uploadBytes > 0 { loop.shares.removeUpload(uploadBytes, of: share) }
        (unsentBytes, uploadBytes) = (0, 0)
    }

    /// Whether a response of counted bytes has not been read for some seconds.
    func isSlow(at now: Instant) -> Bool {
        phase == .sending && unsentBytes > 0 && now &- phaseStart > Self.leastWait
    }

    private static let leastCounted = 16 * 1024
    private static let leastWait: UInt64 = 2_000_000_000

    // MARK: Rates

    /// Waits longer for a body if enough of it has arrived. Returns false if too little has.
    func receivesSteadily() -> Bool {
        guard let body else { return false }
        let late = Double((loop.now &- phaseStart).subtractingReportingOverflow(loop.receiveTime).partialValue) / 1e9
        let required = max(0, late) * Double(loop.configuration.limits.receiveRate)
        guard Double(body.count) >= required else { return false }
        enter(.receiving, until: loop.now &+ min(loop.receiveTime, 1_000_000_000))
        return true
    }

    /// Waits longer for a response to be read if enough of it has been. Returns false if too little has.
    func readsSteadily() -> Bool {
        var acknowledged: UInt64 = 0
        // Over a Unix socket the system does not tell. There the client is a proxy, which reads what it gets.
        guard elmwood_acknowledged_bytes(descriptor, &acknowledged) else {
            enter(.sending, until: loop.now &+ loop.sendTime)
            return true
        }
        if let former = acknowledgedBytes {
            let required = Double(loop.configuration.limits.sendRate) * Double(loop.sendTime) / 1e9
            guard Double(acknowledged &- former) >= required else { return false }
        }
        acknowledgedBytes = acknowledged
        enter(.sending, until: loop.now &+ loop.sendTime)
        return true
    }
}
