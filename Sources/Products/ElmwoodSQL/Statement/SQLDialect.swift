/// How a database writes what differs from the other.
package enum SQLDialect: Sendable {
    case sqlite, postgresql

    /// The placeholder of a value, by its number from 1 on.
    func placeholder(_ number: Int) -> String {
        switch self {
        case .sqlite: "?"
        case .postgresql: "$\(number)"
        }
    }

    /// The definition of a primary key that the database counts.
    var identity: String {
        switch self {
        case .sqlite: "INTEGER PRIMARY KEY AUTOINCREMENT"
        case .postgresql: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
        }
    }

    /// The values that one statement may have.
    var maximumValues: Int {
        switch self {
        case .sqlite: 32_766
        case .postgresql: 65_535
        }
    }

    /// A list without values, of that type. `()` is no SQL, and `(NULL)` would make NOT IN unknown.
    func emptyList(of type: SQLType) -> String {
        switch self {
        case .sqlite: "(SELECT NULL WHERE 0)"
        case .postgresql: "(SELECT CAST(NULL AS \(Self.postgresqlName(of: type))) WHERE false)"
        }
    }

    private static func postgresqlName(of type: SQLType) -> String {
        switch type {
        case .boolean: "boolean"
        case .integer: "bigint"
        case .real: "double precision"
        case .decimal: "numeric"
        case .text: "text"
        case .bytes: "bytea"
        case .date: "timestamptz"
        case .uuid: "uuid"
        case .json: "jsonb"
        }
    }
}

/// A statement as a database reads it.
package struct RenderedStatement: Sendable {
    package var text: String
    package var values: [SQLValue] = []
    /// Whether it is prepared and kept. One with a list is not: each length of the list is another text.
    package var isKept = true

    package init(_ text: String) { self.text = text }
}

extension SQL {
    /// The text with `?` for each value.
    var outline: String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .text(let raw): text += raw
            case .value: text += "?"
            case .list(let values, _): text += "(" + values.map { _ in "?" }.joined(separator: ", ") + ")"
            case .identifier(let names): text += Self.quoted(names)
            case .identity: text += "IDENTITY"
            case .problem: text += "?"
            }
        }
        return text
    }

    /// Whether there is a value in it.
    var hasValues: Bool {
        pieces.contains { piece in
            switch piece {
            case .value, .list: true
            case .literal, .text, .identifier, .identity, .problem: false
            }
        }
    }

    package func rendered(for dialect: SQLDialect) throws(DatabaseError) -> RenderedStatement {
        var statement = RenderedStatement("")
        for piece in pieces {
            switch piece {
            case .literal(let literal):
                literal.withUTF8Buffer { statement.text += String(decoding: $0, as: UTF8.self) }
            case .text(let raw):
                statement.text += raw
            case .value(let value):
                statement.values.append(value)
                statement.text += dialect.placeholder(statement.values.count)
            case .list(let values, let type):
                statement.isKept = false
                guard !values.isEmpty else {
                    statement.text += dialect.emptyList(of: type)
                    continue
                }
                statement.text += "("
                for (place, value) in values.enumerated() {
                    statement.values.append(value)
                    statement.text += (place > 0 ? ", " : "") + dialect.placeholder(statement.values.count)
                }
                statement.text += ")"
            case .identifier(let names):
                guard names.allSatisfy({ !$0.isEmpty }), !names.isEmpty else {
                    throw DatabaseError(.misuse, "A name of the database cannot be empty.", statement: outline)
                }
                statement.text += Self.quoted(names)
            case .identity:
                statement.text += dialect.identity
            case .problem(let sentence):
                throw DatabaseError(.invalidValue, sentence, statement: outline)
            }
        }
        // Both libraries would take the text as ended there.
        guard !statement.text.utf8.contains(0) else {
            throw DatabaseError(.misuse, "The text of a statement contains the character U+0000.")
        }
        guard statement.values.count <= dialect.maximumValues else {
            let sentence =
                "A statement can have \(dialect.maximumValues) values at most, and this one has \(statement.values.count)."
            throw DatabaseError(.misuse, sentence, statement: statement.text)
        }
        return statement
    }

    private static func quoted(_ names: [String]) -> String {
        names.map { name in
            var quoted = "\""
            for character in name.unicodeScalars {
                quoted.unicodeScalars.append(character)
                if character == "\"" { quoted.unicodeScalars.append(character) }
            }
            return quoted + "\""
        }.joined(separator: ".")
    }
}
