/// Builds the content of an element: elements and texts one after the other, with `if`, `switch` and `for`.
@resultBuilder
public enum HtmlBuilder<Message> {
    /// No content.
    @inlinable
    public static func buildBlock() -> Html<Message> { .empty }

    /// Content that is built already, or a text literal, whose interpolated values are written directly into the page's buffer.
    @inlinable
    public static func buildExpression(_ html: Html<Message>) -> Html<Message> { html }

    /// A text, escaped as its position requires.
    ///
    /// It is generic, and a literal is an `Html`, for the compiler's sake: beside an overload for `String`, or one for literals, it
    /// reports a misspelt property within a few elements as an element of the wrong type, or not at all.
    @inlinable
    @_disfavoredOverload
    public static func buildExpression(_ text: some StringProtocol) -> Html<Message> {
        ElmwoodViewTree.text(text.description)
    }

    /// The first of several parts.
    @inlinable
    public static func buildPartialBlock(first: Html<Message>) -> Html<Message> { first }

    /// Appends one more part.
    @inlinable
    public static func buildPartialBlock(accumulated: Html<Message>, next: Html<Message>) -> Html<Message> {
        Html(accumulated.fragment + next.fragment)
    }

    /// The content of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ html: Html<Message>?) -> Html<Message> { html ?? .empty }

    /// The first branch of an `if` or `switch`.
    @inlinable
    public static func buildEither(first html: Html<Message>) -> Html<Message> { html }

    /// The other branch of an `if` or `switch`.
    @inlinable
    public static func buildEither(second html: Html<Message>) -> Html<Message> { html }

    /// The content of a `for`.
    @inlinable
    public static func buildArray(_ parts: [Html<Message>]) -> Html<Message> {
        var fragment = Fragment.empty
        for part in parts { fragment = fragment + part.fragment }
        return Html(fragment)
    }

    /// The content of an `if #available`.
    @inlinable
    public static func buildLimitedAvailability(_ html: Html<Message>) -> Html<Message> { html }
}

/// A text, escaped as its position requires. In a builder a `String` alone does the same.
@inlinable
public func text<Message>(_ text: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(text, kind: .text)))
}

/// Markup that is written unchanged, neither escaped nor checked.
///
/// Use it only for markup that the program can trust: a visitor's input must never reach it. It must consist of whole elements.
@inlinable
public func raw<Message>(_ markup: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(markup, kind: .raw)))
}

/// A comment. Text that would end it early is written so that it does not.
public func comment<Message>(_ text: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(commentText(text), kind: .comment)))
}

/// Returns the text in a form that a comment can contain: spaces separate hyphens, and protect the ends of the comment.
private func commentText(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in withLineFeeds(text).utf8 {
        let isEnd = byte == UInt8(ascii: "-") && bytes.last == byte || byte == UInt8(ascii: ">") && bytes.isEmpty
        let isArrow = byte == UInt8(ascii: ">") && bytes == [UInt8(ascii: "-")]
        if isEnd || isArrow { bytes.append(UInt8(ascii: " ")) }
        if byte == 0 { bytes += Array("\u{FFFD}".utf8) } else { bytes.append(byte) }
    }
    if bytes.last == UInt8(ascii: "-") || text.isEmpty { bytes.append(UInt8(ascii: " ")) }
    return String(decoding: bytes, as: UTF8.self)
}
