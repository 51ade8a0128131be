import ElmwoodCalendar
import ElmwoodFormData

/// The fields of a form, nested by their names: `address[city]`, `lines[0][sku]`, `tags[]`.
///
/// A name without this syntax is one name as a whole.
struct FieldTree: Sendable {
    /// The greatest depth of nested names.
    static let depthLimit = 32

    /// The values of exactly this name, in order.
    var values: [FormData.Value] = []
    /// The time zone of the control of this name, in which its values are moments.
    private(set) var zone: DateTimeZone?
    /// The nested fields, by name, which are the view's own and not those of a post; for `tags[]` the names are positions.
    var children: [String: FieldTree] = [:]
    /// The names of ``children`` in the order of the form.
    var names: [String] = []

    /// Creates a single field without a name.
    init(values: [FormData.Value] = [], in zone: DateTimeZone? = nil) {
        self.values = values
        self.zone = zone
    }

    /// Creates the tree of a form's fields. Throws if there are too many, or a name is nested too deeply.
    init(_ form: FormData, limit: Int) throws(Refusal) {
        guard form.entries.count <= limit else {
            throw .malformed(.tooManyFields(limit: limit))
        }
        for entry in form.entries {
            let path = Self.path(entry.name)
            guard path.count <= Self.depthLimit else {
                throw .malformed(.nameTooNested(limit: Self.depthLimit))
            }
            insert(entry.value, at: path[...])
        }
    }

    private mutating func insert(_ value: FormData.Value, at path: ArraySlice<String>) {
        guard var name = path.first else { return values.append(value) }
        let remainder = path.dropFirst()
        if name.isEmpty, path.startIndex > 0 {
            // `[]` is a new element, unless the last one does not have the next name yet: `lines[][sku]`, `lines[][count]`.
            let last = names.last.flatMap { children[$0] }
            if let key = remainder.first, !key.isEmpty, let last, last.children[key] == nil, let known = names.last {
                name = known
            } else {
                name = String(names.count)
            }
        }
        if children[name] == nil { names.append(name) }
        children[name, default: FieldTree()].insert(value, at: remainder)
    }

    /// Sets the time zone of a control, by the path of its name.
    mutating func set(_ zone: DateTimeZone, at path: ArraySlice<String>) {
        guard let name = path.first else { return self.zone = zone }
        for name in name.isEmpty ? names : [name] { children[name]?.set(zone, at: path.dropFirst()) }
    }

    /// Returns the parts of a name: the text before the first bracket, then the content of each pair of brackets.
    static func path(_ name: String) -> [String] {
        guard name.utf8.last == UInt8(ascii: "]"), let open = name.firstIndex(of: "["), open != name.startIndex else {
            return [name]
        }
        var path = [String(name[..<open])]
        var remainder = name[open...]
        while remainder.first == "[", let close = remainder.firstIndex(of: "]") {
            let key = remainder[remainder.index(after: remainder.startIndex)..<close]
            if key.contains("[") { return [name] }
            path.append(String(key))
            remainder = remainder[remainder.index(after: close)...]
        }
        return remainder.isEmpty ? path : [name]
    }

    /// The elements of a list: the values of the name itself, then those nested at positions, in their order.
    var elements: [FieldTree] {
        let nested = names.enumerated().sorted { left, right in
            guard let first = Int(left.element), let second = Int(right.element) else {
                return left.offset < right.offset
            }
            return first < second
        }
        return values.map { FieldTree(values: [$0], in: zone) } + nested.compactMap { children[$0.element] }
    }

    /// Whether nothing was entered: there is no value, or one empty text.
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
