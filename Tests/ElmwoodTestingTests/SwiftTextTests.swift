import Elmwood
import Testing

@testable import ElmwoodTesting

/// The Swift text of values in the kit's sentences, as a test would contain it.
@Suite struct SwiftTextTests {
    private enum Shape: Codable, Equatable, Sendable {
        case point
        case circle(Double)
        case box(width: Int, height: Int)
        case named(name: String)
        case maybe(Int?)
        case many([Shape], by: [String: Int])
        case held(Holder)
    }

    private struct Holder: Codable, Equatable, Sendable {
        var name: String
        var isFull: Bool
    }

    @Test func `Values are written as Swift`() {
        #expect(SwiftText.of(Shape.point) == ".point")
        #expect(SwiftText.of(Shape.circle(1.5)) == ".circle(1.5)")
        #expect(SwiftText.of(Shape.box(width: 1, height: 2)) == ".box(width: 1, height: 2)")
        #expect(SwiftText.of(Shape.named(name: "a \"b\"\n")) == #".named(name: "a \"b\"\n")"#)
        #expect(SwiftText.of(Shape.maybe(nil)) == ".maybe(nil)")
        #expect(SwiftText.of(Shape.maybe(3)) == ".maybe(3)")
        #expect(SwiftText.of(Shape.many([.point], by: ["b": 2, "a": 1])) == #".many([.point], by: ["a": 1, "b": 2])"#)
        #expect(SwiftText.of(Shape.held(Holder(name: "x", isFull: true))) == #".held(Holder(name: "x", isFull: true))"#)
        #expect(SwiftText.of([Int]()) == "[]")
        #expect(SwiftText.of([String: Int]()) == "[:]")
        #expect(SwiftText.of(String(repeating: "a", count: 500)).count == 301)
    }

    @Test func `Commands and times are written as Swift`() {
        typealias Asked = Command<KitchenSink>
        let commands: [(Asked, String)] = [
            (.none, ".none"),
            (.batch(.blur, .endSession), ".batch(.blur, .endSession)"),
            (.after(.milliseconds(1_500), .tick, id: "a"), #".after(.milliseconds(1500), .tick, id: "a")"#),
            (.after(.microseconds(1), .tick), ".after(.seconds(1e-06), .tick)"),
            (.save(["x"], as: "k", in: .shared), #".save(["x"], as: "k", in: .shared)"#),
            (.remove("k"), #".remove("k")"#),
            (.load("k", KitchenSink.Message.loaded), #".load("k", …)"#),
            (.broadcast("t", 1), #".broadcast("t", 1)"#),
            (.navigate(to: "/x", replacing: true), #".navigate(to: "/x", replacing: true)"#),
            (.random(in: 1...6, KitchenSink.Message.rolled), ".random(in: 1...6, …)"),
            (.now { _ in .tick }, ".now(…)"),
            (.effect(.fetch(2)), ".effect(.fetch(2))"),
            (.focus("f"), #".focus("f")"#),
            (.renewSession, ".renewSession"),
            (.endSession(everywhere: true), ".endSession(everywhere: true)"),
            (.identify("a"), #".identify("a")"#),
            (.sessions(of: "a") { _ in .tick }, #".sessions(of: "a", …)"#),
            (.endSessions(of: "a"), #".endSessions(of: "a")"#),
            (.endSession("b", of: "a"), #".endSession("b", of: "a")"#),
            (.removeAll(), ".removeAll()"),
        ]
        for (command, text) in commands { #expect(SwiftText.of(command) == text) }
    }

    @Test func `A difference of texts is shown with a few lines of context`() {
        let old = (1...20).map { "line \($0)" }.joined(separator: "\n")
        let new = old.replacing("line 3\n", with: "line three\n").replacing("line 20", with: "line 20\nline 21")
        #expect(
            LineDifference(from: old, to: new).lines == [
                "  line 1", "  line 2", "− line 3", "+ line three", "  line 4", "  line 5", "  …", "  line 19",
                "  line 20",
                "+ line 21",
            ]
        )
        #expect(LineDifference(from: old, to: old).lines == ["  …"])
    }
}
