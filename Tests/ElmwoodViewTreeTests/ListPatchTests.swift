import ElmwoodTestSupport
import Testing

@testable import ElmwoodViewTree

/// A list whose items have keys.
func keyedList(_ keys: [String], _ text: (String) -> String = { $0 }) throws -> Rendering {
    try rendering { ul { for key in keys { li(.key(key)) { text(key) } } } }
}

/// A list whose items have no keys.
func plainList(_ texts: [String]) throws -> Rendering {
    try rendering {
        ul {
            for text in texts {
                li {
                    input(); text
                }
            }
        }
    }
}

/// Patches of lists.
@Suite struct ListPatchTests {
    /// Returns how many items the list of a patch moves, creates and retains. The list has to be the whole patch of the element.
    private func counts(_ operations: String) throws -> (moved: Int, made: Int, kept: Int) {
        guard case .array(let items) = try JSONText(Array(operations.utf8)), items.count == 2,
            case .array(let inner) = items[1], case .array(let list)? = inner.first
        else { return (0, 0, 0) }
        var result = (moved: 0, made: 0, kept: 0)
        var isCount = false
        for entry in list {
            switch entry {
            case .number(let number) where isCount: (result.kept, isCount) = (result.kept + number, false)
            case .number(let number) where number >= 0: isCount = true
            case .number: result.moved += 1
            case .object(let members):
                guard case .array(let slots) = members[1].value, case .array(let values) = members[2].value else {
                    break
                }
                result.made += 1 + values.count / slots.count
            default: result.made += 1
            }
        }
        return result
    }

    private func lengthOfLongestRise(_ numbers: [Int]) -> Int {
        var best = [Int](repeating: 1, count: numbers.count)
        for index in numbers.indices {
            for other in 0..<index where numbers[other] < numbers[index] {
                best[index] = max(best[index], best[other] + 1)
            }
        }
        return best.max() ?? 0
    }

    @Test func `The items that stay are the longest increasing subsequence`() {
        var random = SeededGenerator(seed: 1)
        var longest = LongestIncreasingSubsequence()
        for _ in 0..<fuzzRounds(2_000) {
            let numbers = (0..<random.below(40)).map { _ in Int32(random.below(30)) - 3 }
            var marks = [Bool](repeating: false, count: numbers.count)
            longest.mark(numbers, in: &marks)
            let marked = zip(numbers, marks).filter(\.1).map { Int($0.0) }
            #expect(zip(marked, marked.dropFirst()).allSatisfy(<))
            #expect(marked.allSatisfy { $0 >= 0 })
            #expect(marked.count == lengthOfLongestRise(numbers.filter { $0 >= 0 }.map(Int.init)))
            // A number of some weight stands for as many numbers that rise.
            let weights = numbers.map { _ in 1 + random.below(4) }
            marks = [Bool](repeating: false, count: numbers.count)
            longest.mark(numbers, weights: weights, in: &marks)
            let weight = zip(weights, marks).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
            let single = zip(numbers, weights).filter { $0.0 >= 0 }.flatMap { number, weight in
                (0..<weight).map { Int(number) * 4 + $0 }
            }
            #expect(weight == lengthOfLongestRise(single))
        }
    }

    @Test func `As few keyed items as possible are moved, whatever their keys are`() throws {
        var random = SeededGenerator(seed: 2)
        let names =
            ["a.b", "\t", "\"", "👍🏽", "</b>", "é", "e\u{301}", "\\", "\u{0}", "1", "01"] + (2..<30).map(String.init)
        for _ in 0..<fuzzRounds(200) {
            // Indices of keys, since two of the keys are the same text to Swift.
            let all = Array(names.indices)
            let old = Array(all.shuffled(using: &random).prefix(random.below(20)))
            var new = old.filter { _ in random.below(5) > 0 }
            if random.below(2) == 0 {
                new.shuffle(using: &random)
            } else if new.count > 1 {
                new.swapAt(0, new.count - 1)
            }
            new += all.filter { !old.contains($0) }.prefix(random.below(4))
            let operations = try patch(
                from: keyedList(old.map { names[$0] }),
                to: keyedList(new.map { names[$0] }) { random.below(3) == 0 ? $0 + "!" : $0 }
            )
            let stays = new.compactMap { old.firstIndex(of: $0) }
            if old == new || stays.isEmpty { continue }
            let (moved, made, kept) = try counts(operations)
            let longest = lengthOfLongestRise(stays)
            if kept + moved + made == 0 { continue }
            #expect(kept == longest, "\(old) → \(new): \(operations)")
            #expect(moved == stays.count - longest)
            #expect(made == new.count - stays.count)
        }
    }

