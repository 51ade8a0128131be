import ElmwoodArchitecture
import Testing
import ElmwoodViewTree

@Suite struct SubscriptionTests {
    typealias Of = Subscription<Script>

    private struct Line: Codable, Equatable, Sendable { var text: String }

    @Test func `Subscriptions have the same identity if kind and arguments match, whatever their messages`() {
        let numbers: @Sendable (Int) -> Script.Message = { .random($0) }
        let words: @Sendable (String) -> Script.Message = { .note($0) }
        let same: [(Of, Of)] = [
            (.every(.seconds(1), .again), .every(.milliseconds(1_000), .roll)),
            (.topic("a", numbers), .topic("a", words)),
            (.pageHidden(.again), .pageHidden(.roll)),
            (.arrived { .note($0.path) }, .arrived { _ in .again }),
            (.key(.escape, .again), .key(.escape, .roll)),
            (.running(.fetch("a"), id: "x"), .running(.fetch("a"), id: "x")),
            (.every(.zero, .again), .every(.milliseconds(10), .again)),
        ]
        for (left, right) in same { #expect(left.isSame(as: right)) }
        let different: [Of] = [
            .every(.seconds(1), .again), .every(.seconds(2), .again), .topic("a", words), .topic("b", words),
            .pageOpened(.again), .pageClosed(.again), .pageVisible(.again), .pageHidden(.again), .online(.again),
            .offline(.again), .key(.escape, .again), .key(.enter, .again), .arrived { _ in .again },
            .running(.fetch("a")), .running(.fetch("b")),
            .running(.fetch("a"), id: "x"),
        ]
        for (index, left) in different.enumerated() {
            for (other, right) in different.enumerated() { #expect(left.isSame(as: right) == (index == other)) }
        }
    }

    @Test func `Subscriptions are equal if their messages are equal too`() {
        #expect(Of.every(.seconds(1), .again) == .every(.seconds(1), .again))
        #expect(Of.every(.seconds(1), .again) != .every(.seconds(1), .roll))
        #expect(Of.online(.again) != .online(.roll))
        #expect(Of.arrived { .note($0.path) } == .arrived { .note($0.path) })
        #expect(Of.arrived { .note($0.path) } != .arrived { _ in .note("/") })
        #expect(Of.arrived { .note($0.query["b"] ?? "") } != .arrived { _ in .note("") })
        #expect(Of.topic("a", Script.Message.note) == .topic("a") { (text: String) in .note(text) })
        #expect(Of.topic("a", Script.Message.note) != .topic("a") { (text: String) in .note(text + "!") })
        #expect(Of.topic("a") { (line: Line) in .note(line.text) } != .topic("a", Script.Message.note))
        #expect(Of.topic("a") { (line: Line) in .note(line.text) } == .topic("a") { (line: Line) in .note(line.text) })
        #expect(Of.topic("a") { (line: Line) in .note(line.text) } != .topic("a") { (_: Line) in .note("line") })
    }

    @Test func `The description of a subscription is the code that creates it`() {
        let list: [Of] = [
            .every(.seconds(5), .again), .topic("a", Script.Message.note), .pageOpened(.again), .pageClosed(.again),
            .pageVisible(.again), .pageHidden(.again), .online(.again), .offline(.again), .key(.arrowUp, .again),
            .arrived { .note($0.path) }, .running(.fetch("b")), .running(.fetch("b"), id: "c"),
        ]
        #expect(
            list.map(\.description) == [
                "every(5.0 seconds, again)", "topic(\"a\")", "pageOpened(again)", "pageClosed(again)",
                "pageVisible(again)", "pageHidden(again)", "online(again)", "offline(again)", "key(.arrowUp, again)",
                "arrived", "running(fetch(\"b\"))", "running(fetch(\"b\"), id: \"c\")",
            ]
        )
    }

    @Test func `Mapping a child's subscription wraps its messages, and prefixes its ids`() {
        func lifted(_ subscription: Of, prefix: String = "") -> Subscription<Parent> {
            subscription.map(Parent.Message.script, effect: Parent.Effect.script, prefix: prefix)
        }
        #expect(lifted(.every(.seconds(1), .again)) == .every(.seconds(1), .script(.again)))
        #expect(lifted(.topic("a", Script.Message.note)) == .topic("a") { (text: String) in .script(.note(text)) })
        #expect(lifted(.key(.tab, .again)) == .key(.tab, .script(.again)))
        #expect(lifted(.arrived { .note($0.path) }) == .arrived { .script(.note($0.path)) })
        #expect(lifted(.running(.fetch("a"))) == .running(.script(.fetch("a"))))
        #expect(lifted(.running(.fetch("a")), prefix: "row 3/") == .running(.script(.fetch("a")), id: "row 3/"))
        #expect(lifted(.running(.fetch("a"), id: "b"), prefix: "c/") == .running(.script(.fetch("a")), id: "c/b"))
        let ofChild: Subscription<Parent> = Subscription<Child>.every(.seconds(1), .tick).map(Parent.Message.child)
        #expect(ofChild == .every(.seconds(1), .child(.tick)))
    }

    @Test func `A program without a subscriptions function has no subscriptions`() {
        #expect(Child().subscriptions(Child.Model()) == [])
    }

    @Test func `A page event can be found by its name`() {
        let events: [PageEvent] =
            [.closed, .visible, .hidden, .online, .offline] + HtmlValue.Key.allCases.map { .key($0) }
        for event in events { #expect(PageEvent(name: event.name) == event) }
        #expect(PageEvent.key(.arrowUp).name == "keydown.arrowup")
        for name in ["", "opened", "keydown.", "keydown.x", "Hidden"] { #expect(PageEvent(name: name) == nil) }
    }
}
