import ElmwoodHTTPServer
import ElmwoodStorage
import Synchronization

/// The rates of posts of each visitor and each client.
///
/// Whoever posts too often is told to wait, and the others are not affected. A client's rate is much higher than a visitor's, since
/// many visitors may share an address.
final class PostRates: Sendable {
    private struct Meters {
        var visitors: RateMeter<SessionID>?
        var clients: RateMeter<ClientNetwork>?
    }

    private let meters: Mutex<Meters>

    /// Creates the rates of the settings; nil if there are none.
    init?(_ settings: Settings) {
        guard settings.postsPerVisitor != nil || settings.postsPerClient != nil else { return nil }
        meters = Mutex(
            Meters(
                visitors: settings.postsPerVisitor.map { RateMeter($0) },
                clients: settings.postsPerClient.map { RateMeter($0) }
            )
        )
    }

    /// Counts a post.
    ///
    /// - Parameter session: the session's id as the request states it, known or not: who invents ids has the client's rate.
    /// - Returns: nil, or how many seconds to wait.
    func take(from client: RemoteAddress, session: SessionID?, at now: Duration) -> Int? {
        let (seconds, attoseconds) = now.components
        let nanoseconds = UInt64(max(0, seconds)) &* 1_000_000_000 &+ UInt64(max(0, attoseconds / 1_000_000_000))
        let wait: UInt64? = meters.withLock { meters in
            if let wait = meters.clients?.take(ClientNetwork(client), at: nanoseconds) { return wait }
            guard let session else { return nil }
            return meters.visitors?.take(session, at: nanoseconds)
        }
        return wait.map { Int($0 / 1_000_000_000) + 1 }
    }
}