    @Test func `As few items of a long list as possible are moved if few have changed`() throws {
        var random = SeededGenerator(seed: 6)
        func list(_ keys: [Int], isLazy: Bool, previous: Rendering? = nil) throws -> Rendering {
            try Rendering.render(previous: previous) { () -> Html<Message> in
                ul {
                    for key in keys {
                        if isLazy {
                            lazy(key) { li(.key(key)) { String(repeating: "\(key) ", count: 40) } }
                        } else {
                            li(.key(key)) { "\(key)" }
                        }
                    }
                }
            }
        }
        for round in 0..<fuzzRounds(200) {
            let old = Array(0..<(60 + random.below(40)))
            var new = old
            for _ in 0...random.below(3) {
                // Two ranges of the same size change places, or one is replaced.
                let size = 1 + random.below(8)
                let first = random.below(new.count - size * 2)
                let second = first + size + random.below(new.count - first - size * 2)
                for offset in 0..<size {
                    if round % 4 == 0 {
                        new[first + offset] += 1_000
                    } else {
                        new.swapAt(first + offset, second + offset)
                    }
                }
            }
            let before = try list(old, isLazy: round % 2 == 0)
            let operations = try patch(from: before, to: list(new, isLazy: round % 2 == 0, previous: before))
            let stays = new.filter { $0 < 1_000 }
            if operations == "[]" { continue }
            let (moved, made, kept) = try counts(operations)
            #expect(kept == lengthOfLongestRise(stays), "\(new): \(operations)")
            #expect(moved == stays.count - kept)
            #expect(made == new.count - stays.count)
        }
    }

