import ElmwoodFormData

/// The fields of a form, arranged as their names say: `address[city]`, `lines[0][sku]`, `tags[]`.
///
/// A name that is not written like that is one name as a whole.
struct FieldTree: Sendable {
    /// How deeply names may be nested.
    static let depthLimit = 32

    /// The values of this very name, in order.
    var values: [FormData.Value] = []
    /// What is nested in it, by name; for `tags[]` the names are positions.
    var children: [String: FieldTree] = [:]
    /// The names of ``children`` in the order of the form.
    var names: [String] = []

    /// A field of its own, with no name.
    init(values: [FormData.Value] = []) { self.values = values }

    /// The fields of a form. Throws where there are too many, or a name is nested too deeply.
    init(_ form: FormData, limit: Int) throws(Refusal) {
        guard form.entries.count <= limit else {
            throw .malformed("A form has at most \(limit) fields.")
        }
        for entry in form.entries {
            let path = Self.path(entry.name)
            guard path.count <= Self.depthLimit else {
                throw .malformed("The name of a field is nested at most \(Self.depthLimit) deep.")
            }
            insert(entry.value, at: path[...])
        }
    }

    private mutating func insert(_ value: FormData.Value, at path: ArraySlice<String>) {
        guard var name = path.first else { return values.append(value) }
        let rest = path.dropFirst()
        if name.isEmpty, path.startIndex > 0 {
            // `[]` is a new element, but where the last one still lacks what follows: `lines[][sku]`, `lines[][count]`.
            let last = names.last.flatMap { children[$0] }
            if let key = rest.first, !key.isEmpty, let last, last.children[key] == nil, let known = names.last {
                name = known
            } else {
                name = String(names.count)
            }
        }
        if children[name] == nil { names.append(name) }
        children[name, default: FieldTree()].insert(value, at: rest)
    }

    /// The parts of a name: the text before the first bracket, then what is in each pair of brackets.
    static func path(_ name: String) -> [String] {
        guard name.utf8.last == UInt8(ascii: "]"), let open = name.firstIndex(of: "["), open != name.startIndex else {
            return [name]
        }
        var path = [String(name[..<open])]
        var rest = name[open...]
        while rest.first == "[", let close = rest.firstIndex(of: "]") {
            let key = rest[rest.index(after: rest.startIndex)..<close]
            if key.contains("[") { return [name] }
            path.append(String(key))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? path : [name]
    }

    /// The elements of a list: the values of the name itself, then what is nested under positions, in their order.
    var elements: [FieldTree] {
        let nested = names.enumerated().sorted { left, right in
            guard let first = Int(left.element), let second = Int(right.element) else {
                return left.offset < right.offset
            }
            return first < second
        }
        return values.map { FieldTree(values: [$0]) } + nested.compactMap { children[$0.element] }
    }

    /// Whether nothing was entered: no value, or one empty text.
    var isEmpty: Bool {
        children.isEmpty
            && values.allSatisfy { value in
                switch value {
                case .text(let text): text.isEmpty
                case .file(let file): file.isEmptyChoice
                }
            }
    }
}
