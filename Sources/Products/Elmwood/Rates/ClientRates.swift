import ElmwoodHTTPServer
import ElmwoodStorage
import Synchronization

/// The rates of posts and of stored bytes of each visitor and each client, and of the sessions that begin for each client.
///
/// A client that posts too often is told to wait, and others are not affected. A client's rate is much higher than a visitor's, since
/// many visitors may share an address.
final class ClientRates: Sendable {
    /// Who posts.
    private enum Poster: Hashable {
        case session(SessionID)
        /// The clients of a network that state a session which is not known: an invented id is no visitor of its own.
        case unknown(ClientNetwork)
    }

    private struct Meters {
        var visitors: RateMeter<Poster>?
        var clients: RateMeter<ClientNetwork>?
        /// By what stands for a client: `Visit.client`.
        var sessions: RateMeter<UInt32>?
        var storedByVisitors: RateMeter<VisitorID>?
        var storedByClients: RateMeter<UInt32>?
        /// Stored sessions that were looked up, and may not be in memory.
        var verified: Set<SessionID> = []
    }

    /// How many verified sessions are remembered at most.
    private static let mostVerified = 10_000

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
    /// - Parameters:
    ///   - session: the session's id as the request states it; nil if it states none.
    ///   - isKnown: whether there is such a session in memory. All others of a client, which may be invented, have the rate of one visitor
    ///     together, until they are verified.
    /// - Returns: nil, or how many seconds to wait.
    func take(from client: RemoteAddress, session: SessionID?, isKnown: Bool, at now: Duration) -> Int? {
        let nanoseconds = Self.nanoseconds(now)
        let wait: UInt64? = meters.withLock { meters in
            if let wait = meters.clients?.take(ClientNetwork(client), at: nanoseconds) { return wait }
            guard let session else { return nil }
            let poster: Poster =
                isKnown || meters.verified.contains(session) ? .session(session) : .unknown(ClientNetwork(client))
            return meters.visitors?.take(poster, at: nanoseconds)
        }
        return wait.map { Int($0 / 1_000_000_000) + 1 }
    }

    /// Remembers that there is such a session.
    func verify(_ session: SessionID) {
        meters.withLock { meters in
            if meters.verified.count >= Self.mostVerified { meters.verified = [] }
            meters.verified.insert(session)
        }
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

    static func nanoseconds(_ time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        return UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds / 1_000_000_000))
    }
}
