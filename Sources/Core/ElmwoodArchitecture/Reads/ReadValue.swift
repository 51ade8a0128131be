import ElmwoodViewTree
import Synchronization

/// A value to be read.
package final class ReadRequest: ViewInput {
    package let key: ReadKey
    package let topics: Set<String>
    package let maximumAge: Duration
    /// The shared program's model that is read; nil if it is another value.
    package let shared: SharedAddress?
    private let perform: @Sendable () async throws -> any Sendable
    private let compare: @Sendable (any Sendable, any Sendable) -> Bool
    private let encode: @Sendable (any Sendable) throws -> [UInt8]

    package init<R: Read>(_ read: R, from source: R.Source) {
        key = ReadKey(read, from: source)
        topics = read.topics
        maximumAge = read.maximumAge
        shared = (read as? any SharedRead)?.address
        perform = { try await read.value(from: source) }
        compare = { left, right in
            guard let left = left as? R.Value, let right = right as? R.Value else { return false }
            return left == right
        }
        encode = { value in
            guard let value = value as? R.Value else { return [] }
            return try JSON.encode(value)
        }
    }

    /// Reads the value.
    package func value() async -> ReadValue {
        do {
            return ReadValue(of: self, .success(try await perform()))
        } catch {
            return ReadValue(of: self, .failure(error))
        }
    }

    /// Whether both are values, and equal.
    func areEqual(_ left: ReadValue, _ right: ReadValue) -> Bool {
        guard case (.success(let left), .success(let right)) = (left.result, right.result) else { return false }
        return compare(left, right)
    }

    package func json(of value: any Sendable) throws -> [UInt8] { try encode(value) }
}

/// A value that was read, or the error of the attempt.
package final class ReadValue: ViewInput {
    package let request: ReadRequest
    package let result: Result<any Sendable, any Error>
    /// The fingerprint, once it was requested.
    private let known = Mutex<UInt64?>(nil)

    package init(of request: ReadRequest, _ result: Result<any Sendable, any Error>) {
        self.request = request
        self.result = result
    }

    package var hasFailed: Bool {
        if case .failure = result { true } else { false }
    }

    /// Whether both are values of one read, and equal.
    package func isEqual(to other: ReadValue) -> Bool { request.areEqual(self, other) }

    /// A hash of the value that is the same in every process, for the record of faults.
    package var fingerprint: UInt64 {
        if let known = known.withLock({ $0 }) { return known }
        let bytes =
            switch result {
            case .success(let value): (try? request.json(of: value)) ?? []
            case .failure(let error): Array("\(error)".utf8)
            }
        let computed = hash(of: bytes)
        known.withLock { $0 = computed }
        return computed
    }
}

/// The values that a page has read.
package final class ReadValues: ViewInputs {
    package let values: [ReadKey: ReadValue]
    /// What is shown in place of these values, while an earlier moment is shown.
    private let recorded: RecordedReads?

    package init(_ values: [ReadKey: ReadValue] = [:], recorded: RecordedReads? = nil) {
        self.values = values
        self.recorded = recorded
    }

    /// Returns the value of a read, or nil if it has not been read.
    func value<R: Read>(of read: R, from source: R.Source) -> ReadValue? {
        let key = ReadKey(read, from: source)
        return recorded?.value(of: read, from: source, key) ?? values[key]
    }

    private func value(_ key: ReadKey) -> ReadValue? { recorded?.found(key) ?? values[key] }

    package func contains(_ input: any ViewInput) -> Bool {
        if let recorded, let key = (input as? ReadValue)?.request.key ?? (input as? ReadRequest)?.key,
            recorded.mayAdd(key)
        {
            return false
        }
        if let known = input as? ReadValue { return value(known.request.key) === known }
        if let request = input as? ReadRequest { return value(request.key) == nil }
        return input is SharedWatch
    }
}
