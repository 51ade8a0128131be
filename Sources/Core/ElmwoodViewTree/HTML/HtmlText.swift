/// A text literal in a view while it is written, with its interpolated values.
///
/// ```swift
/// p { "\(model.count) items left" }
/// ```
///
/// It is written directly into the page's buffer: a `String` for each text of a large page would take longer than the page itself.
/// Any `String` literal is accepted. An interpolation that only `String` supports (a format of your own) makes the literal a
/// `String`.
public struct HtmlText: StringInterpolationProtocol {
    private let arena: UnsafeMutablePointer<Arena>?
    /// Where the record begins, and where its written bytes end.
    private var start: Int
    private var end: Int

    /// Begins a text.
    public init(literalCapacity: Int, interpolationCount: Int) {
        arena = Arena.current
        start = 0
        end = 0
        guard let arena, arena.pointee.reserve(RecordLayout.textHeader + literalCapacity) else { return }
        start = arena.pointee.count
        arena.pointee.count += RecordLayout.textHeader
        end = arena.pointee.count
    }

    /// Appends a part of the literal.
    @inlinable
    public mutating func appendLiteral(_ literal: StaticString) {
        // The compiler knows which parts are empty: those around a value alone.
        if literal.utf8CodeUnitCount > 0 { append(literal) }
    }

    @usableFromInline
    mutating func append(_ literal: StaticString) {
        let size = literal.utf8CodeUnitCount
        guard let arena, canWrite(size) else { return }
        arena.pointee.put(bytes: UnsafeRawBufferPointer(start: literal.utf8Start, count: size))
        end = arena.pointee.count
    }

    /// Appends a text.
    public mutating func appendInterpolation(_ value: String) { append(value) }

    /// Appends a whole number.
    public mutating func appendInterpolation(_ value: Int) {
        guard let arena, canWrite(24) else { return }
        arena.pointee.put(value)
        end = arena.pointee.count
    }

    /// Appends the value's description, as a `String` does.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { append(value.description) }

    private mutating func append(_ text: String) {
        guard let arena, canWrite(text.utf8.count) else { return }
        arena.pointee.putUTF8(text)
        end = arena.pointee.count
    }

    /// Reserves that many bytes right after the written ones.
    @inline(__always)
    private mutating func canWrite(_ size: Int) -> Bool {
        guard let arena, end > 0 else { return false }
        if arena.pointee.count != end, !goOnInCopy() { return false }
        return arena.pointee.reserve(size)
    }

    /// Continues in a copy if a value's expression has itself written to the page, so that the text is no longer last.
    @inline(never)
    private mutating func goOnInCopy() -> Bool {
        guard let arena else { return false }
        let written = start..<end
        guard arena.pointee.reserve(written.count) else { return false }
        start = arena.pointee.count
        arena.pointee.put(bytes: arena.pointee.bytes(written))
        end = arena.pointee.count
        return true
    }

    /// Ends the text. An empty text leaves no record.
    @usableFromInline
    consuming func finished() -> Fragment {
        guard let arena else { return .outside }
        guard canWrite(0), end - start > RecordLayout.textHeader else {
            if arena.pointee.count == end, end > 0 { arena.pointee.count = start }
            return .empty
        }
        arena.pointee.endText(at: start, .text)
        return arena.pointee.fragment(start..<end)
    }

    /// Writes a text without values.
    @usableFromInline
    static func fragment(of text: StaticString) -> Fragment {
        var parts = HtmlText(literalCapacity: text.utf8CodeUnitCount, interpolationCount: 0)
        parts.appendLiteral(text)
        return parts.finished()
    }
}

extension Html: ExpressibleByStringInterpolation {
    /// A text without values.
    @inlinable
    public init(stringLiteral text: StaticString) { self.init(HtmlText.fragment(of: text)) }

    /// A text with values.
    @inlinable
    public init(stringInterpolation text: HtmlText) { self.init(text.finished()) }
}
