import ElmwoodTestSupport
import Synchronization
import Testing

@testable import ElmwoodViewTree

/// Sharing of lazy parts between views.
@Suite struct LazyPartTests {
    struct Row: Equatable, Sendable {
        var id: Int
        var label = "pretty yellow table"
    }

    /// Counts how often a row is built.
    final class Counter: @unchecked Sendable {
        var rows = 0
    }

    private func table(
        _ rows: [Row],
        selected: Int = 0,
        previous: Rendering? = nil,
        _ counter: Counter = Counter()
    ) throws -> Rendering {
        struct Shown: Equatable, Sendable {
            var row: Row
            var isSelected: Bool
        }
        return try Rendering.render(previous: previous) { () -> Html<Message> in
            div {
                ElmwoodViewTree.table {
                    tbody {
                        for row in rows {
                            lazy(Shown(row: row, isSelected: row.id == selected)) {
                                let _: Void = counter.rows += 1
                                tr(.key(row.id), row.id == selected ? .class("danger") : .none) {
                                    td { "\(row.id)" }
                                    td { button(row.label, .set(to: row.id)) }
                                    td { button("×", .remove(id: row.id)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The lazy parts that the records refer to.
    private func parts(_ rendering: Rendering) -> [ObjectIdentifier] {
        var parts: [ObjectIdentifier] = []
        Records.forEachPart(in: rendering.addresses) {
            parts.append(ObjectIdentifier(Records.owner(ofPart: $0).takeUnretainedValue()))
        }
        return parts
    }

    private let rows = (1...1_000).map { Row(id: $0) }

    @Test func `Unchanged lazy rows use the same memory in the old view and the new one`() throws {
        let counter = Counter()
        let old = try table(rows, counter)
        #expect(counter.rows == 1_000)
        let new = try table(rows, selected: 500, previous: old, counter)
        #expect(counter.rows == 1_001)
        #expect(Set(parts(old)).count == 1_000)
        #expect(Set(parts(old)).intersection(parts(new)).count == 999)
        #expect(zip(parts(old), parts(new)).filter { $0 != $1 }.count == 1)
        #expect(parts(new.kept()) == parts(new))
        // The unshared remainder of a view of 1,000 rows is a reference to each.
        #expect(new.range.count < 1_000 * RecordLayout.part + 200)
        #expect(new.bytes.count > 150_000)
        #expect(new.kept().size == new.bytes.count)
        var moved = rows
        moved.swapAt(1, 998)
        moved.remove(at: 500)
        let third = try table(moved, selected: 500, previous: new.kept(), counter)
        // If two distant rows have changed places, the search finds neither.
        #expect(Set(parts(third)).subtracting(parts(new)).count == 2)
        #expect(try third.bytes == table(moved, selected: 500).bytes)
    }

    /// How many values there are.
    private final class Living: Sendable {
        private let values = Mutex(0)

        var count: Int { values.withLock { $0 } }

        func add(_ difference: Int) { values.withLock { $0 += difference } }
    }

    private final class Counted: Equatable, Sendable {
        let number: Int
        private let living: Living

        init(_ number: Int, _ living: Living) {
            self.number = number
            self.living = living
            living.add(1)
        }

        deinit { living.add(-1) }

        static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
    }

    @Test func `A view retains the lazy parts that it contains, and few others`() throws {
        let living = Living()
        var view: Rendering?
        for render in 0..<100 {
            // Each render builds three parts anew.
            let numbers = (0..<100).map { $0 % 33 == render % 33 ? $0 + 1_000 : $0 }
            let next = try Rendering.render(previous: view) { () -> Html<Message> in
                ul {
                    for number in numbers {
                        lazy(Counted(number, living)) { li { String(repeating: "\(number) ", count: 50) } }
                    }
                }
            }
            view = next.kept()
            #expect(living.count <= 125)
        }
        let plain = try rendering {
            ul {
                for number in 0..<100 {
                    li { String(repeating: "\(number % 33 == 0 ? number + 1_000 : number) ", count: 50) }
                }
            }
        }
        #expect(view?.bytes == plain.bytes)
        view = nil
        #expect(living.count == 0)
    }

    @Test func `The steps to find a change in a list of lazy rows do not depend on the size of a row`() throws {
        let old = try table(rows)
        let new = try table(rows, selected: 500, previous: old)
        let (operations, steps) = new.countedPatch(from: old)
        #expect(String(decoding: operations, as: UTF8.self) == #"[0,0,0,499,["class","danger"]]"#)
        #expect(steps < 1_100)
        #expect(try new.countedPatch(from: table(rows, selected: 500)).operations == Array("[]".utf8))
    }

    @Test func `An offered message is found in few steps, in lazy rows and others`() throws {
        let lazy = try table(rows)
        let plain = try rendering {
            div {
                ElmwoodViewTree.table { tbody { for row in rows { tr { td { button("×", .remove(id: row.id)) } } } } }
            }
        }
        for rendering in [lazy, plain] {
            for id in [1, 500, 1_000] {
                let (isFound, steps) = rendering.countedSearch("remove(id:\(id))")
                #expect(isFound)
                #expect(steps < 40)
            }
            let (isFound, steps) = rendering.countedSearch("remove(id:1001)")
            #expect(!isFound)
            #expect(steps < 40)
        }
    }

    @Test(arguments: 0..<8)
    func `A view with lazy parts is the same as one without them`(_ seed: UInt64) throws {
        var pages = RandomPages(seed: seed)
        for round in 0..<fuzzRounds(100) {
            let pair = try pages.nextLazy()
            for (lazy, plain) in [(pair.oldLazy, pair.plain.old), (pair.newLazy, pair.plain.new)] {
                for lazy in [lazy, lazy.kept()] {
                    #expect(lazy.bytes == plain.bytes, "round \(round)")
                    #expect(lazy.html() == plain.html(), "round \(round)")
                    #expect(lazy.bodyHTML == plain.bodyHTML, "round \(round)")
                    #expect(lazy.revision == plain.revision, "round \(round)")
                    #expect(lazy.facts.subtracting(.parts) == plain.facts, "round \(round)")
                    #expect(lazy.records.compactMap(Tree.init) == plain.records.compactMap(Tree.init))
                    #expect(handlers(lazy.records) == handlers(plain.records), "round \(round)")
                    #expect(lazy.patch(from: plain) == Array("[]".utf8), "round \(round)")
                    #expect(plain.patch(from: lazy) == Array("[]".utf8), "round \(round)")
                }
                for id in 0..<9 {
                    let text = "press(id:\(id))"
                    #expect(lazy.offers(messageText: text) == plain.offers(messageText: text), "round \(round)")
                }
            }
            let operations = pair.plain.operations
            #expect(pair.newLazy.patch(from: pair.oldLazy) == operations, "round \(round)")
            #expect(pair.newLazy.patch(from: pair.plain.old) == operations, "round \(round)")
            #expect(pair.plain.new.patch(from: pair.oldLazy) == operations, "round \(round)")
        }
    }

    /// The names of the attributes with handlers, in document order.
    private func handlers(_ nodes: TapeReader) -> [String] {
        nodes.flatMap { node in
            node.attributes.filter { $0.handler != nil }.map(\.label) + handlers(node.children)
        }
    }

    /// An element that is too large to be copied.
    private func card(_ text: String) -> Html<Message> {
        section(.class("card"), .title("A title that makes the element a large one, so that it is referred to.")) {
            p { text }
            button(text, .rename(text))
            input(.name("n"), .onChange(Message.set))
        }
    }

    @Test func `A lazy part may have any content: nothing, a text, several elements, other lazy parts`() throws {
        func view(_ isLazy: Bool, previous: Rendering? = nil) throws -> Rendering {
            @HtmlBuilder<Message> func part(_ number: Int) -> Html<Message> {
                switch number {
                case 0: Html.empty
                case 1: "a text"
                case 2: card("a"); " and "; b { "b" }; card("c")
                case 3: div { card("d") }; card("e")
                default: "so"; p {}; "on"
                }
            }
            return try Rendering.render(previous: previous) { () -> Html<Message> in
                div {
                    "before "
                    for number in 0..<5 { if isLazy { lazy(number) { part(number) } } else { part(number) } }
                    if isLazy {
                        lazy("all") { for number in 0..<5 { lazy(number) { part(number) } } }
                    } else {
                        for number in 0..<5 { part(number) }
                    }
                    " after"
                }
            }
        }
        let plain = try view(false)
        let first = try view(true)
        let second = try view(true, previous: first.kept())
        for rendering in [first, second, second.kept()] {
            #expect(rendering.bytes == plain.bytes)
            #expect(rendering.html() == plain.html())
            #expect(handlers(rendering.records).count == 8)
            #expect(rendering.offers(messageText: "rename(\"e\")"))
            #expect(!rendering.offers(messageText: "rename(\"f\")"))
        }
        #expect(parts(first) == parts(second))
    }

    @Test func `A part that is built outside a lazy part can be placed in it, and lives as long as it`() throws {
        func view(_ text: String, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                let early: Html<Message> = lazy(text) { card(text) }
                return div {
                    lazy("outer") {
                        div {
                            early; "and"; early
                        }
                    }
                }
            }
        }
        var last = try view("first")
        let bytes = last.bytes
        for number in 0..<5 {
            last = try view("\(number)", previous: last).kept()
            #expect(last.bytes == bytes)
        }
    }

    @Test func `A part that is built in a lazy part and placed outside it is left out, with a diagnostic`() throws {
        let rendering = try Rendering.render { () -> Html<Message> in
            var escaped: Html<Message>?
            let part: Html<Message> = lazy(1) { () -> Html<Message> in
                let inner: Html<Message> = card("inner")
                escaped = inner
                return inner
            }
            return div {
                part; p { "a" }; if let escaped { escaped }
            }
        }
        #expect(rendering.htmlText.contains("<p>inner</p>"))
        #expect(rendering.htmlText.hasSuffix("<p>a</p></div>"))
        #expect(rendering.diagnostics.count == 1)
    }

    struct Failure: Error {}

    @Test func `A lazy part whose content throws leaves nothing behind, and is built again the next time`() throws {
        func view(_ fails: Bool, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                div {
                    "a"
                    for number in 0..<3 {
                        let part: Html<Message>? = try? lazy(number) { () throws -> Html<Message> in
                            let early: Html<Message> = lazy("inner") { card("inner") }
                            let _: Html<Message> = input(.onChange(Message.set))
                            if fails, number == 1 { throw Failure() }
                            return div {
                                card("\(number)"); early
                            }
                        }
                        part ?? p { "instead" }
                    }
                    input(.name("m"), .onChange(Message.set))
                }
            }
        }
        let failed = try view(true)
        #expect(failed.htmlText.contains("<p>instead</p>"))
        #expect(handlers(failed.records).count == 5)
        let whole = try view(false, previous: failed)
        #expect(try whole.bytes == view(false).bytes)
        #expect(try view(true, previous: whole).bytes == whole.bytes)
    }

    enum Parent: Codable, Equatable, Sendable {
        case child(Message)
    }

    @Test func `Lazy parts in a mapped view offer the parent's messages`() throws {
        func view(_ isLazy: Bool, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Parent> in
                let child: Html<Message> = div {
                    for text in ["a", "b"] { if isLazy { lazy(text) { card(text) } } else { card(text) } }
                    "text"
                }
                return section {
                    if isLazy { lazy("child") { child.map(Parent.child) } } else { child.map(Parent.child) }
                    child.map(Parent.child)
                }
            }
        }
        let plain = try view(false)
        let first = try view(true)
        let second = try view(true, previous: first)
        for rendering in [plain, first, second] {
            #expect(rendering.bytes == plain.bytes)
            #expect(rendering.offers(messageText: "child(rename(\"b\"))"))
            #expect(!rendering.offers(messageText: "rename(\"b\")"))
            #expect(handlers(rendering.records).count == 4)
        }
    }

    @Test func `Content that an HTML parser would move is left out, in lazy parts too`() throws {
        func view(_ isLazy: Bool) throws -> Rendering {
            try Rendering.render { () -> Html<Message> in
                p { if isLazy { lazy(1) { card("x") } } else { card("x") } }
                button { span { if isLazy { lazy(2) { card("y") } } else { card("y") } } }
                ElmwoodViewTree.table {
                    for number in 0..<3 {
                        if isLazy {
                            lazy(number) { tr(.title(long)) { td { "\(number)" } } }
                        } else {
                            tr(.title(long)) { td { "\(number)" } }
                        }
                    }
                }
            }
        }
        let plain = try view(false)
        let shared = try view(true)
        #expect(shared.bytes == plain.bytes)
        #expect(shared.diagnostics == plain.diagnostics)
        #expect(shared.diagnostics.count == 2)
    }

    private let long = String(repeating: "long ", count: 40)

    @Test func `Keys of lazy rows are checked as those of others`() throws {
        let twice = try table([Row(id: 3), Row(id: 1), Row(id: 3)])
        #expect(twice.diagnostics == ["The key \"3\" is used twice among the children of <tbody>."])
        #expect(try table([Row(id: 3), Row(id: 1), Row(id: 2)]).diagnostics.isEmpty)
    }

    @Test func `A view that doubles lazy parts repeatedly is an error, and so is one that is nested too deeply`() throws
    {
        #expect(throws: RenderingError.tooLarge) {
            try rendering {
                (0..<60).reduce(card("x")) { inner, number in
                    lazy(number) {
                        div {
                            inner; inner
                        }
                    }
                }
            }
        }
        func nested(_ depth: Int) -> Html<Message> {
            depth == 0 ? card("x") : lazy(depth) { div { nested(depth - 1) } }
        }
        #expect(throws: RenderingError.tooDeep) { try rendering { nested(600) } }
        let deep = try rendering { nested(510) }
        #expect(try Rendering.render(previous: deep) { nested(510) }.bytes == deep.bytes)
        #expect(throws: RenderingError.tooDeep) {
            try Rendering.render(previous: deep) { () -> Html<Message> in div { nested(510) } }
        }
    }
}
