/// The statements of a session store that change rows. Each changes one session, or those of one id.
enum SessionWrites {
    static let all: [Statement] =
        [.begin, .commit, .rollback, lockToInsert, insert, update, end, isMissing, removeIdle, setAside, touch]
        + [postpone, upsertDue, deleteDue, remove, removeOfVisitor, removeOfAccount, identify, lockToRenew, renew]
        + [send, removeApplied, setMessagesAside, removeMessages, removeOld, removeOldRenewals, tell, findMark]
        + [endProcess]

    static let insert: Statement = """
        INSERT INTO elmwood_sessions
        (id, path, version, token, visitor, account, created, used, due, pattern, shared, rest, model)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
        WHERE NOT EXISTS (SELECT 1 FROM elmwood_renewals WHERE id = $1) ON CONFLICT DO NOTHING
        """

    /// A session begins under an id either before the id is replaced, or not at all. No row stands for an id without sessions, so until
    /// the end of the transaction these locks, of a part of the id, keep the two apart.
    static let lockToInsert: Statement = "SELECT pg_advisory_xact_lock_shared($1)"
    static let lockToRenew: Statement = "SELECT pg_advisory_xact_lock($1)"

    /// The due time of the former row is returned, since a statement sees what was before it: only a session that was due, or is, has
    /// a row among those.
    static let update: Statement = """
        UPDATE elmwood_sessions SET version = $3, token = $4, created = $7, used = $8, due = $9, pattern = $10, rest = $11, model = $12
        WHERE id = $1 AND path = $2 AND aside = 0 AND version = $5 AND token = $6
        RETURNING (SELECT s.due FROM elmwood_sessions s WHERE s.id = $1 AND s.path = $2 AND s.aside = 0)
        """

    static let end: Statement =
        "DELETE FROM elmwood_sessions WHERE id = $1 AND path = $2 AND aside = 0 AND version = $3 AND token = $4"

    static let isMissing: Statement =
        "SELECT WHERE NOT EXISTS (SELECT 1 FROM elmwood_sessions WHERE id = $1 AND path = $2 AND aside = 0)"

    static let removeIdle: Statement = """
        DELETE FROM elmwood_sessions WHERE id = $1 AND path = $2 AND aside = 0 AND used <= $3 AND due IS NULL
        """

    static let setAside: Statement = """
        UPDATE elmwood_sessions
        SET aside = 1 + (SELECT max(s.aside) FROM elmwood_sessions s WHERE s.id = $1 AND s.path = $2), due = NULL
        WHERE id = $1 AND path = $2 AND aside = 0
        """

    static let touch: Statement = "UPDATE elmwood_sessions SET used = greatest(used, $2) WHERE id = $1 AND aside = 0"

    static let postpone: Statement = """
        UPDATE elmwood_sessions SET due = $5
        WHERE id = $1 AND path = $2 AND aside = 0 AND version = $3 AND token = $4
        """

    static let upsertDue: Statement = """
        INSERT INTO elmwood_due (id, path, pattern, mount, due) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id, path) DO UPDATE SET pattern = excluded.pattern, mount = excluded.mount, due = excluded.due
        """

    static let deleteDue: Statement = "DELETE FROM elmwood_due WHERE id = $1 AND path = $2"

    static let remove: Statement = """
        WITH messages AS (DELETE FROM elmwood_messages WHERE id = $1), due AS (DELETE FROM elmwood_due WHERE id = $1)
        DELETE FROM elmwood_sessions WHERE id = $1
        """

    static let removeOfVisitor = removeOfOwner("visitor")
    static let removeOfAccount = removeOfOwner("account")

    private static func removeOfOwner(_ owner: String) -> Statement {
        // `UNION` drops ids that it has found already, so a cycle ends.
        """
        WITH RECURSIVE kept (id) AS (
            SELECT $2::uuid UNION SELECT r.successor FROM elmwood_renewals r JOIN kept ON r.id = kept.id
        ), gone AS (
            DELETE FROM elmwood_sessions
            WHERE \(owner) = $1 AND id NOT IN (SELECT id FROM kept WHERE id IS NOT NULL) RETURNING id, path, aside
        ), due AS (
            DELETE FROM elmwood_due d USING gone WHERE d.id = gone.id AND d.path = gone.path AND gone.aside = 0
        )
        SELECT DISTINCT id FROM gone ORDER BY id
        """
    }

    static let identify: Statement = "UPDATE elmwood_sessions SET account = $2 WHERE id = $1"

    /// A message may be from the id to itself: one statement changes both.
    static let renew: Statement = """
        WITH moved AS (
            UPDATE elmwood_sessions SET id = $2, created = $3
            WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM elmwood_sessions s WHERE s.id = $2) RETURNING 1
        ), due AS (
            UPDATE elmwood_due SET id = $2 WHERE id = $1 AND EXISTS (SELECT 1 FROM moved)
        ), renewed AS (
            INSERT INTO elmwood_renewals (id, successor, created, claims)
            SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM elmwood_sessions s WHERE s.id = $2)
            ON CONFLICT (id) DO UPDATE
            SET successor = excluded.successor, created = excluded.created, claims = excluded.claims
            WHERE EXISTS (SELECT 1 FROM moved) RETURNING 1
        ), messages AS (
            UPDATE elmwood_messages SET id = CASE WHEN id = $1 AND NOT aside THEN $2 ELSE id END,
            sender = CASE WHEN sender = $1 THEN $2 ELSE sender END
            WHERE (id = $1 OR sender = $1) AND EXISTS (SELECT 1 FROM renewed)
        )
        SELECT 1 FROM renewed
        """

