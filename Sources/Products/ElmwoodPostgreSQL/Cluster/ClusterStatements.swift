/// The statements of the log's connection.
enum ClusterStatements {
    static let all = [.rollback, .listen, place, read, beat, nodes, leave, tell, prune, removeNodes, notify]

    /// Where the log ends: every transaction below the first number has ended. The second is that of the last row of these, and the
    /// third that of the last row that was removed.
    static let place: Statement = """
        WITH end_ AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xid)
        SELECT end_.xid, (SELECT t.xid FROM elmwood_told t WHERE t.xid < end_.xid ORDER BY t.xid DESC LIMIT 1),
        (SELECT xid FROM elmwood_told_removed) FROM end_
        """

    /// Reads what others have committed from a number on, up to the oldest transaction that still runs.
    ///
    /// The rows are in the order of `n`. Of two transactions that have changed the same session, the one that committed first has
    /// the smaller `n`: it inserts its row before it ends, and the other one after it has waited for that. The numbers of the
    /// transactions say nothing of that, and `n` alone says nothing of those which still run.
    static let read: Statement = """
        WITH end_ AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xid)
        SELECT end_.xid, EXISTS (SELECT 1 FROM elmwood_told w WHERE w.xid >= end_.xid AND w.node <> $2), t.node, t.body, t.xid
        FROM end_ LEFT JOIN elmwood_told t ON t.xid >= $1::xid8 AND t.xid < end_.xid AND t.node <> $2
        ORDER BY t.n LIMIT $3
        """

    static let beat: Statement = """
        INSERT INTO elmwood_nodes (node, seen) VALUES ($1, clock_timestamp())
        ON CONFLICT (node) DO UPDATE SET seen = excluded.seen
        RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::int8
        """

    static let nodes: Statement =
        "SELECT node, seen > clock_timestamp() - interval '5 s' FROM elmwood_nodes WHERE node <> $1"

    static let leave: Statement = "DELETE FROM elmwood_nodes WHERE node = $1"

    static let tell = SessionWrites.tell

    /// Removes old rows of the log, some at a time. Those of nodes that are away remain for a day: one that has lost the answer to a
    /// commit looks for its row when it is back.
    static let prune: Statement = """
        WITH old AS (
            SELECT n FROM elmwood_told t WHERE at < clock_timestamp() - $1::int8 * interval '1 ms'
            AND (at < clock_timestamp() - interval '1 day' OR EXISTS (SELECT 1 FROM elmwood_nodes o WHERE o.node = t.node))
            ORDER BY n LIMIT 5000 FOR UPDATE SKIP LOCKED
        ), gone AS (DELETE FROM elmwood_told t USING old WHERE t.n = old.n RETURNING t.xid)
        UPDATE elmwood_told_removed SET xid = greatest(xid, (SELECT g.xid FROM gone g ORDER BY g.xid DESC LIMIT 1))
        WHERE EXISTS (SELECT 1 FROM gone)
        """

    /// The others have been told by then.
    static let removeNodes: Statement = "DELETE FROM elmwood_nodes WHERE seen < clock_timestamp() - interval '1 min'"

    static let notify: Statement = "NOTIFY elmwood_told"
}
