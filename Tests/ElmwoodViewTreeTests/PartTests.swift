import Testing

@testable import ElmwoodViewTree

/// The functions lazy and map.
@Suite struct PartTests {
    /// Counts how often a closure is run.
    final class Counter: @unchecked Sendable {
        var count = 0
    }

    private func list(_ items: [Int], _ counter: Counter) -> Html<Message> {
        ul {
            for item in items {
                lazy(item) {
                    let _: Void = counter.count += 1
                    li(.key(item)) {
                        button("\(item)", .remove(id: item)); input(.name("n"), .onChange(Message.set))
                    }
                }
            }
        }
    }

    @Test func `A lazy part with the same value is not built again, and is equal`() throws {
        let counter = Counter()
        let first = try Rendering.render { list(Array(0..<100), counter) }
        #expect(counter.count == 100)
        let second = try Rendering.render(previous: first) { list(Array(0..<100), counter) }
        #expect(counter.count == 100)
        #expect(second.bytes == first.bytes)
        let handlers = second.records.flatMap(\.children).flatMap(\.children).compactMap {
            $0.attribute(.onChange)?.handler
        }
        #expect(handlers.count == 100)
        let third = try Rendering.render(previous: second) {
            list([500] + Array(0..<10) + [600] + Array(12..<100), counter)
        }
        #expect(counter.count == 102)
        let anew = try Rendering.render { list([500] + Array(0..<10) + [600] + Array(12..<100), Counter()) }
        #expect(third.bytes == anew.bytes)
    }

    @Test func `Nested lazy parts, and those placed out of order, are shared too`() throws {
        let counter = Counter()
        func view(_ outer: Int) -> Html<Message> {
            let early: Html<Message> = lazy("early") {
                let _: Void = counter.count += 1
                p { "early" }
            }
            return div {
                lazy(outer) {
                    p { "outer \(outer)" }
                    lazy("inner") {
                        let _: Void = counter.count += 1
                        p { "inner" }
                    }
                }
                early
            }
        }
        let first = try Rendering.render { view(1) }
        #expect(counter.count == 2)
        let second = try Rendering.render(previous: first) { view(2) }
        let third = try Rendering.render(previous: second) { view(2) }
        let fourth = try Rendering.render(previous: third) { view(3) }
        #expect(counter.count == 2)
        #expect(fourth.htmlText == "<div><p>outer 3</p><p>inner</p><p>early</p></div>")
    }

    enum Parent: Codable, Equatable, Sendable {
        case child(Message)
        case twice(Message)
    }

    @Test func `A mapped view offers the parent's messages, including those made from input`() throws {
        let rendering = try Rendering.render { () -> Html<Parent> in
            let child: Html<Message> = div(.class("c")) {
                p { "plain" }
                button("x", .rename("a\"b"))
                input(.name("n"), .onChange(Message.set))
            }
            return div {
                child.map(Parent.child); child.map(Parent.twice)
            }
        }
        let controls = rendering.records.flatMap(\.children).flatMap(\.children)
        #expect(
            controls.compactMap { $0.attribute(.onClick)?.text }
                == ["child(rename(\"a\\\"b\"))", "twice(rename(\"a\\\"b\"))"]
        )
        let handlers = controls.compactMap { $0.attribute(.onChange)?.handler }
        #expect(
            try handlers.map { try $0.message(NumberDecoder(number: 7)) as? Parent } == [
                .child(.set(to: 7)), .twice(.set(to: 7)),
            ]
        )
        #expect(rendering.htmlText.contains("value=\"child(rename(&quot;a\\&quot;b&quot;))\""))
        #expect(rendering.offers(messageText: "twice(rename(\"a\\\"b\"))"))
        #expect(!rendering.offers(messageText: "rename(\"a\\\"b\")"))
    }

    /// Decodes one number.
    struct NumberDecoder: Decoder, SingleValueDecodingContainer {
        let number: Int
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        struct Unsupported: Error {}

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw Unsupported()
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }
        func singleValueContainer() -> any SingleValueDecodingContainer { self }
        func decodeNil() -> Bool { false }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            guard let value = number as? T else { throw Unsupported() }
            return value
        }
    }

    enum Outer: Codable, Equatable, Sendable {
        case inner(Message)
    }

    @Test func `The messages of changes meanwhile are mapped with those of the controls, and several are joined`()
        throws
    {
        let rendering = try Rendering.render { () -> Html<Outer> in
            let row: Html<Message> = li(
                .meanwhile(of: .remove(id: 3), .hide, .text("of remove(id:4)")),
                .meanwhile(.class("a")),
                .meanwhile(of: .remove(id: 5), .text("a\nof b"))
            ) { "Row" }
            ul { row.map(Outer.inner) }
        }
        let row = rendering.records.first { _ in true }?.children.first { _ in true }
        let expected =
            "of inner(remove(id:3))\nhide\ntext of remove(id:4)\nown\nclass a\nof inner(remove(id:5))\ntext a\n of b"
        #expect(row?.attribute(.meanwhile)?.text == expected)
        #expect(rendering.diagnostics.isEmpty)
    }
}
