import ElmwoodSessions
import ElmwoodStorage

extension Settings {
    /// Returns the limits with the lifetimes and the size of pages of these settings.
    func sessionLimits(in limits: SessionLimits) -> SessionLimits {
        var limits = limits
        if let sessionIdleLife { limits.idleLife = sessionIdleLife }
        if let sessionLife { limits.absoluteLife = sessionLife }
        if let pageSize { limits.pageSize = pageSize }
        return limits
    }

    /// Returns how long the saved values of a visitor remain. If they were removed during a session, its next save would make a
    /// token valid again that was replaced before.
    func visitorLife(in limits: SessionLimits) -> Duration { max(visitorLife, sessionLimits(in: limits).absoluteLife) }

    /// Returns the limits of the store of saved values.
    func storageLimits(in limits: SessionLimits) -> StorageLimits {
        var storage = StorageLimits()
        storage.days = Int((visitorLife(in: limits).components.seconds + 86_399) / 86_400)
        return storage
    }
}
