import ElmwoodSQL
import ElmwoodStorage
import ElmwoodThreads
import Synchronization

/// How the connections of one store are made.
final class StoreConnections: Sendable {
    private let address: PostgreSQLAddress
    private let patience: Duration
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<String>>([])
    let clock: NodeClock

    init(
        address: PostgreSQLAddress,
        patience: Duration,
        clock: NodeClock,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.patience = patience
        self.clock = clock
        self.warn = warn
    }

    /// Returns the source of connections that prepare these statements.
    func source(_ statements: [Statement]) -> ConnectionSource {
        ConnectionSource(patience: patience) { try self.connect(statements) }
    }

    private func connect(_ statements: [Statement]) throws -> PipelineConnection {
        let connection = try PipelineConnection(address: address)
        let settings = try connection.script(
            """
            SET default_transaction_isolation = 'read committed'; SET lock_timeout = '5s';
            SET idle_in_transaction_session_timeout = '60s'; SET client_min_messages = 'error'; SET jit = off;
            -- The statements find rows by indexes. Without this, a plan that was made while a table was small would scan it for good.
            SET enable_seqscan = off;
            SELECT current_setting('synchronous_commit'), current_setting('fsync'), pg_is_in_recovery()::text
            """
        )
        guard let settings else { throw StorageError("The database has not said how it is set up.") }
        if settings.text(0, 2) == "true" {
            throw StorageError(
                "The database is a standby, which cannot be written: target_session_attrs=read-write finds the other."
            )
        }
        if settings.text(0, 0) == "off" {
            warnOnce(
                "The database does not wait for the disk (synchronous_commit is off): a crash loses what was stored."
            )
        }
        if settings.text(0, 1) == "off" {
            warnOnce("The database does not wait for the disk (fsync is off): a power failure may destroy it.")
        }
        try SessionSchema.migrate(connection)
        let sent = clock.node()
        let state = try connection.script(
            """
            SELECT pid::text, backend_start::text, (extract(epoch FROM clock_timestamp()) * 1000)::int8::text,
            system_identifier::text || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
            FROM pg_control_system(), pg_stat_activity WHERE pid = pg_backend_pid()
            """
        )
        guard let state, state.count == 1 else { throw StorageError("The database has not said which one it is.") }
        clock.measure(server: Int64(state.text(0, 2)) ?? sent, sent: sent, received: clock.node())
        connection.note(
            ServerState(process: Int64(state.text(0, 0)) ?? 0, start: state.text(0, 1), timeline: state.text(0, 3))
        )
        try connection.prepare(statements)
        return connection
    }

    private func warnOnce(_ sentence: String) {
        if warned.withLock({ $0.insert(sentence).inserted }) { warn(sentence) }
    }
}
