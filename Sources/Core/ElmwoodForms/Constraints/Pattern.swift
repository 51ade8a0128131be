/// Why a pattern cannot be used, or cannot be matched with a text.
enum PatternError: Error, Equatable, CustomStringConvertible {
    /// The pattern is not a regular expression: browsers ignore such a pattern, too.
    case syntax(at: Int, String)
    /// It uses a feature that is not supported here.
    case unsupported(String)
    /// The pattern is too large.
    case tooLarge
    /// The text is too long for this pattern.
    case tooLong

    var description: String {
        switch self {
        case .syntax(let place, let sentence): "At character \(place): \(sentence)"
        case .unsupported(let what): "\(what) is not supported."
        case .tooLarge: "The pattern is too large."
        case .tooLong: "The text is too long to be checked."
        }
    }
}

/// The regular expression of a `pattern` attribute: JavaScript's syntax, matched with a whole text.
///
/// The time of a match is bounded for all patterns and texts. If the pattern has no back-reference, each position of the pattern is
/// tried at each position of the text at most once. Otherwise the number of steps is limited. A regular expression engine that
/// backtracks without such a bound can be blocked for hours by thirty characters of input, if an author wrote `(a+)+`.
struct Pattern {
    /// One instruction of the machine that a pattern is compiled to.
    enum Instruction {
        /// Matches one character of the set, at the cost of that many steps.
        case take(CharacterSet, cost: Int)
        /// Continues at the first instruction, and if that fails, at the second.
        case either(Int, Int)
        case jump(Int)
        /// Saves the current position in the text.
        case save(Int)
        /// Matches the text that the group matched.
        case backreference(Int)
        case start
        case end
        case wordBoundary(Bool)
        /// Continues if the pattern matches from here or, for false, if it does not.
        case ahead(Int, Bool)
        /// Continues if the pattern matches up to here or, for false, if it does not.
        case behind(Int, Bool)
        case match
    }

    static let longestPattern = 4_096
    static let longestProgram = 10_000
    static let longestText = 100_000
    /// The most steps of a check. A step takes up to 30 ns in a release build, so an event loop is at work for up to 30 ms.
    static let mostSteps = 1_000_000

    /// The programs: the pattern's own, followed by those of its assertions.
    let programs: [[Instruction]]
    let groups: Int
    let hasBackreferences: Bool

    /// Compiles a pattern. Throws ``PatternError``.
    init(_ source: String) throws {
        guard source.unicodeScalars.count <= Self.longestPattern else { throw PatternError.tooLarge }
        var parser = PatternParser(source)
        let node = try parser.parse()
        var compiler = PatternCompiler()
        programs = try compiler.compile(node)
        groups = parser.groups
        hasBackreferences = parser.hasBackreferences
    }

    /// Whether the pattern matches the whole text. Throws ``PatternError/tooLong`` if that takes too many steps.
    func matches(_ text: String) throws -> Bool {
        var steps = 0
        return try matches(text, steps: &steps)
    }

    /// Whether the pattern matches the whole text, as one of several which may take ``mostSteps`` together.
    func matches(_ text: String, steps: inout Int) throws -> Bool {
        guard text.utf8.count <= Self.longestText else { throw PatternError.tooLong }
        var machine = PatternMachine(pattern: self, text: Array(text.unicodeScalars), steps: steps)
        defer { steps = machine.steps }
        return try machine.run(0, from: 0, to: nil, captures: [Int](repeating: -1, count: (groups + 1) * 2))
    }
}

/// A pattern as a tree.
indirect enum PatternNode {
    case set(CharacterSet)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// The least and the most repetitions; nil for any number. Greediness has no effect on whether a whole text matches.
    case `repeat`(PatternNode, Int, Int?)
    case group(Int, PatternNode)
    case backreference(Int)
    case start
    case end
    case wordBoundary(Bool)
    case ahead(PatternNode, Bool)
    case behind(PatternNode, Bool)
}

/// Compiles a pattern's tree to the machine's instructions.
struct PatternCompiler {
    private var programs: [[Pattern.Instruction]] = []
    private var size = 0

    mutating func compile(_ node: PatternNode) throws -> [[Pattern.Instruction]] {
        _ = try program(node)
        return programs
    }

    private mutating func program(_ node: PatternNode) throws -> Int {
        let index = programs.count
        programs.append([])
        var code: [Pattern.Instruction] = []
        try emit(node, into: &code)
        code.append(.match)
        programs[index] = code
        return index
    }

    private mutating func count() throws {
        size += 1
        guard size <= Pattern.longestProgram else { throw PatternError.tooLarge }
    }

    private mutating func add(_ instruction: Pattern.Instruction, to code: inout [Pattern.Instruction]) throws {
        try count()
        code.append(instruction)
    }

    private mutating func emit(_ node: PatternNode, into code: inout [Pattern.Instruction]) throws {
        switch node {
        case .set(let set): try add(.take(set, cost: set.cost), to: &code)
        case .sequence(let nodes): for node in nodes { try emit(node, into: &code) }
        case .choice(let nodes):
            var ends: [Int] = []
            for (index, node) in nodes.enumerated() {
                let isLast = index == nodes.count - 1
                let fork = code.count
                if !isLast { try add(.either(0, 0), to: &code) }
                try emit(node, into: &code)
                if !isLast {
                    ends.append(code.count)
                    try add(.jump(0), to: &code)
                    code[fork] = .either(fork + 1, code.count)
                }
            }
            for end in ends { code[end] = .jump(code.count) }
        case .repeat(let node, let least, let most):
            // Each round counts, even if it adds no instruction: an empty group can be repeated, too.
            for _ in 0..<least {
                try count()
                try emit(node, into: &code)
            }
            guard let most else {
                let fork = code.count
                try add(.either(0, 0), to: &code)
                try emit(node, into: &code)
                try add(.jump(fork), to: &code)
                code[fork] = .either(fork + 1, code.count)
                return
            }
            var forks: [Int] = []
            for _ in least..<max(least, most) {
                forks.append(code.count)
                try add(.either(0, 0), to: &code)
                try emit(node, into: &code)
            }
            for fork in forks { code[fork] = .either(fork + 1, code.count) }
        case .group(let index, let node):
            try add(.save(index * 2), to: &code)
            try emit(node, into: &code)
            try add(.save(index * 2 + 1), to: &code)
        case .backreference(let index): try add(.backreference(index), to: &code)
        case .start: try add(.start, to: &code)
        case .end: try add(.end, to: &code)
        case .wordBoundary(let isWanted): try add(.wordBoundary(isWanted), to: &code)
        case .ahead(let node, let isWanted): try add(.ahead(program(node), isWanted), to: &code)
        case .behind(let node, let isWanted): try add(.behind(program(node), isWanted), to: &code)
        }
    }
}
