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
    /// How much of a text is read as Markdown, and how much may come of it.
    ///
    /// What is beyond a limit is shown as the text that was written. Where a limit is exceeded for the rest of a text, this begins with a line.
    /// The time and the memory that a text needs are bounded too, in proportion to `bytes`.
    public struct Limits: Hashable, Sendable {
        /// The most bytes, in UTF-8.
        public var bytes: Int
        /// How deep quotes, lists and emphasis may be nested. What is deeper is shown as their text, without the marks.
        public var depth: Int
        /// The most elements and pieces of text, counted before the text is read: each character that may begin or end something counts.
        public var nodes: Int
        /// The most cells of tables. A row has as many as its table has columns.
        public var cells: Int

        /// Creates limits: a depth of at most 100, as a page nests at most 512 elements.
        public init(bytes: Int = 100_000, depth: Int = 24, nodes: Int = 30_000, cells: Int = 10_000) {
            self.bytes = min(max(bytes, 0), 10_000_000)
            self.depth = min(max(depth, 1), 100)
            self.nodes = min(max(nodes, 0), 3_000_000)
            self.cells = min(max(cells, 0), 1_000_000)
        }
    }

    let blocks: [MarkdownNode]

    /// Reads a text. Every text is Markdown, so this does not fail.
    public init(_ text: String, limits: Limits = Limits()) {
        blocks = MarkdownReader.blocks(of: text, limits: limits)
    }
}
