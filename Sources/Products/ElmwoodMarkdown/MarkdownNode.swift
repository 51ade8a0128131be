/// A part of a Markdown text, whose addresses have been checked.
indirect enum MarkdownNode: Equatable, Sendable {
    // Blocks.
    case paragraph([MarkdownNode])
    case heading(Int, [MarkdownNode])
    case quote([MarkdownNode])
    /// `start`: the first number; nil for a list without numbers.
    case list(start: Int?, [Item])
    case codeBlock(String, language: String?)
    case rule
    case table(head: [Cell], rows: [[Cell]])

    // Within a paragraph.
    case text(String)
    case lineBreak
    case code(String)
    case emphasis([MarkdownNode])
    case strong([MarkdownNode])
    case deleted([MarkdownNode])
    case link(to: String, title: String?, [MarkdownNode])
    case image(source: String, title: String?, alternative: String)
    /// What has no element of its own, such as the paragraphs of a tight list.
    case group([MarkdownNode])

    /// An item of a list.
    struct Item: Equatable, Sendable {
        var content: [MarkdownNode]
        /// Whether it is done; nil if it is no task.
        var isDone: Bool?
    }

    /// A cell of a table.
    struct Cell: Equatable, Sendable {
        var content: [MarkdownNode]
        var alignment: Alignment?
    }

    enum Alignment: String, Sendable {
        case left, center, right
    }
}
