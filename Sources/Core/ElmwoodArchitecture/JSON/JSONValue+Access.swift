extension JSONValue {
    /// The member of an object with that name; nil if there is none, or this is not an object.
    ///
    /// Setting nil removes it. Setting does nothing if this is not an object.
    ///
    /// ```swift
    /// let city = value["address"]?["city"]?.string
    /// value["address"]?["city"] = "Paris"
    /// value["phone"] = nil
    /// ```
    public subscript(name: String) -> JSONValue? {
        get { object?[name] }
        set {
            guard case .object(var members) = self else { return }
            // Otherwise the members would be referenced twice, and copied.
            self = .null
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The element of an array at that index; nil if there is none, or this is not an array.
    ///
    /// Setting nil removes it. Setting does nothing if there is no such element.
    ///
    /// ```swift
    /// let first = value["todos"]?[0]?["title"]?.string
    /// ```
    public subscript(place: Int) -> JSONValue? {
        get { array.flatMap { $0.indices.contains(place) ? $0[place] : nil } }
        set {
            guard case .array(var elements) = self, elements.indices.contains(place) else { return }
            self = .null
            if let newValue {
                elements[place] = newValue
            } else {
                elements.remove(at: place)
            }
            self = .array(elements)
        }
    }

    /// Renames a member of an object. Replaces a member that has the new name already. Does nothing if there is no such member.
    public mutating func rename(_ name: String, to new: String) {
        guard let member = self[name] else { return }
        self[name] = nil
        self[new] = member
    }

    /// Changes each element of an array, or each member's value of an object. Does nothing to any other value.
    ///
    /// ```swift
    /// value["todos"]?.updateEach { $0["isDone"] = false }
    /// ```
    public mutating func updateEach(_ change: (inout JSONValue) throws -> Void) rethrows {
        switch self {
        case .array(var elements):
            self = .null
            defer { self = .array(elements) }
            for place in elements.indices { try change(&elements[place]) }
        case .object(var members):
            self = .null
            defer { self = .object(members) }
            var place = members.startIndex
            while place < members.endIndex {
                try change(&members.values[place])
                place = members.index(after: place)
            }
        case .null, .bool, .number, .string:
            return
        }
    }
}

// MARK: Kinds

extension JSONValue {
    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The truth value, if it is one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number, if it is one.
    public var number: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The text, if it is one.
    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements, if it is an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members by their names, if it is an object.
    public var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}
