/// Builds the content of an element: elements and texts one after the other, with `if`, `switch` and `for`.
@resultBuilder
public enum HtmlBuilder<Message> {
    /// Nothing.
    @inlinable
    public static func buildBlock() -> Html<Message> { .empty }

    /// What was built before.
    @inlinable
    public static func buildExpression(_ html: Html<Message>) -> Html<Message> { html }

    /// A text, escaped as the place needs it.
    @inlinable
    @_disfavoredOverload
    public static func buildExpression(_ text: String) -> Html<Message> { ElmwoodViewTree.text(text) }

    /// A text written as a literal. Its values are written where the page is, with no `String` in between.
    @inlinable
    public static func buildExpression(_ text: HtmlText) -> Html<Message> { Html(text.fragment) }

    /// The first of several.
    @inlinable
    public static func buildPartialBlock(first: Html<Message>) -> Html<Message> { first }

    /// One more.
    @inlinable
    public static func buildPartialBlock(accumulated: Html<Message>, next: Html<Message>) -> Html<Message> {
        Html(accumulated.fragment + next.fragment)
    }

    /// What an `if` without `else` gives.
    @inlinable
    public static func buildOptional(_ html: Html<Message>?) -> Html<Message> { html ?? .empty }

    /// The first branch of an `if` or `switch`.
    @inlinable
    public static func buildEither(first html: Html<Message>) -> Html<Message> { html }

    /// The other branch of an `if` or `switch`.
    @inlinable
    public static func buildEither(second html: Html<Message>) -> Html<Message> { html }

    /// What a `for` gives.
    @inlinable
    public static func buildArray(_ parts: [Html<Message>]) -> Html<Message> {
        var fragment = Fragment.empty
        for part in parts { fragment = fragment + part.fragment }
        return Html(fragment)
    }

    /// What stands under `if #available`.
    @inlinable
    public static func buildLimitedAvailability(_ html: Html<Message>) -> Html<Message> { html }
}

/// A text, escaped as the place needs it. In a builder a `String` by itself does the same.
@inlinable
public func text<Message>(_ text: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(text, kind: .text)))
}

/// Markup that is written as it is, with nothing escaped and nothing checked.
///
/// Only for markup that the program itself vouches for: what a visitor has entered must never reach it. What it holds
/// must be whole elements.
@inlinable
public func raw<Message>(_ markup: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(markup, kind: .raw)))
}

/// A comment. What would end it early is written so that it does not.
public func comment<Message>(_ text: String) -> Html<Message> {
    guard let arena = Arena.current else { return Html(.outside) }
    return Html(arena.pointee.fragment(arena.pointee.text(commentText(text), kind: .comment)))
}

/// The text as a comment can hold it: spaces part hyphens, and keep what would end the comment away from its ends.
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
