import Testing

@testable import Elmwood

/// What programs are mounted at.
@Suite struct PathPatternTests {
    private func pattern(_ text: String) -> PathPattern? { try? PathPattern(text) }

    @Test(arguments: [
        ("", "/anything", ""), ("/a", "/a", "/a"), ("/a", "/a/b", "/a"), ("/a/", "/a/", "/a"), ("/a", "/ab", nil),
        ("/a", "/", nil), ("/{x}", "/b/c", "/b"), ("/{x}", "/", nil), ("/a/{x}/b", "/a/1/b/c", "/a/1/b"),
        ("/a/{x}/b", "/a//b", nil), ("/a/{x}", "/a", nil), ("/é/{x}", "/é/ü/", "/é/ü"), ("/a", "", nil),
    ])
    func `A pattern matches whole segments from the start of a path`(text: String, path: String, base: String?) throws {
        let pattern = try PathPattern(text)
        #expect(pattern.end(in: path).map { String(path[..<$0]) } == base)
    }

    @Test func `A path is made of the values that it was read into, for any values that a path can have`() throws {
        let pattern = try PathPattern("/a/{x}/b/{y}")
        for values in [["1", "2"], ["a b", "ü?%"], ["{x}", "..."]] {
            let path = try #require(pattern.path(with: values))
            #expect(pattern.values(in: path) == values)
            #expect(pattern.values(in: path + "/below") == values)
        }
        for value in ["", ".", "..", "a/b", "a\\b", "\u{0}", "a\n"] {
            #expect(pattern.path(with: ["1", value]) == nil)
        }
    }

    /// All patterns of up to three segments, each of them a text or a parameter.
    private var all: [PathPattern] {
        var texts = [""]
        for _ in 0..<3 {
            texts += texts.flatMap { text in ["a", "b", "{\(text.utf8.count)}"].map { text + "/" + $0 } }
        }
        return Set(texts).sorted().compactMap { pattern($0) }
    }

    @Test func `Of two that match a path the one within the other precedes, and others are a conflict`() {
        let all = all
        #expect(all.count == 40)
        let paths = all.map(\.text).filter { !$0.contains("{") && !$0.isEmpty }
        for one in all {
            for other in all where one != other {
                let both = paths.filter { one.end(in: $0) != nil && other.end(in: $0) != nil }
                #expect(!(one.precedes(other) && other.precedes(one)))
                if one.isWithin(other) {
                    #expect(paths.allSatisfy { one.end(in: $0) == nil || other.end(in: $0) != nil })
                    #expect(one.precedes(other))
                    #expect(!one.conflicts(with: other))
                } else if one.conflicts(with: other) {
                    #expect(!both.isEmpty)
                } else if !other.isWithin(one) {
                    #expect(both.isEmpty)
                }
            }
        }
    }
}
