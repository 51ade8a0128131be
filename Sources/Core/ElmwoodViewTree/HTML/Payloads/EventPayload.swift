import ElmwoodFormData

/// The values of an event that a handler asks for: a place, a key, the text that was pasted.
///
/// Its stored properties have the names of the event's members in the DOM. The page's script sends these and no others, and the server refuses
/// whatever the type does not declare, as it does with fields.
///
/// ```swift
/// struct Stroke: EventPayload { var x: Double; var y: Double; var pressure: Double; var shiftKey: Bool }
///
/// svg(.viewBox("0 0 400 300"), .onPointerDown("stroke", otherwise: .form("place")) { (at: Stroke) in .drawn(at) }) { … }
/// ```
///
/// A property is a `Bool`, a `String`, a number, a `CaseIterable` enumeration, an `UploadedFile` or an array of them. An optional one may be
/// missing. A member is looked for in the `detail` of the event, in the event, and in the element of the handler. These are Elmwood's own:
///
/// | member | value |
/// |---|---|
/// | `x`, `y` | the place in the units of the handler's element: those of its `viewBox`, or of its `width` and `height`, else pixels |
/// | `text` | the text that was pasted or dropped |
/// | `files` | the files that were pasted or dropped |
/// | `open` | whether a `details`, a dialog or a popover is open |
///
/// ``PointerPlace``, ``KeyPress`` and their like are payloads for the usual purposes.
public protocol EventPayload: Decodable, Sendable {
    /// The ranges of numbers, by the names of their members. A number without one is a finite number of at most 2⁵³ in magnitude, and a
    /// place is within its element.
    static var ranges: [String: ClosedRange<Double>] { get }

    /// The most characters of a text, as JavaScript counts them: 1,000 if the type does not say.
    static var longestText: Int { get }

    /// The most files: 1 if the type does not say.
    static var mostFiles: Int { get }
}

extension EventPayload {
    /// No ranges of its own.
    public static var ranges: [String: ClosedRange<Double>] { [:] }

    /// A thousand characters.
    public static var longestText: Int { 1_000 }

    /// One file.
    public static var mostFiles: Int { 1 }
}

/// What a payload's type declares: its members, found by decoding it once.
package struct PayloadShape: Sendable {
    /// The kind of a member's values.
    package enum Kind: Sendable { case boolean, number, text, file, files }

    /// One declared member.
    package struct Member: Sendable {
        package var name: String
        package var kind: Kind
        package var isOptional: Bool
    }

    package let members: [Member]
    /// The names of the members, as the script reads them: `x,y,shiftKey`.
    let list: String

    /// Returns the shape of a type of payloads. It is found once in a process.
    ///
    /// - Throws: a sentence for the view's author, if the type has no members that an event could have.
    package static func of<Payload: EventPayload>(_ type: Payload.Type) throws -> PayloadShape {
        let id = ObjectIdentifier(type)
        if let known = shapes.value(of: id) { return known }
        let recorder = PayloadRecorder(of: "\(type)")
        _ = try type.init(from: recorder)
        let shape = PayloadShape(members: recorder.members, list: recorder.members.map(\.name).joined(separator: ","))
        shapes.insert(shape, for: id)
        return shape
    }

    private static let shapes = PayloadShapes()
}

/// Why no payload can be asked for, as a sentence for the view's author.
package struct PayloadMistake: Error, CustomStringConvertible {
    package var description: String
}
