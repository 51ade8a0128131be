import CElmwoodPostgreSQL
import ElmwoodSQL

/// A connection string of libpq. It may contain a password, so no error quotes it.
struct PostgreSQLAddress {
    private let text: String

    init(_ text: String) throws(DatabaseError) {
        self.text = text
        guard let options = PQconninfoParse(text, nil) else {
            throw DatabaseError(
                .configuration,
                "The address of the PostgreSQL database is no connection string. \(Self.advice)"
            )
        }
        defer { PQconninfoFree(options) }
        // Special characters in a password that are not written as in %40 end up in the host or the port, which errors of libpq quote.
        var option = options
        while let keyword = option.pointee.keyword {
            let value = option.pointee.val.map { String(cString: $0) } ?? ""
            let isMistaken =
                switch String(cString: keyword) {
                case "host", "hostaddr": value.contains("@")
                case "port": !value.allSatisfy { $0.isNumber || $0 == "," }
                default: false
                }
            if isMistaken {
                let sentence = "The host or the port in the address of the PostgreSQL database is none. \(Self.advice)"
                throw DatabaseError(.configuration, sentence)
            }
            option += 1
        }
    }

    private static let advice =
        "Write postgresql://user:password@host/database, with special characters of the password as in %40."

    /// Connects, and blocks until then.
    ///
    /// - Parameter defaults: What holds unless the address says otherwise.
    func connect(
        within limit: Duration,
        defaults: [(String, String)] = []
    ) throws(DatabaseError) -> OpaquePointer {
        // Each overrides those before it, and `dbname` stands for the whole string.
        let seconds = max(2, limit.components.seconds)
        let settings =
            [("connect_timeout", "\(seconds)")] + defaults + [
                ("dbname", text), ("client_encoding", "UTF8"), ("fallback_application_name", "elmwood"),
            ]
        let connection = Self.withCStrings(settings.map(\.0)) { keywords in
            Self.withCStrings(settings.map(\.1)) { PQconnectdbParams(keywords, $0, 1) }
        }
        guard let connection else { throw DatabaseError(.full, "There is no memory for a connection.") }
        guard PQstatus(connection) == CONNECTION_OK else {
            var reason = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
            while reason.last?.isWhitespace == true { reason.removeLast() }
            PQfinish(connection)
            throw DatabaseError(.connection, "The database cannot be reached: \(reason).", code: "08001")
        }
        return connection
    }

    /// Passes texts on as C strings, with a null pointer at the end.
    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = texts.map { Array($0.utf8CString) }
        func pass(_ place: Int, _ pointers: [UnsafePointer<CChar>?]) -> Result {
            guard place < strings.count else { return body(pointers + [nil]) }
            return strings[place].withUnsafeBufferPointer { pass(place + 1, pointers + [$0.baseAddress]) }
        }
        return pass(0, [])
    }
}
