import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// The cost of patches.
@Suite struct PatchCostTests {
    @Test func `The number of steps grows no faster than the list`() throws {
        var random = SeededGenerator(seed: 5)
        func steps(_ old: Rendering, _ new: Rendering) -> Double { Double(new.countedPatch(from: old).steps) }
        func factor(_ name: String, _ pair: (Int) throws -> (Rendering, Rendering)) throws {
            let few = try pair(300)
            let many = try pair(3_000)
            let growth = steps(many.0, many.1) / max(steps(few.0, few.1), 1)
            #expect(growth < 12, "\(name)")
        }
        func numbers(_ count: Int) -> [String] { (0..<count).map(String.init) }
        try factor("shuffled") { count in
            (try keyedList(numbers(count)), try keyedList(numbers(count).shuffled(using: &random)))
        }
        try factor("reversed") { count in (try keyedList(numbers(count)), try keyedList(numbers(count).reversed())) }
        try factor("one key") { count in
            let keys = [String](repeating: "k", count: count)
            return (try keyedList(["x"] + keys + ["y"]), try keyedList(["y"] + keys + ["x"]) { $0 + "!" })
        }
        try factor("all changed") { count in
            (try plainList(numbers(count)), try plainList(numbers(count).map { $0 + "!" }))
        }
        try factor("unkeyed shuffled") { count in
            (try plainList(numbers(count)), try plainList(numbers(count).shuffled(using: &random)))
        }
        try factor("equal rows") { count in
            (
                try plainList(["x"] + numbers(count).map { _ in "a" } + ["y"]),
                try plainList(["y"] + numbers(count).map { _ in "a" })
            )
        }
        try factor("moved away, then new ones") { count in
            let old = try rendering { div { for item in numbers(count) { p(.key(item)); b { item } } } }
            let new = try rendering { div { for item in numbers(count).reversed() { p(.key(item)); i { item } } } }
            return (old, new)
        }
        try factor("two tags in turn") { count in
            let old = try rendering { div { for item in numbers(count) { p { item } } } }
            let new = try rendering { div { for item in numbers(count) { b { item }; i { item } } } }
            return (old, new)
        }
        try factor("other shapes in turn") { count in
            let new = try rendering { div { for item in numbers(count) { p { item }; p { b { item } } } } }
            return (try rendering { div() }, new)
        }
    }

    @Test func `Changed children need no table if their names differ`() throws {
        func view(_ count: Int) throws -> Rendering {
            try rendering {
                h1 { "Counter" }
                output { "\(count)" }
                p { "up" }
                input(.name("count"), .value(count))
            }
        }
        let (operations, steps) = try view(2).countedPatch(from: view(1))
        #expect(String(decoding: operations, as: UTF8.self) == #"[1,0,"2",3,["value","2"]]"#)
        // The four children, the text, the attributes of the field before and after, and the end of both lists.
        #expect(steps <= 11)
    }

    @Test func `Changed children of one name are matched by their content`() throws {
        func view(_ numbers: [Int]) throws -> Rendering {
            try rendering {
                for number in numbers {
                    dt { "\(number)" }
                    dd {
                        input(); "\(number)"
                    }
                }
            }
        }
        let (operations, _) = try view([2, 3, 4]).countedPatch(from: view([1, 2, 3]))
        // The first two are removed, with what was typed there.
        #expect(String(decoding: operations, as: UTF8.self).hasPrefix("[[2,4,"))
    }

    @Test func `Elements that contain lazy parts are patched only where they differ`() throws {
        func view(_ first: String, _ second: String, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                for text in [first, second, "last"] {
                    div {
                        p {
                            raw("<b>1</b>")
                            lazy(text) { i { String(repeating: text, count: 100) } }
                        }
                        lazy(text) { ul { for number in 0..<20 { li { "\(text) \(number)" } } } }
                    }
                }
                lazy(0) { ol { for number in 0..<20 { li { "\(number)" } } } }
            }
        }
        let old = try view("a", "b")
        // Their lazy parts are other ones, with the same content.
        #expect(try patch(from: old, to: view("a", "b")) == "[]")
        #expect(try patch(from: old, to: view("a", "b", previous: old)) == "[]")
        for previous in [nil, old] {
            let operations = try patch(from: old, to: view("a", "c", previous: previous))
            #expect(operations.hasPrefix(#"[1,[0,[{"h":"<b>1</b><i>c"#))
            #expect(operations.contains(#"1,[0,0,"c 0",1,0,"c 1""#))
            #expect(!operations.contains("last") && !operations.contains(#""a"#))
        }
    }

    @Test func `Patches of a large table are small`() throws {
        struct Row {
            var id: Int
            var label: String
        }
        func view(_ rows: [Row], selected: Int = 0) throws -> Rendering {
            try rendering {
                ElmwoodViewTree.table {
                    tbody {
                        for row in rows {
                            tr(.key(row.id), row.id == selected ? .class("danger") : .none) {
                                td { "\(row.id)" }
                                td { button(row.label, .remove(id: row.id)) }
                                td { button("x", .remove(id: row.id)) }
                            }
                        }
                    }
                }
            }
        }
        func operations(_ old: Rendering, _ new: Rendering) throws -> String {
            String(decoding: new.patch(from: old), as: UTF8.self)
        }
        let rows = (1...1_000).map { Row(id: $0, label: "pretty yellow table \($0)") }
        let whole = try view(rows)
        #expect(try operations(whole, view(rows, selected: 7)).utf8.count <= 60)
        #expect(try operations(view(rows, selected: 9), view(rows, selected: 7)).utf8.count <= 60)
        var other = rows
        other.swapAt(1, 998)
        #expect(try operations(whole, view(other)) == "[0,0,[[0,1,-999,2,996,-2,999,1]]]")
        other = rows
        other.remove(at: 500)
        #expect(try operations(whole, view(other)) == "[0,0,[[0,500,501,499]]]")
        other = rows
        for index in stride(from: 0, to: 1_000, by: 10) { other[index].label += " !!!" }
        #expect(try operations(whole, view(other)).utf8.count <= 4_096)
        #expect(try operations(view([]), whole).utf8.count <= 100_000)
        #expect(try operations(whole, view([])) == "[0,0,[[]]]")
    }
}
