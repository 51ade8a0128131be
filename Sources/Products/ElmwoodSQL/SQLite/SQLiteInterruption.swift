import CElmwoodSQLite

/// Ends the running statement of a connection when its control says so: SQLite asks it while it computes, and while a lock is not free.
final class SQLiteInterruption {
    var control: StatementControl?
    /// Until when a lock is waited for.
    private var lockDeadline = ContinuousClock.now
    let wakeup: Wakeup

    init(wakeup: Wakeup) { self.wakeup = wakeup }

    func begin(_ control: StatementControl, lockWait: Duration) {
        self.control = control
        lockDeadline = .now + min(lockWait, StatementControl.longest)
    }

    /// Lets that connection ask. This must live as long as the connection.
    func watch(_ handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        // So many operations take a fraction of a millisecond.
        sqlite3_progress_handler(
            handle,
            4_000,
            { context in
                guard let context else { return 0 }
                let interruption = Unmanaged<SQLiteInterruption>.fromOpaque(context).takeUnretainedValue()
                return interruption.control?.shouldStop == true ? 1 : 0
            },
            context
        )
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<SQLiteInterruption>.fromOpaque(context).takeUnretainedValue().waits(count) ? 1 : 0
            },
            context
        )
    }

    /// Waits a little for a lock, unless it has been waited for long enough.
    private func waits(_ count: CInt) -> Bool {
        guard let control, !control.shouldStop, ContinuousClock.now < lockDeadline else { return false }
        wakeup.wait(milliseconds: .random(in: 1...(count < 5 ? 3 : 25)))
        return true
    }
}
