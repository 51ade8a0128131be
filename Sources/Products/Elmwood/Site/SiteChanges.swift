import ElmwoodSessions
import Synchronization

/// Passes on to the running site that something outside of its programs has changed.
final class SiteChanges: Sendable {
    /// The sessions of the site; nil before it is started.
    private let registry = Mutex<SessionRegistry?>(nil)

    func connect(to registry: SessionRegistry) { self.registry.withLock { $0 = registry } }

    func tell(_ topic: String) { registry.withLock { $0 }?.changed(topic) }
}

extension Site {
    /// Says that what the topic is about has changed: the values that name it (`Read.topics`) are read again, and all open pages that show
    /// them show the new ones. For code that belongs to no program, such as a job that runs beside the site.
    ///
    /// ```swift
    /// Task { for await order in orders { site.changed("order/\(order.number)") } }
    /// site.main()
    /// ```
    ///
    /// It can be called on any thread, and on any copy of the site. Before the site is started it does nothing.
    public func changed(_ topic: String) { changes.tell(topic) }
}
