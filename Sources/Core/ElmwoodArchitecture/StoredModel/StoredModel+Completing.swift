extension StoredModel {
    /// Decodes the model, completing missing keys from another model. A new property gets its default in this way.
    ///
    /// Elmwood does the same with the model that `start` returns, and calls `migrate` only if that is not enough: for instance if
    /// stored data would be dropped, because a key has gone or was renamed. A program that wants it dropped says so:
    ///
    /// ```swift
    /// func migrate(from stored: StoredModel) throws -> Model? {
    ///     try stored.decode(Model.self, completedFrom: Model())
    /// }
    /// ```
    ///
    /// A missing key is completed if `model` has a value at the same path, through properties and the entries of dictionaries with
    /// text keys. Elements of arrays are not completed, nor are the values of an enum's case if `model` has another case.
    ///
    /// - Parameters:
    ///   - type: the current model.
    ///   - model: supplies the missing values.
    /// - Throws: an error if the completed model still has another shape.
    public func decode<Model: Codable>(_ type: Model.Type, completedFrom model: Model) throws -> Model {
        try completed(type) { model }.model
    }

    /// The most keys that are completed. Each costs another decoding of the whole model.
    private static let mostCompleted = 100

    /// Decodes the model, completing missing keys.
    ///
    /// - Parameter source: supplies the missing values; called only if a key is missing.
    /// - Returns: the model, and the first missing key if completing drops stored data.
    func completed<Model: Codable>(
        _ type: Model.Type,
        from source: () throws -> Model
    ) throws -> (model: Model, loss: DecodingError?) {
        var completion: (source: JSONValue, model: JSONValue)?
        var first: DecodingError?
        var count = 0
        while true {
            do {
                guard let model = completion?.model else { return (try decode(type), nil) }
                let decoded = try model.decode(type)
                let keepsAll = (try? JSONValue(encoding: decoded).hasNames(of: value)) ?? false
                return (decoded, keepsAll ? nil : first)
            } catch DecodingError.keyNotFound(let key, let context) {
                let error = DecodingError.keyNotFound(key, context)
                first = first ?? error
                count += 1
                guard count <= Self.mostCompleted else { throw error }
                if completion == nil, let source = try? JSONValue(encoding: source()), let model = try? value {
                    completion = (source, model)
                }
                let path = context.codingPath.map(\.stringValue) + [key.stringValue]
                guard let source = completion?.source, completion?.model.complete(path[...], from: source) == true
                else { throw error }
            }
        }
    }
}

extension Program {
    /// Returns the stored model: decoded as it is, or migrated from that of an earlier version of the program.
    ///
    /// Missing keys are completed from the start's model, unless stored data would be dropped by that. The program's
    /// ``migrate(from:)`` decides about that and everything else.
    ///
    /// - Parameter start: the program's start, without its command. The visit that the session began with is not stored.
    package func read(_ stored: StoredModel, start: () throws -> Model) throws(UnreadableModel) -> Model {
        let reason: any Error
        do {
            let completed = try stored.completed(Model.self, from: start)
            guard let loss = completed.loss else { return completed.model }
            reason = loss
        } catch {
            reason = error
        }
        do {
            if let model = try migrate(from: stored) { return model }
        } catch {
            throw UnreadableModel(reason: reason, migration: error)
        }
        throw UnreadableModel(reason: reason, migration: nil)
    }
}

/// Why a stored model can no longer be used.
package struct UnreadableModel: Error {
    /// Why it does not decode as it is.
    package let reason: any Error
    /// The error that the program's `migrate` threw; nil if it returned nil.
    package let migration: (any Error)?
}

extension JSONValue {
    /// Adds the missing member to a nested object.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the member, with its own last.
    ///   - source: supplies the member at that path.
    /// - Returns: false if nothing could be done: the member exists already, or the source has none.
    fileprivate mutating func complete(_ path: ArraySlice<String>, from source: JSONValue) -> Bool {
        guard let name = path.first, let value = source[name], case .object(var members) = self else { return false }
        // Otherwise the members would be referenced twice, and copied.
        self = .null
        defer { self = .object(members) }
        guard path.count == 1 else {
            return members[name]?.complete(path.dropFirst(), from: value) ?? false
        }
        guard members[name] == nil else { return false }
        members[name] = value
        return true
    }

    /// Whether this has a member wherever the other value has one, apart from `null`. All elements of an array count as one, since
    /// a set has no order.
    fileprivate func hasNames(of other: JSONValue) -> Bool {
        var names: Set<String> = []
        collectNames(at: "", in: &names)
        var others: Set<String> = []
        other.collectNames(at: "", in: &others)
        return others.isSubset(of: names)
    }

    private func collectNames(at path: String, in names: inout Set<String>) {
        switch self {
        case .object(let members):
            for (name, value) in members where !value.isNull {
                // The length makes paths unique, whatever the names contain.
                let path = "\(path)/\(name.utf8.count):\(name)"
                names.insert(path)
                value.collectNames(at: path, in: &names)
            }
        case .array(let elements):
            for element in elements { element.collectNames(at: path + "[]", in: &names) }
        case .null, .bool, .number, .string:
            return
        }
    }
}