    // MARK: Messages

    /// A message to a former id is one to the latest. What the table of renewals contains may form a cycle.
    static let send: Statement = """
        WITH RECURSIVE latest (id, depth) AS (
            SELECT $1::uuid, 0
            UNION ALL SELECT r.successor, latest.depth + 1 FROM elmwood_renewals r JOIN latest ON r.id = latest.id
            WHERE latest.depth < 16
        )
        INSERT INTO elmwood_messages
        (id, path, pattern, name, content, sender, sender_path, sender_pattern, applied, failed)
        SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM latest ORDER BY depth DESC LIMIT 1 RETURNING id
        """

    static let removeApplied: Statement = "DELETE FROM elmwood_messages WHERE number = ANY ($1::int8[])"

    static let setMessagesAside: Statement = "UPDATE elmwood_messages SET aside = true WHERE number = ANY ($1::int8[])"

    static let removeMessages: Statement = "DELETE FROM elmwood_messages WHERE id = $1 AND path = $2 AND NOT aside"

    // MARK: Old sessions

    /// Removes old sessions among the two thousand rows after one, and returns the last row that it has examined, and the removed ones.
    static let removeOld: Statement = """
        WITH page AS MATERIALIZED (
            SELECT id, path, aside, NOT shared AND (used < $4 OR created < $5) AS is_old FROM elmwood_sessions
            WHERE (id, path, aside) > ($1, $2, $3::int8::int4) ORDER BY id, path, aside LIMIT 2000
        ), gone AS (
            DELETE FROM elmwood_sessions s USING page p
            WHERE p.is_old AND s.id = p.id AND s.path = p.path AND s.aside = p.aside AND NOT s.shared
            AND (s.used < $4 OR s.created < $5) RETURNING s.id, s.path, s.aside, s.pattern
        ), due AS (
            DELETE FROM elmwood_due d USING gone WHERE d.id = gone.id AND d.path = gone.path AND gone.aside = 0
        )
        (SELECT id, path, aside::int8, NULL::bytea, true FROM page ORDER BY id DESC, path DESC, aside DESC LIMIT 1)
        UNION ALL SELECT id, path, aside::int8, pattern, false FROM gone
        """

    static let removeOldRenewals: Statement = "DELETE FROM elmwood_renewals WHERE created < $1"

    // MARK: The log

    static let tell: Statement = "INSERT INTO elmwood_told (node, mark, body) VALUES ($1, $2, $3) RETURNING xid"

    static let findMark: Statement = "SELECT xid FROM elmwood_told WHERE node = $1 AND mark = $2"

    /// Ends the server's side of a lost connection, and returns a row as long as it is there.
    static let endProcess: Statement = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1::int8 AND backend_start = $2::text::timestamptz
        """
}

/// The statements of a session store that only read.
enum SessionReads {
    static let all = [load, loadAside, due, programs, renewal, ofVisitor, ofAccount, messages, recipients]

    private static let columns = "version, token, visitor, account, created, used, due, shared"

    /// The last column is the number of the latest commit that the statement sees, which may be that of the session.
    static let load: Statement = """
        SELECT \(columns), rest, model, (SELECT xid FROM elmwood_told ORDER BY xid DESC LIMIT 1)
        FROM elmwood_sessions WHERE id = $1 AND path = $2 AND aside = 0
        """

    static let loadAside: Statement = """
        SELECT \(columns), rest, model FROM elmwood_sessions WHERE id = $1 AND path = $2 AND aside > 0 ORDER BY aside
        """

    static let programs: Statement = """
        SELECT \(columns), path, pattern FROM elmwood_sessions WHERE id = $1 AND aside = 0 ORDER BY used DESC, path
        """

    /// The row of the session decides whether it is due: see ``SessionWrites/update``.
    static let due: Statement = """
        SELECT d.id, d.path, d.pattern FROM elmwood_due d
        JOIN elmwood_sessions s ON s.id = d.id AND s.path = d.path AND s.aside = 0 AND s.due IS NOT NULL
        WHERE d.mount = $1 AND d.due <= $2 ORDER BY d.due, d.id, d.path LIMIT $3
        """

    static let renewal: Statement = "SELECT successor, created, claims FROM elmwood_renewals WHERE id = $1"

    static let ofVisitor = ofOwner("visitor")
    static let ofAccount = ofOwner("account")

    private static func ofOwner(_ owner: String) -> Statement {
        """
        SELECT id, max(created), max(used) AS latest FROM elmwood_sessions WHERE \(owner) = $1 AND aside = 0
        GROUP BY id ORDER BY latest DESC, id LIMIT $2
        """
    }

    static let messages: Statement = """
        SELECT number, content, name, sender, sender_path, sender_pattern, applied, failed FROM elmwood_messages
        WHERE id = $1 AND path = $2 AND NOT aside ORDER BY number LIMIT $3
        """

    static let recipients: Statement =
        "SELECT DISTINCT id, path, pattern FROM elmwood_messages WHERE NOT aside LIMIT $1"
}
