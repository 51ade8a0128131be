import ElmwoodCalendar
import ElmwoodFormData
import ElmwoodLanguages
import FoundationEssentials
import ElmwoodViewTree

/// Decodes the fields of a form into a value: the payload of a message.
///
/// Numbers and dates have HTML's formats, an unchecked box is `false`, and an empty field is nil if the property is optional. Names
/// are nested as in `address[city]`; a list is a name that occurs several times, `tags[]`, or `lines[0][sku]`. A field that cannot
/// be decoded throws ``FieldError``, with a sentence for the visitor.
struct FieldDecoder: PayloadDecoder {
    let tree: FieldTree
    /// The name of the field that the tree represents, as the control has it; empty at the top of a form.
    let name: String
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ tree: FieldTree, name: String = "", depth: Int = 0) {
        self.tree = tree
        self.name = name
        self.depth = depth
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FieldKeyedDecoding<Key>(tree: tree, name: name, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        FieldUnkeyedDecoding(elements: single.tree.elements, name: single.name, depth: depth)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        FieldSingleDecoding(tree: single.tree, name: single.name, depth: depth)
    }

    func payload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
        if let value = try single.tree.special(type, single.name) { return value }
        return try type.init(from: self)
    }

    /// The field itself; at the top of a form of one field, that field.
    private var single: (tree: FieldTree, name: String) {
        guard name.isEmpty, tree.values.isEmpty, tree.names.count == 1, let only = tree.names.first,
            let child = tree.children[only]
        else { return (tree, name) }
        return (child, only)
    }
}

/// The error of a field that could not be decoded.
struct FieldError: Error, Equatable {
    var field: String
    var sentence: Sentence
}

typealias FormInteger = Decodable & FixedWidthInteger
typealias FormFloat = BinaryFloatingPoint & Decodable & LosslessStringConvertible

extension FieldTree {
    private func error(_ name: String, _ sentence: Sentence) -> FieldError {
        FieldError(field: name, sentence: sentence)
    }

    /// Returns the only text of the field.
    func text(_ name: String) throws -> String {
        guard values.count <= 1 else { throw error(name, .oneValueOnly) }
        switch values.first {
        case .text(let text): return text
        case .file: throw error(name, .textNotFile)
        case nil: throw error(name, .fieldMissing)
        }
    }

    /// Whether a box is checked: any value except those that mean no.
    func boolean(_ name: String) throws -> Bool {
        guard !values.isEmpty else { return false }
        return !["", "false", "0", "off", "no"].contains(try text(name).lowercased())
    }

    func integer<T: FixedWidthInteger>(_ type: T.Type, _ name: String) throws -> T {
        let text = Sanitization.trimmed(try text(name))
        guard let number = DecimalNumber(text) else { throw error(name, .enterWholeNumber) }
        if let value = number.integer(type) { return value }
        if number.integer(Int128.self) == nil, number.approximation.magnitude < 1e15 {
            throw error(name, .enterWholeNumber)
        }
        throw error(name, number.approximation < 0 ? .numberTooSmall : .numberTooLarge)
    }

    func float<T: BinaryFloatingPoint & LosslessStringConvertible>(_ type: T.Type, _ name: String) throws -> T {
        let text = Sanitization.trimmed(try text(name))
        guard DecimalNumber(text) != nil, let value = T(text) else { throw error(name, .enterNumber) }
        guard value.isFinite else { throw error(name, .numberTooLarge) }
        return value
    }

    func file(_ name: String) throws -> UploadedFile {
        let files = values.compactMap(\.file).filter { !$0.isEmptyChoice }
        guard let file = files.first else { throw error(name, .chooseFile) }
        guard files.count == 1 else { throw error(name, .chooseOneFile) }
        return file
    }

    /// Decodes a value of any type. An error of the type's own decoding becomes a sentence about this field.
    func decode<T: Decodable>(_ type: T.Type, _ name: String, depth: Int) throws -> T {
        guard depth < Self.depthLimit * 2 else { throw error(name, .nestedTooDeeply) }
        if let special = try special(type, name) { return special }
        do {
            return try T(from: FieldDecoder(self, name: name, depth: depth + 1))
        } catch is DecodingError {
            throw error(name, isEmpty ? .fillIn : .valueNotAllowed)
        }
    }

    /// Decodes types whose own coding is not the text of a form: files, dates, decimal numbers, addresses.
    fileprivate func special<T>(_ type: T.Type, _ name: String) throws -> T? {
        if type == UploadedFile.self { return try file(name) as? T }
        if type == Date.self { return try date(name) as? T }
        if type == LocalDate.self { return try local(LocalDate.self, .date, name) as? T }
        if type == LocalTime.self { return try local(LocalTime.self, .time, name) as? T }
        if type == LocalDateTime.self { return try local(LocalDateTime.self, .localDateTime, name) as? T }
        if type == Decimal.self {
            let text = Sanitization.trimmed(try text(name))
            guard DecimalNumber(text) != nil, let decimal = Decimal(string: text) else {
                throw error(name, .enterNumber)
            }
            return decimal as? T
        }
        if type == URL.self {
            guard let url = URL(string: Sanitization.trimmed(try text(name))) else {
                throw error(name, .enterAddress)
            }
            return url as? T
        }
        return nil
    }

    /// Returns the moment of a text: by its own offset from UTC, else by the time zone of the control.
    private func date(_ name: String) throws -> Date {
        let text = Sanitization.trimmed(try text(name))
        if let milliseconds = DateText.moment(text) {
            return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        }
        guard let local = DateText.local(text) else {
            throw error(name, LocalTime(text) == nil ? .enterDate(.date, example: nil) : .valueNotAllowed)
        }
        guard let zone else { throw error(name, .timeZoneMissing) }
        return local.date(in: zone)
    }

    private func local<T: LosslessStringConvertible>(_ type: T.Type, _ input: InputType, _ name: String) throws -> T {
        let text = Sanitization.trimmed(try text(name))
        if let value = T(text) { return value }
        // A control for other dates than the message's is a mistake that the visitor cannot mend.
        guard DateText.local(text) == nil, LocalTime(text) == nil else { throw error(name, .valueNotAllowed) }
        throw error(name, .enterDate(Constraints.dateKind(input), example: Constraints.dateExample(input)))
    }
}
