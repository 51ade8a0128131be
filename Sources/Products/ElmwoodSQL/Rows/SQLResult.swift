/// What a statement has returned.
public struct SQLResult: Sendable {
    /// The number of rows that the statement inserted, updated or deleted.
    public var changes: Int

    /// The rowid of the row that the statement inserted last, in SQLite. Nil in PostgreSQL, and where nothing was inserted.
    ///
    /// In both databases a statement can return what it inserted:
    /// `try await database.value("INSERT INTO books (title) VALUES (\(title)) RETURNING id", as: Int.self)`.
    public var insertedID: Int64?

    /// The names of the columns.
    package var columns: [String]

    /// The rows, one after another: each has as many values as there are columns.
    package var values: [SQLValue]

    package init(changes: Int = 0, insertedID: Int64? = nil, columns: [String] = [], values: [SQLValue] = []) {
        self.changes = changes
        self.insertedID = insertedID
        self.columns = columns
        self.values = values
    }

    package var rowCount: Int { columns.isEmpty ? 0 : values.count / columns.count }

    /// Decodes the rows, and passes each on.
    func decode<Row: Decodable>(_ type: Row.Type, of statement: SQL, to receive: (Row) -> Void) throws {
        guard rowCount > 0 else { return }
        let columns = ColumnIndex(columns)
        for start in stride(from: 0, to: rowCount * self.columns.count, by: self.columns.count) {
            let decoder = RowDecoder(
                type: Row.self,
                columns: columns,
                values: values[start..<(start + self.columns.count)]
            )
            receive(try decoder.row(of: statement))
        }
    }

    /// Decodes the only column of each row, and passes its value on.
    func decodeValues<Value: Decodable>(_ type: Value.Type, of statement: SQL, to receive: (Value?) -> Void) throws {
        guard rowCount > 0 else { return }
        guard columns.count == 1 else {
            let sentence = "A value is asked for, and the result has \(columns.count) columns."
            throw DatabaseError(.decoding, sentence, statement: statement.outline)
        }
        for value in values {
            guard value != .null else {
                receive(nil)
                continue
            }
            let column = ColumnValue(value: value, name: columns[0], owner: "\(Value.self)")
            receive(try column.decode(Value.self, of: statement))
        }
    }
}

/// The places of a result's columns by name. It belongs to the one task that decodes.
final class ColumnIndex {
    private let names: [String]
    /// What the names of these columns begin with; empty for those of the whole row.
    let prefix: String
    private var places: [String: Place] = [:]
    /// What a property's name has led to before.
    private var found: [String: Place?] = [:]
    private var groups: [String: ColumnIndex?] = [:]

    enum Place {
        case column(Int)
        /// Several columns have the name.
        case ambiguous
    }

    init(_ names: [String], prefix: String = "") {
        self.names = names
        self.prefix = prefix
        for (place, name) in names.enumerated() where name.hasPrefix(prefix) {
            let name = String(name.dropFirst(prefix.count))
            places[name] = places[name] == nil ? .column(place) : .ambiguous
        }
    }

    /// The places of these columns in the row.
    var all: [Int] { names.indices.filter { names[$0].hasPrefix(prefix) } }

    /// Returns the name of the column at a place in the row.
    func name(at place: Int) -> String { names[place] }

    /// The names of these columns, without the prefix.
    var properties: [String] { all.map { String(names[$0].dropFirst(prefix.count)) } }

    /// Returns the place of the column with the property's name, or else with that name in snake case: `createdAt` is read from
    /// `createdAt` or `created_at`.
    func place(of property: String) -> Place? {
        if let place = found[property] { return place }
        let place = places[property] ?? places[Self.snakeCase(property)]
        found[property] = .some(place)
        return place
    }

    /// Returns the columns of a property that has properties of its own: those of `author` begin with `author_`. Nil if there are none.
    func group(of property: String) -> ColumnIndex? {
        if let group = groups[property] { return group }
        let group =
            [property, Self.snakeCase(property)].lazy
            .map { ColumnIndex(self.names, prefix: self.prefix + $0 + "_") }.first { !$0.places.isEmpty }
        groups[property] = .some(group)
        return group
    }

    /// As Foundation's JSONEncoder writes it: `authorID` is `author_id`, `htmlURLPath` is `html_url_path`.
    static func snakeCase(_ name: String) -> String {
        var snake = ""
        let characters = Array(name)
        for (place, character) in characters.enumerated() {
            let isWordStart =
                character.isUppercase && place > 0 && characters[place - 1] != "_"
                && (!characters[place - 1].isUppercase
                    || (place + 1 < characters.count && characters[place + 1].isLowercase))
            if isWordStart { snake += "_" }
            snake += character.lowercased()
        }
        return snake
    }
}
