/// Runs a compiled pattern on a text, with a stack of its own and a bounded number of steps.
struct PatternMachine {
    private struct Thread: Hashable {
        var instruction: Int
        var position: Int
        var captures: [Int]
    }

    private let pattern: Pattern
    private let text: [Unicode.Scalar]
    private(set) var steps: Int

    init(pattern: Pattern, text: [Unicode.Scalar], steps: Int) {
        self.pattern = pattern
        self.text = text
        self.steps = steps
    }

    /// The states of a run that were reached. Without back-references, the further match depends on the two positions only.
    private struct Visits {
        let width: Int
        var bits: [UInt64] = []
        var threads: Set<Thread> = []
    }

    /// What follows from an instruction.
    private enum Step {
        /// The next instruction.
        case next
        /// The thread's instruction, which was set.
        case jump
        /// This thread does not match.
        case fail
        case match
    }

    /// Whether that program matches from there: to the end of the text for program 0, to `end` if given, else to any position.
    mutating func run(_ program: Int, from start: Int, to end: Int?, captures: [Int]) throws -> Bool {
        let code = pattern.programs[program]
        var visits = Visits(width: text.count + 1)
        guard code.count * visits.width <= Pattern.mostSteps * 8 else { throw PatternError.tooLong }
        if !pattern.hasBackreferences {
            visits.bits = [UInt64](repeating: 0, count: code.count * visits.width / 64 + 1)
            steps += visits.bits.count
        }
        var waiting = [Thread(instruction: 0, position: start, captures: captures)]
        while var thread = waiting.popLast() {
            running: while try visit(thread, &visits) {
                switch try carryOut(code[thread.instruction], &thread, &waiting, to: program == 0 ? text.count : end) {
                case .next: thread.instruction += 1
                case .jump: break
                case .fail: break running
                case .match: return true
                }
            }
        }
        return false
    }

    /// Counts a step. Returns false if this state was reached before.
    private mutating func visit(_ thread: Thread, _ visits: inout Visits) throws -> Bool {
        steps += 1
        guard steps <= Pattern.mostSteps else { throw PatternError.tooLong }
        if pattern.hasBackreferences {
            // Each such step stores the matches of all groups, and takes that much more time and memory.
            steps += 31 + thread.captures.count / 2
            return visits.threads.insert(thread).inserted
        }
        let bit = thread.instruction * visits.width + thread.position
        guard visits.bits[bit >> 6] & (1 << UInt64(bit & 63)) == 0 else { return false }
        visits.bits[bit >> 6] |= 1 << UInt64(bit & 63)
        return true
    }

    /// - Parameter end: where a match must end; nil for any position.
    private mutating func carryOut(
        _ instruction: Pattern.Instruction,
        _ thread: inout Thread,
        _ waiting: inout [Thread],
        to end: Int?
    ) throws -> Step {
        switch instruction {
        case .take(let set, let cost):
            steps += cost
            guard thread.position < text.count, set.contains(text[thread.position]) else { return .fail }
            thread.position += 1
        case .either(let first, let second):
            waiting.append(Thread(instruction: second, position: thread.position, captures: thread.captures))
            thread.instruction = first
            return .jump
        case .jump(let instruction):
            thread.instruction = instruction
            return .jump
        case .save(let index):
            if pattern.hasBackreferences { thread.captures[index] = thread.position }
        case .backreference(let group): return takeAgain(group, &thread) ? .next : .fail
        case .start: return thread.position == 0 ? .next : .fail
        case .end: return thread.position == text.count ? .next : .fail
        case .wordBoundary(let isWanted):
            return (isWord(thread.position - 1) != isWord(thread.position)) == isWanted ? .next : .fail
        case .ahead(let other, let isWanted):
            let isFound = try run(other, from: thread.position, to: nil, captures: thread.captures)
            return isFound == isWanted ? .next : .fail
        case .behind(let other, let isWanted):
            return try isBehind(other, thread.position, thread.captures) == isWanted ? .next : .fail
        case .match: return end == nil || thread.position == end ? .match : .fail
        }
        return .next
    }

    /// Takes what a group has matched. A group without a match has matched the empty text.
    private mutating func takeAgain(_ group: Int, _ thread: inout Thread) -> Bool {
        let (from, to) = (thread.captures[group * 2], thread.captures[group * 2 + 1])
        guard from >= 0, to >= from else { return true }
        let length = to - from
        steps += length
        guard thread.position + length <= text.count,
            text[from..<to].elementsEqual(text[thread.position..<thread.position + length])
        else { return false }
        thread.position += length
        return true
    }

    private mutating func isBehind(_ program: Int, _ end: Int, _ captures: [Int]) throws -> Bool {
        for start in stride(from: end, through: 0, by: -1) {
            if try run(program, from: start, to: end, captures: captures) { return true }
        }
        return false
    }

    private func isWord(_ position: Int) -> Bool {
        text.indices.contains(position) && CharacterSet.word.contains(text[position])
    }
}
