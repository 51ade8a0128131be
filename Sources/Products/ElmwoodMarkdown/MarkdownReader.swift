import CElmwoodMarkdown

/// Reads a text by cmark, whose tree becomes values of this module.
struct MarkdownReader {
    private let limits: Markdown.Limits
    /// The bytes of addresses and titles that may still be shown: those of references come on top of what was written.
    private var bytesOfAddresses: Int

    private init(_ limits: Markdown.Limits) {
        self.limits = limits
        bytesOfAddresses = 2 * limits.bytes
    }

    /// The names of GitHub's extensions. Without `autolink`: an address becomes a link by angle brackets only.
    private static let extensions = ["table", "strikethrough", "tasklist"]

    /// Registers the extensions in cmark's list, once: it has no lock.
    private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

    /// Returns the blocks of a text, and what is beyond the limits as one paragraph.
    static func blocks(of text: String, limits: Markdown.Limits) -> [MarkdownNode] {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let end = MarkdownBounds.end(of: bytes, limits: limits)
            var reader = MarkdownReader(limits)
            let blocks = end == 0 ? [] : reader.blocks(of: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            let rest = String(decoding: bytes[end...], as: UTF8.self)
            return rest.utf8.allSatisfy { " \t\r\n".utf8.contains($0) } ? blocks : blocks + [.paragraph([.text(rest)])]
        }
    }

    private mutating func blocks(of bytes: UnsafeRawBufferPointer) -> [MarkdownNode] {
        _ = Self.registration
        guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return [] }
        defer { cmark_parser_free(parser) }
        for name in Self.extensions {
            guard let found = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, found)
        }
        bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        guard let root = cmark_parser_finish(parser) else { return [] }
        defer { cmark_node_free(root) }
        return children(of: root, depth: 0)
    }

    // MARK: The tree

    private mutating func children(of node: OpaquePointer, depth: Int) -> [MarkdownNode] {
        var nodes: [MarkdownNode] = []
        // cmark makes several texts of one where a character could have begun something, and of its lines.
        var text = ""
        forEachChild(of: node) { child in
            let read = self.node(child, depth: depth + 1)
            if case .text(let more) = read { return text += more }
            if !text.isEmpty { nodes.append(.text(text)) }
            text = ""
            nodes.append(read)
        }
        if !text.isEmpty { nodes.append(.text(text)) }
        return nodes
    }

    private func forEachChild(of node: OpaquePointer, _ body: (OpaquePointer) -> Void) {
        var next = cmark_node_first_child(node)
        while let child = next {
            body(child)
            next = cmark_node_next(child)
        }
    }

    private mutating func node(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
        guard depth < limits.depth || cmark_node_first_child(node) == nil else { return .text(text(in: node)) }
        switch cmark_node_get_type(node) {
        case CMARK_NODE_PARAGRAPH:
            return isInTightList(node)
                ? .group(children(of: node, depth: depth)) : .paragraph(children(of: node, depth: depth))
        case CMARK_NODE_HEADING:
            return .heading(Int(cmark_node_get_heading_level(node)), children(of: node, depth: depth))
        case CMARK_NODE_BLOCK_QUOTE: return .quote(children(of: node, depth: depth))
        case CMARK_NODE_LIST: return list(node, depth: depth)
        case CMARK_NODE_CODE_BLOCK:
            return .codeBlock(literal(of: node), language: language(string(cmark_node_get_fence_info(node))))
        case CMARK_NODE_HTML_BLOCK: return .paragraph([.text(literal(of: node))])
        case CMARK_NODE_THEMATIC_BREAK: return .rule
        case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: return .text(literal(of: node))
        case CMARK_NODE_SOFTBREAK: return .text("\n")
        case CMARK_NODE_LINEBREAK: return .lineBreak
        case CMARK_NODE_CODE: return .code(literal(of: node))
        case CMARK_NODE_EMPH: return .emphasis(children(of: node, depth: depth))
        case CMARK_NODE_STRONG: return .strong(children(of: node, depth: depth))
        case CMARK_NODE_LINK: return link(node, depth: depth)
        case CMARK_NODE_IMAGE: return image(node)
        default:
            // The types of extensions are variables.
            switch type(of: node) {
            case "table": return table(node, depth: depth)
            case "strikethrough": return .deleted(children(of: node, depth: depth))
            default: return .group(children(of: node, depth: depth))
            }
        }
    }

    private mutating func list(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
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

    private mutating func table(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
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

    private mutating func link(_ node: OpaquePointer, depth: Int) -> MarkdownNode {
        let content = children(of: node, depth: depth)
        switch target(of: node, schemes: MarkdownAddress.linkSchemes) {
        case .none: return .group(content)
        case .tooMuch: return .group([.text("[")] + content + [.text("]")])
        case .some(let address, let title): return .link(to: address, title: title, content)
        }
    }

    private mutating func image(_ node: OpaquePointer) -> MarkdownNode {
        let alternative = text(in: node)
        switch target(of: node, schemes: MarkdownAddress.imageSchemes) {
        case .none: return .text(alternative)
        case .tooMuch: return .text("![" + alternative + "]")
        case .some(let address, let title): return .image(source: address, title: title, alternative: alternative)
        }
    }

    private enum Target {
        case none
        case tooMuch
        case some(address: String, title: String?)
    }

    /// Returns where a link or an image leads, or that the addresses of all are more than may be shown: only references can be so many.
    private mutating func target(of node: OpaquePointer, schemes: Set<String>) -> Target {
        let address = string(cmark_node_get_url(node))
        let title = string(cmark_node_get_title(node))
        guard let address = MarkdownAddress.checked(address, schemes: schemes) else { return .none }
        bytesOfAddresses -= address.utf8.count + title.utf8.count
        guard bytesOfAddresses >= 0 else { return .tooMuch }
        return .some(address: address, title: title.isEmpty ? nil : title)
    }

    // MARK: Its texts

    private func type(of node: OpaquePointer) -> String { string(cmark_node_get_type_string(node)) }

    private func literal(of node: OpaquePointer) -> String { string(cmark_node_get_literal(node)) }

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
        return cmark_node_get_list_tight(list) != 0
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
            switch cmark_node_get_type(node) {
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: text += "\n"
            case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
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
