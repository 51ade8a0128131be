import ElmwoodViewTree

extension Markdown {
    /// Returns the text as elements: blocks, which belong into an element such as `div` or `article`.
    ///
    /// A cell of a table with an alignment has the class `align-left`, `align-center` or `align-right`, a code block
    /// `language-swift`, and an item of a task list `task`.
    ///
    /// - Parameter topHeading: the level of the text's own `#`, so that its headings fit into those of the page.
    public func view<Message>(topHeading: Int = 1) -> Html<Message> {
        MarkdownView(topHeading: topHeading).view(blocks)
    }
}

/// Writes the parts of a text as elements.
private struct MarkdownView<Message> {
    let topHeading: Int

    @HtmlBuilder<Message>
    func view(_ nodes: [MarkdownNode]) -> Html<Message> {
        for node in nodes { view(node) }
    }

    private func view(_ node: MarkdownNode) -> Html<Message> {
        switch node {
        case .paragraph(let content): p { view(content) }
        case .heading(let level, let content): heading(level + topHeading - 1, content)
        case .quote(let content): blockquote { view(content) }
        case .list(let start, let items): list(start, items)
        case .codeBlock(let text, let language):
            pre { code(language.map { .class("language-\($0)") } ?? .none) { text } }
        case .rule: hr()
        case .table(let head, let rows): table(head, rows)
        case .text(let text): ElmwoodViewTree.text(text)
        case .lineBreak: br()
        case .code(let text): code { text }
        case .emphasis(let content): em { view(content) }
        case .strong(let content): strong { view(content) }
        case .deleted(let content): del { view(content) }
        case .link(let address, let title, let content): link(address, title, content)
        case .image(let source, let title, let alternative):
            img(.src(source), .alt(alternative), title.map { .title($0) } ?? .none, .loading(.lazy))
        case .group(let content): view(content)
        }
    }

    private func heading(_ level: Int, _ content: [MarkdownNode]) -> Html<Message> {
        switch level {
        case ...1: h1 { view(content) }
        case 2: h2 { view(content) }
        case 3: h3 { view(content) }
        case 4: h4 { view(content) }
        case 5: h5 { view(content) }
        default: h6 { view(content) }
        }
    }

    private func list(_ start: Int?, _ items: [MarkdownNode.Item]) -> Html<Message> {
        guard let start else { return ul { for item in items { view(item) } } }
        return ol(start == 1 ? .none : .start(start)) { for item in items { view(item) } }
    }

    /// A task has a sign in place of a checkbox: a control would be one that the page offers.
    private func view(_ item: MarkdownNode.Item) -> Html<Message> {
        li(item.isDone == nil ? .none : .class("task")) {
            if let isDone = item.isDone {
                span(.role(.img), .ariaLabel(isDone ? "Done:" : "To do:")) { isDone ? "☑" : "☐" }
                " "
            }
            view(item.content)
        }
    }

    private func table(_ head: [MarkdownNode.Cell], _ rows: [[MarkdownNode.Cell]]) -> Html<Message> {
        ElmwoodViewTree.table {
            thead { tr { for cell in head { th(.scope(.col), alignment(of: cell)) { view(cell.content) } } } }
            if !rows.isEmpty {
                tbody { for row in rows { tr { for cell in row { td(alignment(of: cell)) { view(cell.content) } } } } }
            }
        }
    }

    private func alignment(of cell: MarkdownNode.Cell) -> Attribute<Message> {
        cell.alignment.map { .class("align-\($0.rawValue)") } ?? .none
    }

    /// Search engines are told that a link to another site is not the site's own recommendation.
    private func link(_ address: String, _ title: String?, _ content: [MarkdownNode]) -> Html<Message> {
        let isHere = !address.hasPrefix("//") && !address.contains(":")
        return a(.href(address), title.map { .title($0) } ?? .none, isHere ? .none : .rel("nofollow ugc")) {
            view(content)
        }
    }
}
