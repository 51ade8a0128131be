/// The text of a message: its Swift expression, without the leading dot.
///
/// ```
/// increment
/// set(to:5)
/// rename(id:3,name:"Bob")
/// todo(3,toggle)
/// move(to:(street:"High Street",city:"York"))
/// select([1,2])
/// ```
///
/// The text is made by the value's `Codable`, and is exact: a value has one text, different values of a type have different texts,
/// and a text decodes only if it is exactly the text of its value. So texts can be compared instead of messages.
///
/// The grammar, in which `name` is an identifier or any name in backticks:
///
/// ```
/// value     = nil | true | false | number | string | list | dictionary | group | case
/// case      = name [ "(" arguments ")" ]           a keyed container that holds one nested keyed container
/// group     = "(" [ arguments ] ")"                any other keyed container
/// arguments = argument { "," argument }
/// argument  = [ name ":" ] value                   no name if it is "_" and the argument's index
/// list      = "[" [ value { "," value } ] "]"      an unkeyed container
/// dictionary = "[:]" | "[" value ":" value { "," value ":" value } "]"
/// ```
///
/// The elements of a set and the entries of a dictionary are sorted by their texts' bytes. An optional in an optional is
/// `some(nil)` if the outer one contains an inner nil.
package enum MessageText {
    /// The default for the most bytes of a text.
    package static let defaultLimit = 8 * 1024

    /// The greatest nesting depth, of an encoded value and of a decoded text.
    package static let depthLimit = 32

    /// Returns the text of a value.
    ///
    /// Throws ``MessageTextError`` if the text is longer than `limit` bytes or nested deeper than ``depthLimit``.
    package static func text(of value: some Encodable & Sendable, limit: Int = defaultLimit) throws -> String {
        try MessageWriter(limit: limit).withText(of: value) { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the text of a value to bytes. If it throws, nothing was appended.
    ///
    /// To write many texts, use one ``MessageWriter``, which is faster.
    package static func write(_ value: some Encodable & Sendable, into bytes: inout [UInt8], limit: Int = defaultLimit)
        throws
    {
        try MessageWriter(limit: limit).withText(of: value) { bytes.append(contentsOf: $0) }
    }

    /// Returns the syntax of a text, whatever it means: to show or compare values piece by piece.
    ///
    /// Throws ``MessageTextError`` if it is not a text of any message.
    package static func syntax(of text: String) throws -> MessageSyntax {
        var parser = MessageTextParser(Array(text.utf8))
        return try parser.parse()
    }

    /// Returns the value of a text.
    ///
    /// Throws ``MessageTextError`` if the text has more than `limit` bytes, is nested deeper than ``depthLimit``, is not a value of
    /// this type, or is not exactly the text of its value.
    package static func decode<T: Codable & Sendable>(
        _ type: T.Type,
        from text: String,
        limit: Int = defaultLimit
    ) throws -> T {
        try decode(type, from: Array(text.utf8), limit: limit)
    }

    /// Returns the value of a text that is given as UTF-8.
    package static func decode<T: Codable & Sendable>(
        _ type: T.Type,
        from bytes: [UInt8],
        limit: Int = defaultLimit
    ) throws -> T {
        guard bytes.count <= limit else { throw MessageTextError.tooLong(limit: limit) }
        var parser = MessageTextParser(bytes)
        let value = try decodeValue(type, from: parser.parse(), depth: 0)
        let canonical = try MessageWriter(limit: limit).withText(of: value) { Array($0) }
        guard canonical == bytes else {
            let offset = zip(canonical, bytes).enumerated().first { $1.0 != $1.1 }?.offset
            throw MessageTextError(
                offset: offset ?? min(canonical.count, bytes.count),
                sentence: "This message is written \(String(decoding: canonical, as: UTF8.self))."
            )
        }
        return value
    }
}

/// Why a message has no text, or a text is not a message: one sentence, and the position in the text.
package struct MessageTextError: Error, Equatable, CustomStringConvertible {
    /// The position in the text, in bytes from its start; nil if the error has none.
    package var offset: Int?
    /// The problem as a plain sentence.
    package var sentence: String

    /// Creates an error.
    package init(offset: Int? = nil, sentence: String) {
        self.offset = offset
        self.sentence = sentence
    }

    /// The sentence, preceded by the position if there is one.
    package var description: String {
        offset.map { "At byte \($0): \(sentence)" } ?? sentence
    }

    static func tooLong(limit: Int) -> Self {
        Self(sentence: "A message's text may have at most \(limit) bytes.")
    }

    static let tooDeep = Self(sentence: "A message may be nested at most \(MessageText.depthLimit) deep.")

    static let outOfOrder = Self(
        sentence:
            "The message's encode(to:) returned to a nested container after writing elsewhere; complete each one first."
    )

    static let twoValues = Self(sentence: "The message's encode(to:) wrote two values into a container for one.")
}
