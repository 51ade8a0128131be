/// The text of a message: the Swift that a reader would write for it, without the leading dot.
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
/// The text is made from what the value's `Codable` says, and is exact: a value has one text, two values of a type have
/// two texts, and a text decodes only where it is the very text that its value is written as. So two texts can be
/// compared in the place of two messages.
///
/// The grammar, where `name` is an identifier or any name in backticks:
///
/// ```
/// value     = nil | true | false | number | string | list | dictionary | group | case
/// case      = name [ "(" arguments ")" ]           a keyed container that holds one nested keyed container
/// group     = "(" [ arguments ] ")"                any other keyed container
/// arguments = argument { "," argument }
/// argument  = [ name ":" ] value                   no name where it is "_" and the argument's index
/// list      = "[" [ value { "," value } ] "]"      an unkeyed container
/// dictionary = "[:]" | "[" value ":" value { "," value ":" value } "]"
/// ```
///
/// The elements of a set and the entries of a dictionary are in the order of their texts' bytes. An optional in an
/// optional is `some(nil)` where the outer one holds nothing but an inner nil.
package enum MessageText {
    /// The most bytes that a text may have, unless a caller says otherwise.
    package static let defaultLimit = 8 * 1024

    /// How deeply values may be nested, in a value that is encoded and in a text that is decoded.
    package static let depthLimit = 32

    /// The text of a value.
    ///
    /// Throws ``MessageTextError`` where the text is longer than `limit` bytes or nested deeper than ``depthLimit``.
    package static func text(of value: some Encodable & Sendable, limit: Int = defaultLimit) throws -> String {
        try MessageWriter(limit: limit).withText(of: value) { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the text of a value to bytes; where it throws, nothing was appended.
    ///
    /// To write many texts, keep a ``MessageWriter``, which is faster.
    package static func write(_ value: some Encodable & Sendable, into bytes: inout [UInt8], limit: Int = defaultLimit)
        throws
    {
        try MessageWriter(limit: limit).withText(of: value) { bytes.append(contentsOf: $0) }
    }

    /// What a text looks like, whatever it means: to show or compare values piece by piece.
    ///
    /// Throws ``MessageTextError`` where it is no text of a message at all.
    package static func syntax(of text: String) throws -> MessageSyntax {
        var parser = MessageTextParser(Array(text.utf8))
        return try parser.parse()
    }

    /// The value that a text says.
    ///
    /// Throws ``MessageTextError`` where the text has more than `limit` bytes, is nested deeper than ``depthLimit``,
    /// says no value of this type, or is another spelling than the one that the value is written as.
    package static func decode<T: Codable & Sendable>(
        _ type: T.Type,
        from text: String,
        limit: Int = defaultLimit
    ) throws -> T {
        try decode(type, from: Array(text.utf8), limit: limit)
    }

    /// The value that a text says, given as UTF-8.
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

/// Why a message has no text, or a text says no message: one sentence, and where in the text.
package struct MessageTextError: Error, Equatable, CustomStringConvertible {
    /// The place in the text, in bytes from its start; nil where the error belongs to no place.
    package var offset: Int?
    /// What is wrong, as a plain sentence.
    package var sentence: String

    /// Creates an error.
    package init(offset: Int? = nil, sentence: String) {
        self.offset = offset
        self.sentence = sentence
    }

    /// The sentence, with the place in front where there is one.
    package var description: String {
        offset.map { "At byte \($0): \(sentence)" } ?? sentence
    }

    static func tooLong(limit: Int) -> Self {
        Self(sentence: "A message's text has at most \(limit) bytes.")
    }

    static let tooDeep = Self(sentence: "A message is nested at most \(MessageText.depthLimit) deep.")

    static let outOfOrder = Self(
        sentence:
            "The message's encode(to:) went back to a nested container after it had gone on; write each one whole."
    )

    static let twoValues = Self(sentence: "The message's encode(to:) wrote two values into one place.")
}
