/// Parses a regular expression in JavaScript's syntax with the `v` flag (ECMAScript §22.2.1).
struct PatternParser {
    private let source: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    private var names: [String: Int] = [:]
    /// The number of capturing groups of the whole pattern.
    private var allGroups = 0
    /// The number of capturing groups so far.
    private(set) var groups = 0
    private(set) var hasBackreferences = false

    init(_ source: String) {
        self.source = Array(source.unicodeScalars)
        countGroups()
        allGroups = groups
    }

    mutating func parse() throws -> PatternNode {
        groups = 0
        let node = try choice()
        guard position == source.count else { throw error("There is one parenthesis too many.") }
        return node
    }

    /// Finds the names of the groups first: a pattern may refer to a later group.
    private mutating func countGroups() {
        var isInClass = false
        var index = 0
        while index < source.count {
            switch source[index] {
            case "\\": index += 1
            case "[": isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass:
                if peek(index + 1) != "?" {
                    groups += 1
                } else if peek(index + 2) == "<", let next = peek(index + 3), next != "=", next != "!" {
                    groups += 1
                    let name = source[(index + 3)...].prefix { $0 != ">" }
                    names[String(String.UnicodeScalarView(name))] = groups
                }
            default: break
            }
            index += 1
        }
    }

    private func peek(_ index: Int) -> Unicode.Scalar? { source.indices.contains(index) ? source[index] : nil }
    private var next: Unicode.Scalar? { peek(position) }

    private func error(_ sentence: String) -> PatternError { .syntax(at: position, sentence) }

