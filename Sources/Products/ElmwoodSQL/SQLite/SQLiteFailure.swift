import CElmwoodSQLite

/// SQLite's results as errors.
enum SQLiteFailure {
    /// - Parameter message: SQLite's own, if it cannot contain a value.
    static func error(_ result: CInt, message: String?, statement: String?) -> DatabaseError {
        let kind = kind(result)
        let reason = message ?? "a value was not accepted by the statement or by a function in it"
        var error = DatabaseError(kind, sentence(kind, reason), code: name(result), statement: statement)
        // “UNIQUE constraint failed: accounts.name”
        if let range = message?.firstRange(of: " constraint failed: "), let message {
            error.constraint = String(message[range.upperBound...])
        }
        return error
    }

    private static func sentence(_ kind: DatabaseError.Kind, _ reason: String) -> String {
        switch kind {
        case .busy: "The file is locked by another connection: \(reason)."
        case .corrupt: "The database is damaged: \(reason)."
        case .full: "There is no room for the change: \(reason)."
        case .readOnly: "The database can only be read: \(reason)."
        default: "The database refused the statement: \(reason)."
        }
    }

    private static func kind(_ result: CInt) -> DatabaseError.Kind {
        switch result {
        case elmwood_constraint_unique, elmwood_constraint_primary_key, elmwood_constraint_rowid:
            return .uniqueViolation
        case elmwood_constraint_foreign_key: return .foreignKeyViolation
        case elmwood_constraint_not_null: return .notNullViolation
        case elmwood_constraint_check: return .checkViolation
        default: break
        }
        switch result & 0xFF {
        case SQLITE_CONSTRAINT: return .checkViolation
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_READONLY: return .readOnly
        case SQLITE_FULL, SQLITE_NOMEM: return .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
        case SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE: return .invalidValue
        case SQLITE_PERM, SQLITE_AUTH: return .permission
        case SQLITE_CANTOPEN, SQLITE_IOERR: return .connection
        default: return .other
        }
    }

    /// The kind of an error of `sqlite3_prepare`: its message quotes the statement only.
    static func preparationError(_ result: CInt, message: String, statement: String) -> DatabaseError {
        var error = error(result, message: message, statement: statement)
        guard result & 0xFF == SQLITE_ERROR else { return error }
        let isName =
            ["no such ", "ambiguous column", "already exists"].contains { message.contains($0) }
            || message.contains("has no column named")
        error.kind = isName ? .undefinedObject : .syntax
        return error
    }

    private static func name(_ result: CInt) -> String {
        switch result {
        case elmwood_constraint_unique: return "SQLITE_CONSTRAINT_UNIQUE"
        case elmwood_constraint_primary_key: return "SQLITE_CONSTRAINT_PRIMARYKEY"
        case elmwood_constraint_rowid: return "SQLITE_CONSTRAINT_ROWID"
        case elmwood_constraint_foreign_key: return "SQLITE_CONSTRAINT_FOREIGNKEY"
        case elmwood_constraint_not_null: return "SQLITE_CONSTRAINT_NOTNULL"
        case elmwood_constraint_check: return "SQLITE_CONSTRAINT_CHECK"
        default: break
        }
        let names: [CInt: String] = [
            SQLITE_ERROR: "SQLITE_ERROR", SQLITE_PERM: "SQLITE_PERM", SQLITE_BUSY: "SQLITE_BUSY",
            SQLITE_LOCKED: "SQLITE_LOCKED", SQLITE_NOMEM: "SQLITE_NOMEM", SQLITE_READONLY: "SQLITE_READONLY",
            SQLITE_INTERRUPT: "SQLITE_INTERRUPT", SQLITE_IOERR: "SQLITE_IOERR", SQLITE_CORRUPT: "SQLITE_CORRUPT",
            SQLITE_FULL: "SQLITE_FULL", SQLITE_CANTOPEN: "SQLITE_CANTOPEN", SQLITE_TOOBIG: "SQLITE_TOOBIG",
            SQLITE_CONSTRAINT: "SQLITE_CONSTRAINT", SQLITE_MISMATCH: "SQLITE_MISMATCH", SQLITE_AUTH: "SQLITE_AUTH",
            SQLITE_RANGE: "SQLITE_RANGE", SQLITE_NOTADB: "SQLITE_NOTADB",
        ]
        let name = names[result & 0xFF] ?? "SQLITE"
        return result > 0xFF ? "\(name) (\(result))" : name
    }
}
