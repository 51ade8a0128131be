import ElmwoodViewTree
import Synchronization

/// What a read has led to, in a form that can be stored.
package enum RecordedRead: Codable, Hashable, Sendable {
    /// The value, as JSON.
    case value([UInt8])
    /// A value that was too large to be stored, or that cannot be encoded.
    case omitted
    /// There was nothing: the read threw ``NotFound``.
    case notFound
    /// Any other error, in words.
    case failure(String)

    /// Creates the record of a value.
    ///
    /// - Parameter limit: the longest JSON that is stored, in bytes.
    package init(_ value: ReadValue, limit: Int) {
        switch value.result {
        case .success(let content):
            let json = try? value.request.json(of: content)
            self = json.flatMap { $0.count <= limit ? .value($0) : nil } ?? .omitted
        case .failure(is NotFound): self = .notFound
        case .failure(let error): self = .failure("\(error)")
        }
    }
}

/// The values that the views of an earlier moment have read, for showing that moment again. What is not among them is read now.
///
/// They are found by the reads as text. Equal reads from different sources are not told apart.
package final class RecordedReads: Sendable {
    private let records: [String: RecordedRead]
    /// The values that were asked for so far; nil for one that no longer decodes.
    private let values = Mutex<[ReadKey: ReadValue?]>([:])

    /// Creates the values.
    ///
    /// - Parameter records: by the names of the reads (``ReadKey/name``).
    package init(_ records: [String: RecordedRead]) {
        self.records = records
    }

    /// Returns the value that was read, or nil if it is not known.
    func value<R: Read>(of read: R, from source: R.Source, _ key: ReadKey) -> ReadValue? {
        if let known = values.withLock({ $0[key] }) { return known }
        let request = ReadRequest(read, from: source)
        let value: ReadValue? =
            switch records[key.name] {
            case .value(let json):
                (try? JSON.decode(R.Value.self, from: json)).map { ReadValue(of: request, .success($0)) }
            case .notFound: ReadValue(of: request, .failure(NotFound()))
            case .failure(let sentence): ReadValue(of: request, .failure(RecordedFailure(description: sentence)))
            case .omitted, nil: nil
            }
        return values.withLock { values in
            if let known = values[key] { return known }
            values[key] = .some(value)
            return value
        }
    }

    /// Returns the value that was read, if a view has asked for it.
    func found(_ key: ReadKey) -> ReadValue? { values.withLock { $0[key] } ?? nil }

    /// Whether there may be a value that no view has asked for yet.
    func mayAdd(_ key: ReadKey) -> Bool {
        switch records[key.name] {
        case .omitted, nil: false
        case .value, .notFound, .failure: values.withLock { $0[key] == nil }
        }
    }
}

/// The error of a read at an earlier moment.
struct RecordedFailure: Error, CustomStringConvertible {
    let description: String
}
