/// Counts, before a text is read, what cmark would do and make of it, and ends the reading where that would be too much.
///
/// cmark-gfm 0.29.0.gfm.6 needs time in the square of a text's length for some texts, and makes of others many times what was written.
/// Each count here is an upper bound of one of these costs. It grows from line to line and is found in one pass.
struct MarkdownBounds {
    /// The bytes at the beginning of a text that may be read: all of them, or whole lines.
    static func end(of text: UnsafeRawBufferPointer, limits: Markdown.Limits) -> Int {
        var bounds = MarkdownBounds(text, limits)
        var start = 0
        while start < text.count {
            let end = bounds.count(lineAt: start)
            guard bounds.isWithinLimits(end) else { return start }
            start = end
        }
        return start
    }

    /// How far a text may expand by its references, in multiples of `Limits.bytes`. Each use of a reference copies its address and title.
    private static let expansion = 20
    /// The steps that cmark may spend on what is not linear, for each byte of `Limits.bytes`. A step is about a nanosecond.
    private static let stepsPerByte = 100

    private let text: UnsafeRawBufferPointer
    private let limits: Markdown.Limits

    private var nodes = 0
    private var cells = 0
    private var steps = 0
    /// The most quotes, lists and items that can be open.
    private var depth = 0
    /// The brackets that close, each of which may use a reference.
    private var closings = 0
    private var references = MarkdownReferences()
    private var block = Block()

    /// Lines without a blank one between them. A paragraph or a table is never longer.
    private struct Block {
        var lines = 0
        var bytes = 0
        var openings = 0
        /// Runs of `*`, `_` and `~`.
        var delimiters = 0
        /// `<!` and `<?`, whose end is searched for up to the end of the block.
        var declarations = 0
        var bars = 0
        /// The sum of the squares of the bars of each line.
        var squaresOfBars = 0
        /// The most columns of a line that may be the delimiter row of a table.
        var columns = 0
    }

    private init(_ text: UnsafeRawBufferPointer, _ limits: Markdown.Limits) {
        (self.text, self.limits) = (text, limits)
    }

    private func isWithinLimits(_ end: Int) -> Bool {
        end <= limits.bytes && nodes <= limits.nodes && cells <= limits.cells
            && steps <= Self.stepsPerByte * limits.bytes
            && closings * references.longest <= Self.expansion * limits.bytes
    }

    /// Counts what a line adds, and returns where the next one begins.
    private mutating func count(lineAt start: Int) -> Int {
        var line = Line()
        var index = start
        var former: UInt8 = 0
        scan: while index < text.count {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\n"): break scan
            case UInt8(ascii: "\r"):
                if index < text.count, text[index] == UInt8(ascii: "\n") { index += 1 }
                break scan
            default: line.count(byte, after: former)
            }
            if byte == UInt8(ascii: ":"), former == UInt8(ascii: "]") {
                references.count(in: text, at: index)
            }
            former = byte
        }
        add(line, bytes: index - start)
        return index
    }

    private mutating func add(_ line: Line, bytes: Int) {
        depth = max(depth, line.depth)
        // Each line is compared with all that is open, and each node with all that it is in.
        steps += 8 * depth
        guard !line.isBlank else { return block = Block() }
        steps += 3 * line.nodes * line.depth
        nodes += line.nodes
        closings += line.closings
        block.lines += 1
        block.bytes += bytes
        block.openings += line.openings
        block.delimiters += line.delimiters
        block.declarations += line.declarations
        block.bars += line.bars
        block.squaresOfBars += line.bars * line.bars
        // A link visits all brackets that are open (CVE-2023-22486), and the end of emphasis all delimiters (CVE-2023-22483).
        steps += 6 * line.closings * block.openings + 2 * line.delimiters * block.delimiters
        // `<!--` and its like without an end (CVE-2023-22483, CVE-2023-22484).
        steps += block.declarations * bytes
        // A row has as many cells as its table has columns (CVE-2023-37463), and its cells are a list that is appended to from its beginning.
        if block.columns > 0 {
            cells += block.columns
            nodes += 2 * block.columns
            steps += 3 * line.bars * line.bars
        }
        // A line that may be the delimiter row of a table reads the whole paragraph before it as the head.
        if line.isDelimiterRow {
            block.columns = max(block.columns, line.columns)
            cells += line.columns
            nodes += 2 * line.columns
            steps += 3 * block.squaresOfBars + block.lines * block.bytes / 4 + 200 * (block.lines + block.bars)
        }
    }
}

extension MarkdownBounds {
    /// What one line has.
    private struct Line {
        /// The most nodes that cmark makes of it.
        var nodes = 2
        var openings = 0
        var closings = 0
        var delimiters = 0
        var declarations = 0
        var bars = 0
        var isBlank = true
        /// The quotes, lists and items that can be open in it. A list and its item have a mark, or two columns of space.
        var depth = 0
        private var isAtStart = true
        /// Whether the character before may be the last of a node.
        private var isAfterNode = true
        private var hasDash = false
        private var hasOther = false

        /// The columns of a table whose delimiter row it is: a bar at its beginning or its end is between no two.
        var columns: Int { bars + 1 - (beginsWithBar ? 1 : 0) - (endsWithBar ? 1 : 0) }
        private var beginsWithBar = false
        private var endsWithBar = false

        /// Whether it has only what a delimiter row of a table has, and the marks of quotes.
        var isDelimiterRow: Bool { hasDash && !hasOther }

        mutating func count(_ byte: UInt8, after former: UInt8) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                if isAtStart { depth += byte == UInt8(ascii: " ") ? 1 : 4 } else { isAfterNode = false }
                return
            case UInt8(ascii: ">"):
                if isAtStart { (depth, nodes) = (depth + 1, nodes + 1) }
                (isBlank, isAfterNode) = (false, true)
                return
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "."), UInt8(ascii: ")"):
                if isAtStart { (depth, nodes) = (depth + 2, nodes + 3) }
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            default: isAtStart = false
            }
            isBlank = false
            endsWithBar = byte == UInt8(ascii: "|")
            switch byte {
            case UInt8(ascii: "|"):
                bars += 1
                if !hasDash { beginsWithBar = true }
            case UInt8(ascii: "-"): hasDash = true
            case UInt8(ascii: ":"), 0x0B, 0x0C: break
            default: hasOther = true
            }
            count(inline: byte, after: former)
        }

        private mutating func count(inline byte: UInt8, after former: UInt8) {
            var mayEndNode = true
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                // Of a longer run, two characters can be one element.
                if byte != former { (delimiters, nodes) = (delimiters + 1, nodes + 1) }
                nodes += 1
            case UInt8(ascii: "["): (openings, nodes) = (openings + 1, nodes + 2)
            case UInt8(ascii: "]"): (closings, nodes) = (closings + 1, nodes + 2)
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                if former == UInt8(ascii: "<") { declarations += 1 }
                if byte == UInt8(ascii: "!") { nodes += 2 }
            case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"): nodes += 2
            case UInt8(ascii: "`"): nodes += 1
            // These are a text of their own, unless they are within one.
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if isAfterNode { nodes += 1 }
                mayEndNode = isAfterNode
            case UInt8(ascii: ")"), UInt8(ascii: ";"): break
            default: mayEndNode = false
            }
            isAfterNode = mayEndNode
        }
    }
}
