import Synchronization

/// What a handler remembers of a connection, so that it need not compute it anew for each request.
///
/// The handler verifies that what it remembers applies to the request. The connection of a trusted proxy, which many clients share,
/// has no memory.
package final class ConnectionMemory: Sendable {
    private let content = Mutex<(any AnyObject & Sendable)?>(nil)

    init() {}

    /// What was remembered last; nil at first.
    package var value: (any AnyObject & Sendable)? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}
