import Testing

@testable import ElmwoodForms

/// JavaScript's regular expressions, matched against a whole text.
struct PatternTests {
    private func expect(
        _ source: String,
        matches good: [String],
        butNot bad: [String],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let pattern = try Pattern(source)
        for text in good { #expect(try pattern.matches(text), "\(source): \(text)", sourceLocation: location) }
        for text in bad { #expect(try !pattern.matches(text), "\(source): \(text)", sourceLocation: location) }
    }

    @Test func `A pattern has to match the whole text`() throws {
        try expect("abc", matches: ["abc"], butNot: ["ab", "abcd", "xabc", "ABC", ""])
        try expect("a|bc", matches: ["a", "bc"], butNot: ["abc", "ac"])
        try expect("", matches: [""], butNot: ["a"])
        try expect("^a$", matches: ["a"], butNot: ["aa"])
        try expect(".", matches: ["a", "é", "😀"], butNot: ["\n", "ab", ""])
    }

    @Test func `Repetitions match as in JavaScript`() throws {
        try expect("a*b+c?", matches: ["b", "aabbc", "bc"], butNot: ["a", "bcc", "ac"])
        try expect("a{2}", matches: ["aa"], butNot: ["a", "aaa"])
        try expect("a{2,}", matches: ["aa", "aaaaa"], butNot: ["a"])
        try expect("a{1,3}?", matches: ["a", "aaa"], butNot: ["", "aaaa"])
        try expect("(?:ab)+", matches: ["abab"], butNot: ["aba"])
        try expect("(a*)*b", matches: ["b", "aab"], butNot: ["aa"])
    }

    @Test func `Character classes match as in JavaScript`() throws {
        try expect("[a-c_\\-]+", matches: ["ab_-c"], butNot: ["d", ""])
        try expect("[^a-c]", matches: ["d", "é"], butNot: ["a"])
        try expect("\\d\\w\\s\\D\\W\\S", matches: ["1a x!y", "0_\u{A0}x-z"], butNot: ["aa a-a", "٣a x!y"])
        try expect("[\\w&&[^\\d]]+", matches: ["ab_"], butNot: ["a1"])
        try expect("[a-z--[aeiou]]+", matches: ["xyz"], butNot: ["xa"])
        try expect("\\p{Lu}\\p{Letter}+", matches: ["Éa", "Ωμ"], butNot: ["éa", "A1"])
        try expect("\\P{L}", matches: ["1"], butNot: ["a"])
        try expect("[\\p{L}\\p{Nd}]+", matches: ["añ9"], butNot: ["-"])
    }

    @Test func `Escapes match as in JavaScript`() throws {
        try expect("\\x41\\u0042\\u{43}\\t\\.\\/", matches: ["ABC\t./"], butNot: ["ABC\txx"])
        try expect("\\uD83D\\uDE00", matches: ["😀"], butNot: ["x"])
    }

    @Test func `Assertions and back references match as in JavaScript`() throws {
        try expect("(?=.*\\d)(?=.*[a-z]).{4,}", matches: ["abc1"], butNot: ["abcd", "1234", "a1"])
        try expect("(?!admin$).+", matches: ["bob", "admins"], butNot: ["admin"])
        try expect(".*(?<=x)", matches: ["abx"], butNot: ["ab"])
        try expect(".*(?<!x)", matches: ["ab"], butNot: ["abx"])
        try expect("\\bfoo\\b.*", matches: ["foo bar"], butNot: ["foobar"])
        try expect("(a|b)\\1", matches: ["aa", "bb"], butNot: ["ab"])
        try expect("(?<q>['\"])[^'\"]*\\k<q>", matches: ["'a'", "\"a\""], butNot: ["'a\""])
    }

    @Test func `An invalid pattern is refused`() {
        for source in [
            "(", ")", "[", "a{", "*", "a**", "\\", "[b-a]", "\\p{Nope}", "(?<n", "\\1", "a{2,1}", "\\k<x>", "(?x)",
            "\\u{110000}", "]", "}",
        ] {
            #expect(throws: PatternError.self, "\(source)") { try Pattern(source) }
        }
    }

    @Test func `No text causes exponential backtracking`() throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        #expect(try !Pattern("(a+)+").matches(text))
        #expect(try !Pattern("(a|a)*").matches(text))
        #expect(try !Pattern("(.*)*(.*)*x").matches(text))
        // With back references the steps are counted, and the text is refused if they do not suffice.
        #expect(throws: PatternError.tooLong) { try Pattern("(a+)+\\1(a+)+\\2x").matches(text) }
        #expect(throws: PatternError.tooLong) { try Pattern("a").matches(String(repeating: "a", count: 200_000)) }
    }

    @Test func `What a step costs is counted`() throws {
        func steps(_ source: String, _ text: String) throws -> Int {
            var steps = 0
            _ = try Pattern(source).matches(text, steps: &steps)
            return steps
        }
        let ideographs = (0..<1_000).compactMap { Unicode.Scalar(0x4E00 + $0 * 2) }.map(String.init).joined()
        let text = String(repeating: "a", count: 100)
        // A class is searched from its first member to its last one.
        #expect(try steps("[\(ideographs)a]*", text) > 50 * steps("[ba]*", text))
        // With back references each step stores the matches of all groups.
        let groups = String(repeating: "()", count: 200)
        #expect(try steps(groups + "(a)\\1", "aa") > 50 * steps(groups + "(a)a", "aa"))
    }

    @Test func `Several texts of a control share the steps`() throws {
        let pattern = try Pattern("(?:(?=.*b).)*b")
        let text = String(repeating: "a", count: 300) + "b"
        var steps = 0
        #expect(try pattern.matches(text, steps: &steps))
        #expect(throws: PatternError.tooLong) {
            for _ in 0...Pattern.mostSteps / steps { _ = try pattern.matches(text, steps: &steps) }
        }
    }

    @Test func `Patterns that are too large are refused`() {
        for source in [
            "((a{99}){99}){99}", "(?:(?:(?:){9999}){9999}){9999}",
            String(repeating: "(", count: 1_000) + String(repeating: ")", count: 1_000),
            String(repeating: "a", count: 5_000),
        ] {
            #expect(throws: PatternError.tooLarge) { try Pattern(source) }
        }
    }

    @Test func `Random patterns never trap`() {
        var random = SplitMix(state: 3)
        let alphabet = Array("ab01(){}[]|*+?.^$\\-&<>=!:,dwspPLu{k'x")
        for _ in 0..<20_000 * fuzzFactor {
            let source = String(
                (0..<Int.random(in: 0..<14, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            )
            guard let pattern = try? Pattern(source) else { continue }
            let text = String(
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
            )
            _ = try? pattern.matches(text)
        }
    }
}
