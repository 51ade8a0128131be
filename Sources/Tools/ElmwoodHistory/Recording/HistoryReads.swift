import ElmwoodArchitecture

/// What the moments of a history have read, bounded. A value that several moments have read is stored once.
package struct HistoryReads: Sendable {
    /// A read, and what it has led to.
    package struct Entry: Equatable, Sendable {
        /// The read as text, such as `ArticleBySlug(slug: "elm")`.
        package var name: String
        package var record: RecordedRead

        init(name: String, record: RecordedRead) {
            self.name = name
            self.record = record
        }

        /// Creates the entry of a value that a view has used.
        init(_ value: ReadValue, limit: Int) {
            self.init(name: value.request.key.name, record: RecordedRead(value, limit: limit))
        }
    }

    /// By the number of the turn after which they were read, and by the reads' names.
    private var moments: [Int: [String: RecordedRead]] = [:]
    /// All records, each once, since the moments share their memory; and how many moments have each.
    private var records: [RecordedRead: Int] = [:]
    /// The size of the records and names, in bytes.
    package private(set) var size = 0
    private let room: Int

    /// Creates an empty record.
    ///
    /// - Parameter room: the most bytes. Beyond it the oldest moment's reads are removed, and values that alone would take an eighth
    ///   of it are not stored.
    init(room: Int) {
        self.room = room
    }

    /// The longest value that is stored, as JSON, in bytes.
    package var longestValue: Int { room / 8 }

    /// Records what a read has led to at a moment. It replaces what the same read has led to earlier at this moment.
    ///
    /// - Returns: whether anything has changed.
    mutating func note(_ entry: Entry, at moment: Int) -> Bool {
        guard moments[moment]?[entry.name] != entry.record else { return false }
        remove(entry.name, at: moment)
        moments[moment, default: [:]][entry.name] = retain(entry.record)
        size += entry.name.utf8.count
        if size > room { shrink(keeping: moment) }
        return true
    }

    /// Counts another use of a record, and returns the equal one that is stored already, if there is one.
    private mutating func retain(_ record: RecordedRead) -> RecordedRead {
        guard let index = records.index(forKey: record) else {
            records[record] = 1
            size += record.size
            return record
        }
        records.values[index] += 1
        return records.keys[index]
    }

    private mutating func remove(_ name: String, at moment: Int) {
        guard let record = moments[moment]?.removeValue(forKey: name) else { return }
        size -= name.utf8.count
        guard let count = records[record] else { return }
        records[record] = count > 1 ? count - 1 : nil
        if count == 1 { size -= record.size }
    }

    private mutating func remove(_ moment: Int) {
        for name in (moments[moment] ?? [:]).keys { remove(name, at: moment) }
        moments[moment] = nil
    }

    /// Returns what the views of a moment have read, in the order of the names.
    package func entries(at moment: Int) -> [Entry] {
        (moments[moment] ?? [:]).map { Entry(name: $0.key, record: $0.value) }.sorted { $0.name < $1.name }
    }

    /// Returns what each read had led to last when a moment was shown, by the reads' names.
    package func latest(at moment: Int) -> [String: RecordedRead] {
        var latest: [String: RecordedRead] = [:]
        for number in moments.keys.sorted() where number <= moment {
            latest.merge(moments[number] ?? [:]) { _, later in later }
        }
        return latest
    }

    /// The names of all reads.
    package var names: Set<String> { Set(moments.values.flatMap(\.keys)) }

    /// The moments, in order.
    package var numbers: [Int] { moments.keys.sorted() }

    /// Removes what lies outside of these moments.
    mutating func keep(_ range: ClosedRange<Int>) {
        for moment in moments.keys where !range.contains(moment) { remove(moment) }
    }

    /// Removes the oldest moments until the rest fits, with some space left for those that come. If this moment alone does not fit, its
    /// reads are removed too.
    private mutating func shrink(keeping moment: Int) {
        for number in numbers where number != moment && size > room / 4 * 3 { remove(number) }
        if size > room { remove(moment) }
    }
}

extension RecordedRead {
    /// In bytes.
    var size: Int {
        switch self {
        case .value(let json): json.count
        case .failure(let sentence): sentence.utf8.count
        case .omitted, .notFound: 0
        }
    }
}
