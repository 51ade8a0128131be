import CElmwoodMarkdown

/// Reads a text by cmark, whose tree becomes values of this module.
struct MarkdownReader {
    private let limits: Markdown.Limits

    init(_ limits: Markdown.Limits) { self.limits = limits }

    /// The names of GitHub's extensions. Without `autolink`: an address becomes a link by angle brackets only.
    private static let extensions = ["table", "strikethrough", "tasklist"]

    /// Registers the extensions in cmark's list, once: it has no lock.
    private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

    func blocks(of text: String) -> [MarkdownNode] {
        _ = Self.registration
        guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return [] }
        defer { cmark_parser_free(parser) }
        for name in Self.extensions {
            guard let found = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, found)
        }
        var bytes = Array(text.utf8.prefix(limits.bytes))
        // A character that the limit has cut is left out.
        while bytes.count < text.utf8.count, let last = bytes.last, last >= 0x80 {
            bytes.removeLast()
            if last >= 0xC0 { break }
        }
        bound(&bytes)
        bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return [] }
        defer { cmark_node_free(root) }
        return children(of: root, depth: 0)
    }

    /// Removes the marks beyond those of which quotes and lists are read. cmark compares each line with all that are open, so the
    /// time of a text that only opens them would grow with the square of its length.
    private func bound(_ bytes: inout [UInt8]) {
        var isAtStart = true
        var marks = 0
        bytes.removeAll { byte in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (isAtStart, marks) = (true, 0)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."),
                UInt8(ascii: ")"):
                if isAtStart { marks += 1 }
                return isAtStart && marks > Self.mostMarks
            default: isAtStart = false
            }
            return false
        }
    }

    /// The most marks of quotes and lists at the beginning of a line that are read.
    private static let mostMarks = 200

    // MARK: The tree

    private func children(of node: OpaquePointer, depth: Int) -> [MarkdownNode] {
        var nodes: [MarkdownNode] = []
        forEachChild(of: node) { child in
            guard let read = self.node(child, depth: depth + 1) else { return }
            // cmark makes several texts of one where a character could have begun something.
            if case .text(let new) = read, case .text(let former)? = nodes.last {
                nodes[nodes.count - 1] = .text(former + new)
            } else {
                nodes.append(read)
            }
        }
        return nodes
    }

    private func forEachChild(of node: OpaquePointer, _ body: (OpaquePointer) -> Void) {
        var next = cmark_node_first_child(node)
        while let child = next {
            body(child)
            next = cmark_node_next(child)
        }
    }

    private func node(_ node: OpaquePointer, depth: Int) -> MarkdownNode? {
        let type = type(of: node)
        guard depth < limits.depth || cmark_node_first_child(node) == nil else { return .text(text(in: node)) }
        switch type {
        case "paragraph":
            return isInTightList(node)
                ? .group(children(of: node, depth: depth)) : .paragraph(children(of: node, depth: depth))
        case "heading":
            return .heading(Int(cmark_node_get_heading_level(node)), children(of: node, depth: depth))
        case "block_quote": return .quote(children(of: node, depth: depth))
        case "list": return list(node, depth: depth)
        case "code_block":
            return .codeBlock(literal(of: node), language: language(string(cmark_node_get_fence_info(node))))
        case "html_block": return .paragraph([.text(literal(of: node))])
        case "thematic_break": return .rule
        case "table": return table(node, depth: depth)
        case "text", "html_inline": return .text(literal(of: node))
        case "softbreak": return .text("\n")
        case "linebreak": return .lineBreak
        case "code": return .code(literal(of: node))
        case "emph": return .emphasis(children(of: node, depth: depth))
        case "strong": return .strong(children(of: node, depth: depth))
        case "strikethrough": return .deleted(children(of: node, depth: depth))
        case "link": return link(node, depth: depth)
        case "image": return image(node)
        default: return .group(children(of: node, depth: depth))
        }
    }

    private func list(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
        var items: [MarkdownNode.Item] = []
        forEachChild(of: node) { item in
            let isTask = type(of: item) == "tasklist"
            items.append(
                MarkdownNode.Item(
                    content: children(of: item, depth: depth + 1),
                    isDone: isTask ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil
                )
            )
        }
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        return .list(start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, items)
    }

    private func table(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
        let count = Int(cmark_gfm_extensions_get_table_columns(node))
        let alignments = cmark_gfm_extensions_get_table_alignments(node)
        var rows: [[MarkdownNode.Cell]] = []
        forEachChild(of: node) { row in
            var cells: [MarkdownNode.Cell] = []
            forEachChild(of: row) { cell in
                let alignment = cells.count < count ? alignments.map { $0[cells.count] } ?? 0 : 0
                cells.append(
                    MarkdownNode.Cell(content: children(of: cell, depth: depth + 2), alignment: .init(cmark: alignment))
                )
            }
            rows.append(cells)
        }
        return .table(head: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private func link(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
        let content = children(of: node, depth: depth)
        let address = MarkdownAddress.checked(
            string(cmark_node_get_url(node)),
            schemes: MarkdownAddress.linkSchemes
        )
        guard let address else { return .group(content) }
        return .link(to: address, title: title(of: node), content)
    }

    private func image(_ node: OpaquePointer) -> MarkdownNode {
        let alternative = text(in: node)
        let address = MarkdownAddress.checked(
            string(cmark_node_get_url(node)),
            schemes: MarkdownAddress.imageSchemes
        )
        guard let address else { return .text(alternative) }
        return .image(source: address, title: title(of: node), alternative: alternative)
    }

    // MARK: Its texts

    private func type(of node: OpaquePointer) -> String { string(cmark_node_get_type_string(node)) }

    private func literal(of node: OpaquePointer) -> String { string(cmark_node_get_literal(node)) }

    private func title(of node: OpaquePointer) -> String? {
        let title = string(cmark_node_get_title(node))
        return title.isEmpty ? nil : title
    }

    private func string(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

    /// Returns the language that a code block names, if it is one that a class can be made of.
    private func language(_ info: String) -> String? {
        let word = info.prefix { !$0.isWhitespace }
        let isName = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "#"):
                true
            default: false
            }
        }
        return word.isEmpty || word.utf8.count > 32 || !isName ? nil : String(word)
    }

    /// Whether the paragraph is that of an item whose list has no blank lines: it is written without an element of its own.
    private func isInTightList(_ node: OpaquePointer) -> Bool {
        guard let item = cmark_node_parent(node), let list = cmark_node_parent(item) else { return false }
        return type(of: list) == "list" && cmark_node_get_list_tight(list) != 0
    }

    /// Returns all text within a node. cmark's iterator uses no stack, however deep the tree is.
    private func text(in node: OpaquePointer) -> String {
        guard let iterator = cmark_iter_new(node) else { return "" }
        defer { cmark_iter_free(iterator) }
        var text = ""
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE else { return text }
            guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) else { continue }
            switch type(of: node) {
            case "softbreak", "linebreak": text += "\n"
            case "paragraph", "heading", "code_block", "html_block":
                if !text.isEmpty { text += "\n" }
                text += literal(of: node)
            default: text += literal(of: node)
            }
        }
    }
}

extension MarkdownNode.Alignment {
    /// Converts the letter that cmark has for it.
    fileprivate init?(cmark letter: UInt8) {
        switch letter {
        case UInt8(ascii: "l"): self = .left
        case UInt8(ascii: "c"): self = .center
        case UInt8(ascii: "r"): self = .right
        default: return nil
        }
    }
}
