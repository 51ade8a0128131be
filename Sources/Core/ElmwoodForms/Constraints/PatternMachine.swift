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

    /// Whether that program matches from there: to the end of the text for program 0, to `end` if given, else to any position.
    mutating func run(_ program: Int, from start: Int, to end: Int?, captures: [Int]) throws -> Bool {
        let code = pattern.programs[program]
        let last = program == 0 ? text.count : end
        let width = text.count + 1
        // The visited pairs of positions: without back-references, the further match depends on the two positions only.
        guard code.count * width <= Pattern.mostSteps * 8 else { throw PatternError.tooLong }
        var seen = pattern.hasBackreferences ? [] : [UInt64](repeating: 0, count: code.count * width / 64 + 1)
        steps += seen.count
        var seenWithCaptures: Set<Thread> = []
        var waiting = [Thread(instruction: 0, position: start, captures: captures)]
        while var thread = waiting.popLast() {
            running: while true {
                steps += 1
                guard steps <= Pattern.mostSteps else { throw PatternError.tooLong }
                if pattern.hasBackreferences {
                    // Each such step stores the matches of all groups, and takes that much more time and memory.
                    steps += 31 + thread.captures.count / 2
                    guard seenWithCaptures.insert(thread).inserted else { break running }
                } else {
                    let bit = thread.instruction * width + thread.position
                    guard seen[bit >> 6] & (1 << UInt64(bit & 63)) == 0 else { break running }
                    seen[bit >> 6] |= 1 << UInt64(bit & 63)
                }
                switch code[thread.instruction] {
                case .take(let set, let cost):
                    steps += cost
                    guard thread.position < text.count, set.contains(text[thread.position]) else { break running }
                    thread.position += 1
                case .either(let first, let second):
                    waiting.append(Thread(instruction: second, position: thread.position, captures: thread.captures))
                    thread.instruction = first
                    continue running
                case .jump(let instruction):
                    thread.instruction = instruction
                    continue running
                case .save(let index):
                    if pattern.hasBackreferences { thread.captures[index] = thread.position }
                case .backreference(let group):
                    let from = thread.captures[group * 2]
                    let to = thread.captures[group * 2 + 1]
                    // A reference to a group without a match matches the empty text.
                    if from >= 0, to >= from {
                        let length = to - from
                        steps += length
                        guard thread.position + length <= text.count,
                            text[from..<to].elementsEqual(text[thread.position..<thread.position + length])
                        else { break running }
                        thread.position += length
                    }
                case .start: guard thread.position == 0 else { break running }
                case .end: guard thread.position == text.count else { break running }
                case .wordBoundary(let isWanted):
                    guard (isWord(thread.position - 1) != isWord(thread.position)) == isWanted else { break running }
                case .ahead(let other, let isWanted):
                    let isFound = try run(other, from: thread.position, to: nil, captures: thread.captures)
                    guard isFound == isWanted else { break running }
                case .behind(let other, let isWanted):
                    guard try isBehind(other, thread.position, thread.captures) == isWanted else { break running }
                case .match:
                    guard last == nil || thread.position == last else { break running }
                    return true
                }
                thread.instruction += 1
            }
        }
        return false
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