    private mutating func take(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard source[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    // MARK: - Terms

    private mutating func choice() throws -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw PatternError.tooLarge }
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let (node, canRepeat) = try term()
            nodes.append(try quantified(node, canRepeat: canRepeat))
        }
        return .sequence(nodes)
    }

    private mutating func quantified(_ node: PatternNode, canRepeat: Bool) throws -> PatternNode {
        let least: Int
        let most: Int?
        if take("*") {
            (least, most) = (0, nil)
        } else if take("+") {
            (least, most) = (1, nil)
        } else if take("?") {
            (least, most) = (0, 1)
        } else if take("{") {
            guard let count = number() else { throw error("A number is missing here.") }
            least = count
            most = take(",") ? number() : count
            guard take("}") else { throw error("A closing brace is missing here.") }
            if let most, most < least { throw error("The numbers are in the wrong order.") }
        } else {
            return node
        }
        guard canRepeat else { throw error("There is nothing to repeat.") }
        _ = take("?")
        return .repeat(node, least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let digit = next.flatMap({ Int(String($0)) }), next?.isASCII == true {
            value = min((value ?? 0) * 10 + digit, Pattern.longestProgram)
            position += 1
        }
        return value
    }

    /// Parses a term, and returns whether it may be repeated.
    private mutating func term() throws -> (PatternNode, Bool) {
        guard let scalar = next else { throw error("Something is missing here.") }
        if scalar == "(" { return try group() }
        position += 1
        switch scalar {
        case "^": return (.start, false)
        case "$": return (.end, false)
        case ".": return (.set(.notLineEnd), true)
        case "[":
            return (.set(try classContents()), true)
        case "\\": return try escape()
        case "*", "+", "?", "{", "}", "]":
            position -= 1
            throw error("\(scalar) has nothing to refer to; write \\\(scalar) for the character.")
        default: return (.set(.one(scalar)), true)
        }
    }

    private mutating func group() throws -> (PatternNode, Bool) {
        let node: PatternNode
        var canRepeat = true
        if take("(?:") {
            node = try choice()
        } else if take("(?=") {
            (node, canRepeat) = (.ahead(try choice(), true), false)
        } else if take("(?!") {
            (node, canRepeat) = (.ahead(try choice(), false), false)
        } else if take("(?<=") {
            (node, canRepeat) = (.behind(try choice(), true), false)
        } else if take("(?<!") {
            (node, canRepeat) = (.behind(try choice(), false), false)
        } else {
            if take("(?<") {
                while let scalar = next, scalar != ">" { position += 1 }
                guard take(">") else { throw error("The group's name is never closed.") }
            } else if !take("(") || next == "?" {
                throw error("There is no such group.")
            }
            groups += 1
            let index = groups
            node = .group(index, try choice())
        }
        guard take(")") else { throw error("A closing parenthesis is missing here.") }
        return (node, canRepeat)
    }

    private mutating func escape() throws -> (PatternNode, Bool) {
        if take("b") { return (.wordBoundary(true), false) }
        if take("B") { return (.wordBoundary(false), false) }
        if take("k<") {
            let name = source[position...].prefix { $0 != ">" }
            position += name.count
            guard take(">"), let index = names[String(String.UnicodeScalarView(name))] else {
                throw error("There is no group of that name.")
            }
            hasBackreferences = true
            return (.backreference(index), true)
        }
        if let digit = next, ("1"..."9").contains(digit) {
            guard let index = number(), index <= allGroups else { throw error("There is no group of that number.") }
            hasBackreferences = true
            return (.backreference(index), true)
        }
        return (.set(try classEscape()), true)
    }

    // MARK: - Classes

    /// Parses the content between `[` and `]`.
    private mutating func classContents() throws -> CharacterSet {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw PatternError.tooLarge }
        let isComplement = take("^")
        var sets: [CharacterSet] = []
        while !take("]") {
            guard let scalar = next else { throw error("The class is never closed.") }
            if take("--") {
                sets = [.subtraction(.union(sets), try operand())]
            } else if take("&&") {
                sets = [.intersection(.union(sets), try operand())]
            } else if scalar == "[" {
                sets.append(try operand())
            } else if scalar == "\\", let set = try namedSet() {
                sets.append(set)
            } else {
                let low = try member()
                if next == "-", peek(position + 1) != "-", peek(position + 1) != "]" {
                    position += 1
                    let high = try member()
                    guard low.value <= high.value else { throw error("The range is in the wrong order.") }
                    sets.append(.range(low.value...high.value))
                } else {
                    sets.append(.one(low))
                }
            }
        }
        return isComplement ? .complement(.union(sets)) : .union(sets)
    }

    /// Parses one side of `--` and `&&`: a class, a named set or a character.
    private mutating func operand() throws -> CharacterSet {
        if take("[") { return try classContents() }
        if next == "\\", let set = try namedSet() { return set }
        return .one(try member())
    }

    /// Parses `\d`, `\p{…}` and the like. Returns nil, without consuming anything, if the escape is of one character.
    private mutating func namedSet() throws -> CharacterSet? {
        guard let name = peek(position + 1), "dDwWsSpPq".unicodeScalars.contains(name) else { return nil }
        position += 1
        return try classEscape()
    }

    private mutating func member() throws -> Unicode.Scalar {
        guard let scalar = next else { throw error("The class is never closed.") }
        position += 1
        return scalar == "\\" ? try character() : scalar
    }

    /// Parses the text after a backslash: a named set, or one character.
    private mutating func classEscape() throws -> CharacterSet {
        if take("d") { return .digit }
        if take("D") { return .complement(.digit) }
        if take("w") { return .word }
        if take("W") { return .complement(.word) }
        if take("s") { return .space }
        if take("S") { return .complement(.space) }
        if take("q{") { throw PatternError.unsupported("\\q") }
        if next == "p" || next == "P" {
            let isComplement = next == "P"
            position += 1
            guard take("{") else { throw error("A brace is missing here.") }
            let name = source[position...].prefix { $0 != "}" }
            position += name.count
            guard take("}") else { throw error("A closing brace is missing here.") }
            let set = try CharacterSet.unicode(String(String.UnicodeScalarView(name)))
            return isComplement ? .complement(set) : set
        }
        return .one(try character())
    }

    /// Parses the character of an escape.
    private mutating func character() throws -> Unicode.Scalar {
        guard let scalar = next else { throw error("The pattern ends after a backslash.") }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "f": return "\u{C}"
        case "b": return "\u{8}"
        case "0": return "\0"
        case "x": return try hexadecimal(digits: 2)
        case "u":
            if take("{") {
                let digits = source[position...].prefix { $0 != "}" }
                position += digits.count
                guard take("}"), let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                    let scalar = Unicode.Scalar(value)
                else { throw error("The braces must contain the number of a character.") }
                return scalar
            }
            return try hexadecimal(digits: 4)
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic,
                let control = Unicode.Scalar(letter.value & 31)
            else { throw error("A letter is missing here.") }
            position += 1
            return control
        default:
            guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil else {
                throw error("There is no such escape.")
            }
            return scalar
        }
    }

    private mutating func hexadecimal(digits: Int) throws -> Unicode.Scalar {
        let text = String(String.UnicodeScalarView(source[position...].prefix(digits)))
        guard text.utf8.count == digits, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else {
            throw error("\(digits) hexadecimal digits are missing here.")
        }
        position += digits
        if let scalar = Unicode.Scalar(value) { return scalar }
        // Two surrogates are one character.
        guard value < 0xDC00, take("\\u") else { throw error("A single surrogate is not a character.") }
        let remainder = String(String.UnicodeScalarView(source[position...].prefix(4)))
        guard let low = UInt32(remainder, radix: 16), 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00))
        else { throw error("A single surrogate is not a character.") }
        position += 4
        return scalar
    }
}
