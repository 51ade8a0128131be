import Synchronization

/// The difference between this node's clock and the database's, by whose clock all nodes compare times.
final class NodeClock: Sendable {
    /// This node's time, in milliseconds since 1970.
    let node: @Sendable () -> Int64
    /// How far the database's clock is ahead, in milliseconds.
    private let offset = Mutex<Int64>(0)

    /// How much a measurement must differ from the offset in use to replace it. A time that is stored and loaded again is therefore
    /// the same time, as long as no clock is set. Clocks that are in step have the offset zero.
    private static let tolerance: Int64 = 500

    init(_ node: @escaping @Sendable () -> Int64) { self.node = node }

    /// Measures the offset by the answer of the database.
    ///
    /// - Parameters:
    ///   - sent: When the query was sent, by this node's clock.
    ///   - received: When the answer was received. Of a slow answer nothing is learned.
    func measure(server: Int64, sent: Int64, received: Int64) {
        guard received >= sent, received - sent < 2 * Self.tolerance else { return }
        let measured = server - (sent + (received - sent) / 2)
        offset.withLock { offset in
            if abs(measured - offset) > Self.tolerance { offset = measured }
        }
    }

    /// Returns a time of this node by the database's clock. The greatest and the least number are no times, and remain.
    func database(_ time: Int64) -> Int64 { shifted(time, by: offset.withLock { $0 }) }

    /// Returns a time of the database by this node's clock.
    func local(_ time: Int64) -> Int64 { shifted(time, by: 0 - offset.withLock { $0 }) }

    private func shifted(_ time: Int64, by offset: Int64) -> Int64 {
        guard time != .max, time != .min else { return time }
        let (sum, overflows) = time.addingReportingOverflow(offset)
        return overflows ? time : sum
    }
}
