import CElmwoodMarkdown

/// A text in Markdown, as elements of a view: CommonMark with the tables, task lists and strikethrough of GitHub.
///
/// ```swift
/// article { Markdown(comment.body).view() }
/// lazy(post.body) { div { Markdown(post.body).view() } }         // parsed again only if the text has changed
/// ```
///
/// The text may come from anybody. No markup is copied into the page: HTML in the text is shown as text, and the elements are made by the
/// functions of the view. A link leads to a page of this site, to `http:`, `https:` or `mailto:`, and an image comes from this site or from
/// `http:` or `https:`. Of any other address only the text is shown.
public struct Markdown: Equatable, Sendable {
    /// How much of a text is read.
    public struct Limits: Hashable, Sendable {
        /// The most bytes, in UTF-8. What follows is left out.
        public var bytes: Int
        /// How deep quotes, lists and emphasis may be nested. What is deeper is shown as plain text.
        public var depth: Int

        /// Creates limits: a depth of at most 100, as a page nests at most 512 elements.
        public init(bytes: Int = 100_000, depth: Int = 24) {
            self.bytes = min(max(bytes, 0), 10_000_000)
            self.depth = min(max(depth, 1), 100)
        }
    }

    let blocks: [MarkdownNode]

    /// Reads a text. Every text is Markdown, so this does not fail.
    public init(_ text: String, limits: Limits = Limits()) {
        blocks = MarkdownReader(limits).blocks(of: text)
    }
}
