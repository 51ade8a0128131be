import ElmwoodHTTPServer
import ElmwoodStorage
import Synchronization

/// The rates of posts and of stored bytes of each visitor and each client, and of the sessions that begin for each client.
///
/// A client that posts too often is told to wait, and others are not affected. A client's rate is much higher than a visitor's, since
/// many visitors may share an address.
final class ClientRates: Sendable {
    private struct Meters {
        var visitors: RateMeter<SessionID>?
        var clients: RateMeter<ClientNetwork>?
        /// By what stands for a client: `Visit.client`.
        var sessions: RateMeter<UInt32>?
        var storedByVisitors: RateMeter<VisitorID>?
        var storedByClients: RateMeter<UInt32>?
    }

    private let meters: Mutex<Meters>

    /// Creates the rates of the settings.
    init(_ settings: Settings) {
        meters = Mutex(
            Meters(
                visitors: settings.postsPerVisitor.map { RateMeter($0) },
                clients: settings.postsPerClient.map { RateMeter($0) },
                sessions: settings.sessionsPerClient.map { RateMeter($0) },
                storedByVisitors: settings.storedPerVisitor.map { RateMeter(.bytes($0)) },
                storedByClients: settings.storedPerClient.map { RateMeter(.bytes($0)) }
            )
        )
    }

    /// Counts a post.
    ///
    /// - Parameter session: the session's id as the request states it, known or not: a client that invents ids has its own rate.
    /// - Returns: nil, or how many seconds to wait.
    func take(from client: RemoteAddress, session: SessionID?, at now: Duration) -> Int? {
        let nanoseconds = Self.nanoseconds(now)
        let wait: UInt64? = meters.withLock { meters in
            if let wait = meters.clients?.take(ClientNetwork(client), at: nanoseconds) { return wait }
            guard let session else { return nil }
            return meters.visitors?.take(session, at: nanoseconds)
        }
        return wait.map { Int($0 / 1_000_000_000) + 1 }
    }

    /// Counts a session that begins. Returns whether it may.
    func admitsSession(of client: UInt32, at now: Duration) -> Bool {
        guard client != 0 else { return true }
        return meters.withLock { $0.sessions?.take(client, at: Self.nanoseconds(now)) } == nil
    }

    /// Whether more may be stored for a client, 0 if it is unknown, and a visitor.
    func admitsStorage(of client: UInt32, _ visitor: VisitorID, at now: Duration) -> Bool {
        let nanoseconds = Self.nanoseconds(now)
        return meters.withLock { meters in
            if client != 0, meters.storedByClients?.isEmpty(client, at: nanoseconds) ?? false { return false }
            return !(meters.storedByVisitors?.isEmpty(visitor, at: nanoseconds) ?? false)
        }
    }

    /// Counts bytes that are added to a store.
    func countStored(_ bytes: Int, of client: UInt32, _ visitor: VisitorID, at now: Duration) {
        let nanoseconds = Self.nanoseconds(now)
        meters.withLock { meters in
            if client != 0 { meters.storedByClients?.add(bytes, of: client, at: nanoseconds) }
            meters.storedByVisitors?.add(bytes, of: visitor, at: nanoseconds)
        }
    }

    private static func nanoseconds(_ time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        return UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds / 1_000_000_000))
    }
}
