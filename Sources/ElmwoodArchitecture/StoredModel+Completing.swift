extension StoredModel {
    /// The model, with what a value has where a key is missing: as a new property with a default leaves it.
    ///
    /// Elmwood does the same with the model that `start` gives, and asks `migrate` only where that is not enough: where something
    /// that is stored would be dropped, for instance, since a key has gone or has another name. A program that wants it dropped
    /// says so:
    ///
    /// ```swift
    /// func migrate(from stored: StoredModel) throws -> Model? {
    ///     try stored.decode(Model.self, completedFrom: Model())
    /// }
    /// ```
    ///
    /// A missing key is completed where `model` has a value at the same path, through properties and the entries of dictionaries
    /// with text keys. Elements of arrays are not completed, nor are the values of an enum's case where `model` has another case.
    ///
    /// - Parameters:
    ///   - type: the model as it is now.
    ///   - model: what has the values that are missing.
    /// - Throws: where it is of another shape all the same.
    public func decode<Model: Codable>(_ type: Model.Type, completedFrom model: Model) throws -> Model {
        try completed(type) { model }.model
    }

    /// So many missing keys are completed: each costs another reading of the whole.
    private static let mostCompleted = 100

    /// The model, completed where keys are missing.
    ///
    /// - Parameter source: what has the values that are missing; asked for only where one is.
    /// - Returns: the model, and which key was missing first where completing drops something that is stored.
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
    /// The model that is stored, as it was or as this version of the program makes it of an earlier one's.
    ///
    /// Where keys are missing it is completed from the start's model, unless something that is stored would be dropped then: that,
    /// and all else, is the program's ``migrate(from:)`` to decide.
    ///
    /// - Parameter start: the program's start, without its command. Which visit the session began with is not stored.
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

/// Why a stored model is of no use any more.
package struct UnreadableModel: Error {
    /// Why it is no model as it is.
    package let reason: any Error
    /// What the program's `migrate` threw; nil where it answered nil.
    package let migration: (any Error)?
}

extension JSONValue {
    /// Gives an object in here the member that it lacks.
    ///
    /// - Parameters:
    ///   - path: the names that lead to the member, its own last.
    ///   - source: what has the member at that path.
    /// - Returns: false where nothing could be done: there is such a member already, or none in the source.
    fileprivate mutating func complete(_ path: ArraySlice<String>, from source: JSONValue) -> Bool {
        guard let name = path.first, let value = source[name], case .object(var members) = self else { return false }
        // Else the members would be held twice, and copied.
        self = .null
        defer { self = .object(members) }
        guard path.count == 1 else {
            return members[name]?.complete(path.dropFirst(), from: value) ?? false
        }
        guard members[name] == nil else { return false }
        members[name] = value
        return true
    }

    /// Whether this has a member wherever that has one, `null` aside. Of arrays all elements count as one: a set has no order.
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
                // With its length, so that no two paths are the same whatever is in the names.
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
