import CElmwoodPostgreSQL
import ElmwoodSQL

/// The server's errors.
enum PostgreSQLFailure {
    /// The error of a result. Its details and hints are left out: they quote values.
    static func error(_ result: OpaquePointer, statement: String?) -> DatabaseError {
        let state = field(result, elmwood_diagnostic_state) ?? ""
        let message = field(result, elmwood_diagnostic_message) ?? "it gives no reason"
        let sentence = "The database refused the statement: \(isSafe(state) ? message : summary(state))."
        var error = DatabaseError(kind(state), sentence, code: state, statement: statement)
        error.constraint = field(result, elmwood_diagnostic_constraint)
        // The table has changed since the statement was prepared, or somebody has dropped what was prepared.
        if isStalePlan(result) { error.isTransient = true }
        return error
    }

    static func isStalePlan(_ result: OpaquePointer) -> Bool {
        let state = field(result, elmwood_diagnostic_state)
        return state == "26000"
            || (state == "0A000" && field(result, elmwood_diagnostic_function) == "RevalidateCachedQuery")
    }

    /// Whether the server closes the connection after it.
    static func isFatal(_ result: OpaquePointer) -> Bool {
        let severity = field(result, elmwood_diagnostic_severity)
        return severity == "FATAL" || severity == "PANIC"
    }

    private static func field(_ result: OpaquePointer, _ code: CInt) -> String? {
        PQresultErrorField(result, code).map { String(cString: $0) }
    }

    static func kind(_ state: String) -> DatabaseError.Kind {
        switch state {
        case "23505": return .uniqueViolation
        case "23503": return .foreignKeyViolation
        case "23502": return .notNullViolation
        case "23514", "23P01": return .checkViolation
        case "40001": return .serializationFailure
        case "40P01": return .deadlock
        case "55P03": return .busy
        case "57014": return .timeout
        case "25006": return .readOnly
        case "25P02": return .rolledBack
        case "42501": return .permission
        case "53300": return .noConnection
        case "XX001", "XX002": return .corrupt
        case "42P01", "42703", "42883", "42704", "42P02", "42P06", "42P07", "42701", "42710", "42723", "26000":
            return .undefinedObject
        default: break
        }
        switch state.prefix(2) {
        case "08", "57": return .connection
        case "22": return .invalidValue
        case "28": return .permission
        case "3D", "3F": return .undefinedObject
        case "42": return .syntax
        case "53": return .full
        default: return .other
        }
    }

    /// Whether messages of this class quote the statement and names of the database, and no values. In those of class 22, data
    /// exceptions, and of unknown ones there may be any.
    private static func isSafe(_ state: String) -> Bool {
        let classes: Set<Substring> = [
            "08", "0A", "0B", "21", "23", "25", "26", "28", "2B", "34", "3D", "3F", "40", "42", "44", "53", "54", "55",
            "57", "58", "P0",
        ]
        return classes.contains(state.prefix(2))
    }

    /// What a data exception is, by its code.
    private static func summary(_ state: String) -> String {
        switch state {
        case "22001": "a text is too long for its column"
        case "22003": "a number is out of range"
        case "22004": "NULL is not allowed here"
        case "22007", "22008": "a date or time is not valid"
        case "22012": "division by zero"
        case "22021": "a text has characters that the database cannot store"
        case "22P02", "22P03": "a value is not one of the column's type"
        case "22032": "a value is not valid JSON"
        default: "a value is not accepted"
        }
    }
}