    @Test func `A keyed item that moves or changes is identified by its position`() throws {
        let old = ["1", "2", "3", "4", "5"]
        #expect(
            try patch(from: keyedList(old), to: keyedList(["1", "4", "3", "2", "5"])) == "[0,[[0,1,-4,-3,1,1,4,1]]]"
        )
        #expect(try patch(from: keyedList(old), to: keyedList(["1", "2", "4", "5"])) == "[0,[[0,2,3,2]]]")
        #expect(try patch(from: keyedList(old), to: keyedList(["5", "1", "2", "3", "4"])) == "[0,[[-5,0,4]]]")
        #expect(try patch(from: keyedList(old), to: keyedList([])) == "[0,[[]]]")
        #expect(
            try patch(from: keyedList(old), to: keyedList(old) { $0 == "1" || $0 == "4" ? $0 + "!" : $0 })
                == #"[0,[0,0,"1!",3,0,"4!"]]"#
        )
        #expect(
            try patch(from: keyedList(old), to: keyedList(["2", "1", "3", "4", "5"]) { $0 == "2" ? "!" : $0 })
                == #"[0,[[-2,0,1,2,3],0,0,"!"]]"#
        )
        #expect(
            try patch(from: keyedList(["1"]), to: keyedList(["2"])) == #"[0,[[["li",{"data-key":"2"},"2"]]]]"#,
            "Another key is another item."
        )
    }

    @Test func `New items of one shape are written once, followed by the differences`() throws {
        #expect(
            try patch(from: keyedList(["1"]), to: keyedList(["1", "2", "3", "4"]))
                == #"[0,[[0,1,{"t":["li",{"data-key":"2"},"2"],"s":[0,1],"v":["3","3","4","4"]}]]]"#
        )
        func view(_ rows: [(String, Bool)]) throws -> Rendering {
            try rendering {
                div {
                    for (text, isOn) in rows {
                        p {
                            button("same", .increment); input(.name("a"), .checked(isOn)); "x"; text
                        }
                    }
                }
            }
        }
        #expect(
            try patch(from: view([]), to: view([("a", true), ("b", true), ("c", false), ("d", false)]))
                == #"[0,[[{"t":["p",["button",{"form":"elmwood","name":"message","value":"increment"},"same"],"#
                + #"["input",{"name":"a","checked":1}],"xa"],"s":[5],"v":["xb"]},"#
                + #"{"t":["p",["button",{"form":"elmwood","name":"message","value":"increment"},"same"],"#
                + #"["input",{"name":"a"}],"xc"],"s":[5],"v":["xd"]}]]]"#
        )
        // The number of elements without any string cannot be expressed.
        #expect(
            try patch(
                from: rendering { div() },
                to: rendering {
                    div {
                        br(); br()
                    }
                }
            ) == #"[0,[[["br"],["br"]]]]"#
        )
        #expect(
            try patch(
                from: rendering { div() },
                to: rendering {
                    div {
                        b { "x" }; b { "x" }; b { "x" }
                    }
                }
            )
                == #"[0,[[{"t":["b","x"],"s":[0],"v":["x","x"]}]]]"#
        )
        // Markup, comments and names are not among the strings of a copy.
        let pairs: [(() -> Html<Message>, () -> Html<Message>)] = [
            (
                {
                    p {
                        raw("1"); i { "a" }
                    }
                },
                {
                    p {
                        raw("1"); i { "b" }
                    }
                }
            ),
            ({ p { raw("1") } }, { p { raw("2") } }),
            ({ p(.title("")) { "1" } }, { p(.title("x")) { "2" } }),
            ({ p { textarea(.title("")) { "1" } } }, { p { textarea(.title("x")) { "2" } } }),
            ({ p { comment("1") } }, { p { comment("2") } }),
            ({ p(.attribute("data-a", "1")) }, { p(.attribute("data-b", "1")) }),
            ({ element("x-a") { "1" } }, { element("x-b") { "1" } }),
            ({ p { textarea { "1" } } }, { p { textarea { "2" } } }),
            (
                {
                    p {
                        textarea {
                            raw("x"); "1"
                        }
                    }
                },
                {
                    p {
                        textarea {
                            raw("x"); "2"
                        }
                    }
                }
            ),
            ({ p { textarea { "1" } } }, { p { textarea() } }),
            (
                {
                    p {
                        "1"; "2"
                    }
                },
                {
                    p {
                        "1"; "3"
                    }
                }
            ),
            (
                {
                    p {
                        "1"; "2"
                    }
                }, { p { "12" } }
            ),
            ({ div { style { "1" } } }, { div { style { "2" } } }),
            ({ div { noscript { "1" } } }, { div { noscript { "2" } } }),
            (
                { p { b { i() } } },
                {
                    p {
                        b(); i()
                    }
                }
            ),
            ({ form("a", .onSubmit(Message.add)) { "1" } }, { form("b", .onSubmit(Message.add)) { "1" } }),
            ({ p { input(.id("a"), .onChange(Message.set)) } }, { p { input(.id("b"), .onChange(Message.set)) } }),
            ({ button(.class("1"), .onClick(.remove(id: 1))) }, { button(.class("1"), .onClick(.remove(id: 2))) }),
        ]
        for (first, second) in pairs {
            _ = try patch(
                from: rendering { div() },
                to: rendering {
                    div {
                        first(); second(); first()
                    }
                }
            )
        }
    }

    @Test func `If a row without a key is removed, its input is removed with it`() throws {
        let old = ["a", "b", "c", "d", "e"]
        #expect(try patch(from: plainList(old), to: plainList(["a", "b", "d", "e"])) == "[0,[[0,2,3,2]]]")
        #expect(try patch(from: plainList(old), to: plainList(["b", "d"])) == "[0,[[1,1,3,1]]]")
        #expect(
            try patch(from: plainList(old), to: plainList(["a", "x", "b", "c", "d", "e"]))
                == #"[0,[[0,1,["li",["input"],"x"],1,4]]]"#
        )
        #expect(try patch(from: plainList(old), to: plainList(["a", "c", "b", "d", "e"])).count < 30)
        #expect(
            try patch(from: plainList(old), to: plainList(["a", "c", "d", "e", "new"]))
                == #"[0,[[0,1,2,3,["li",["input"],"new"]]]]"#,
            "The new row is no successor of the one that is gone elsewhere."
        )
        #expect(
            try patch(from: plainList(old), to: plainList(["a!", "b", "c!", "d", "e"])) == #"[0,[0,1,"a!",2,1,"c!"]]"#
        )
        #expect(try patch(from: plainList(["a", "a", "a"]), to: plainList(["a", "a"])) == "[0,[[0,2]]]")
    }

    @Test func `Fields are identified by their names, and elements by their ids`() throws {
        func view(_ names: [String], _ suffix: String) throws -> Rendering {
            try rendering { div { for name in names { input(.name(name), .title(name + suffix)) } } }
        }
        #expect(
            try patch(from: view(["a", "b", "c"], ""), to: view(["a", "c"], "!"))
                == #"[0,[[0,1,2,1],0,["title","a!"],1,["title","c!"]]]"#
        )
        func sections(_ ids: [String], _ text: String) throws -> Rendering {
            try rendering { div { for id in ids { section(.id(id)) { id + text } } } }
        }
        #expect(
            try patch(from: sections(["a", "b", "c"], ""), to: sections(["c", "a"], "!"))
                == #"[0,[[-3,0,1],0,0,"c!",1,0,"a!"]]"#
        )
    }

    @Test func `Patches of lists with repeated keys are correct`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<fuzzRounds(300) {
            func keys() -> [String] { (0..<random.below(8)).map { _ in "\(random.below(3))" } }
            let suffix = random.below(2) == 0 ? "" : "!"
            _ = try patch(from: keyedList(keys()), to: keyedList(keys()) { $0 + suffix })
        }
    }

    @Test func `Patches are correct for keys, texts, comments and elements in any combination`() throws {
        var random = SeededGenerator(seed: 4)
        func view() throws -> Rendering {
            try rendering {
                div {
                    for _ in 0..<random.below(9) {
                        switch random.below(8) {
                        case 0: "\(random.below(3))"
                        case 1: comment("\(random.below(2))")
                        case 2: br()
                        case 3: p { "\(random.below(3))" }
                        case 4: p(.key("\(random.below(4))")) { "\(random.below(3))" }
                        case 5: i(.id("\(random.below(3))")) { "\(random.below(2))" }
                        case 6: input(.name("\(random.below(3))"), .value("\(random.below(2))"))
                        default:
                            b(.class("\(random.below(2))")) {
                                i { "\(random.below(3))" }; "x"
                            }
                        }
                    }
                }
            }
        }
        for _ in 0..<fuzzRounds(1_000) { _ = try patch(from: view(), to: view()) }
    }
}
