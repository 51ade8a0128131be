import ElmwoodArchitecture
import FoundationEssentials
import Testing

@Suite struct CommandTests {
    typealias Of = Command<Script>

    @Test func `A batch of batches is one flat batch`() {
        let nested = Of.batch(.batch(.send(.again), .none), .cancel("a"), .batch(.batch([])))
        #expect(nested == .batch(.send(.again), .cancel("a")))
        #expect(Of.batch(.none, .batch()) == .none)
        #expect(Of.batch(.cancel("a")) == .cancel("a"))
    }

    @Test func `A very deeply nested batch can be created, compared and freed`() {
        var command = Of.cancel("innermost")
        for _ in 0..<10_000 { command = .batch(command, .none) }
        #expect(command == .cancel("innermost"))
        var grown = Of.none
        for number in 0..<2_000 { grown = .batch(grown, .cancel("\(number)")) }
        #expect(grown.list.count == 2_000)
    }

    @Test func `Commands are equal if they do the same`() {
        #expect(Of.send(.note("a")) == .send(.note("a")))
        #expect(Of.send(.note("a")) != .send(.note("b")))
        #expect(Of.after(.seconds(1), .again, id: "x") == .after(.seconds(1), .again, id: "x"))
        #expect(Of.after(.seconds(1), .again, id: "x") != .after(.seconds(1), .again))
        #expect(Of.after(.seconds(1), .again) != .after(.seconds(2), .again))
        #expect(Of.effect(.fetch("a")) == .effect(.fetch("a")))
        #expect(Of.effect(.fetch("a")) != .effect(.fetch("a"), id: "b"))
        #expect(Of.navigate(to: "/a") != .navigate(to: "/b"))
        #expect(Of.renewSession == .renewSession)
        #expect(Of.renewSession != .endSession)
        #expect(Of.none != .endSession)
    }

    @Test func `Commands about sessions are equal if their accounts, sessions and messages are`() {
        let count: @Sendable ([ActiveSession]) -> Script.Message = { .note("\($0.count)") }
        #expect(Of.endSession == .endSession(everywhere: false))
        #expect(Of.endSession != .endSession(everywhere: true))
        #expect(Of.identify("a") == .identify("a"))
        #expect(Of.identify("a") != .identify("b"))
        #expect(Of.identify("a") != .identify(nil))
        #expect(Of.sessions(of: "a", count) == .sessions(of: "a") { .note("\($0.count)") })
        #expect(Of.sessions(of: "a", count) != .sessions(of: "b", count))
        #expect(Of.sessions(of: "a", count) != .sessions(of: "a") { .note($0.first?.id ?? "") })
        #expect(Of.sessions(of: "a", count) != .sessions(of: "a", id: "c", count))
        #expect(Of.endSessions(of: "a") != .endSession("b", of: "a"))
        #expect(Of.endSession("b", of: "a") == .endSession("b", of: "a"))
        #expect(Of.removeAll() == .removeAll())
        #expect(Of.removeAll() != .remove("a"))
        let command = Of.batch(
            .identify("a"),
            .identify(nil),
            .sessions(of: "a", id: "c", count),
            .endSessions(of: "a"),
            .endSession("b", of: "a"),
            .endSession(everywhere: true),
            .removeAll()
        )
        #expect(
            "\(command)" == """
                batch(identify("a"), identify(nil), sessions(of: "a", id: "c"), endSessions(of: "a"), \
                endSession("b", of: "a"), endSession(everywhere: true), removeAll())
                """
        )
        let lifted: Command<Parent> = command.map(Parent.Message.script, effect: Parent.Effect.script, prefix: "3/")
        #expect(
            lifted
                == .batch(
                    .identify("a"),
                    .identify(nil),
                    .sessions(of: "a", id: "3/c") { .script(count($0)) },
                    .endSessions(of: "a"),
                    .endSession("b", of: "a"),
                    .endSession(everywhere: true),
                    .removeAll()
                )
        )
    }

    @Test func `Random commands are equal if their ranges and messages are`() {
        #expect(Of.random(in: 1...6, Script.Message.random) == .random(in: 1...6) { .random($0) })
        #expect(Of.random(in: 1...6, Script.Message.random) != .random(in: 1...5) { .random($0) })
        #expect(Of.random(in: 1...6, Script.Message.random) != .random(in: 1...6) { .random(-$0) })
        #expect(Of.random(in: .min ... .max, Script.Message.random) == .random(in: .min ... .max) { .random($0) })
    }

    @Test func `Commands that request the time are equal if their messages are`() {
        let year: @Sendable (Date) -> Script.Message = { .note("\($0.timeIntervalSince1970)") }
        #expect(Of.now(year) == .now(year))
        #expect(Of.now(year) != .now { _ in .again })
    }

    @Test func `The description of a command is the code that creates it`() {
        let command = Of.batch(
            .send(.note("a")),
            .effect(.fetch("b"), id: "c"),
            .after(.seconds(5), .again),
            .random(in: 1...6, Script.Message.random),
            .navigate(to: "/d"),
            .cancel("e"),
            .endSession
        )
        #expect(
            "\(command)" == """
                batch(send(note("a")), effect(fetch("b"), id: "c"), after(5.0 seconds, again), random(in: 1...6), \
                navigate(to: "/d"), cancel("e"), endSession)
                """
        )
        #expect("\(Of.none)" == "none")
    }

    @Test func `Mapping a child's command wraps its messages and effects, and prefixes its ids`() {
        let lifted: Command<Parent> = Of.batch(
            .send(.again),
            .after(.seconds(1), .again, id: "later"),
            .random(in: 1...2, Script.Message.random),
            .effect(.fetch("a"), id: "b"),
            .cancel("b"),
            .navigate(to: "/c"),
            .renewSession
        ).map(Parent.Message.script, effect: Parent.Effect.script, prefix: "row 3/")
        #expect(
            lifted
                == .batch(
                    .send(.script(.again)),
                    .after(.seconds(1), .script(.again), id: "row 3/later"),
                    .random(in: 1...2) { .script(.random($0)) },
                    .effect(.script(.fetch("a")), id: "row 3/b"),
                    .cancel("row 3/b"),
                    .navigate(to: "/c"),
                    .renewSession
                )
        )
    }

    @Test func `A child without effects is mapped without a function for effects`() {
        let lifted: Command<Parent> = Command<Child>.batch(.send(.tick), .after(.seconds(1), .set(2), id: "a"))
            .map(Parent.Message.child)
        #expect(lifted == .batch(.send(.child(.tick)), .after(.seconds(1), .child(.set(2)), id: "a")))
    }

    private struct Draft: Codable, Equatable, Sendable {
        var text = ""
        var number = 0.5
    }

    @Test func `Storage commands are equal if value, key and scope are`() {
        #expect(Of.save(Draft(), as: "a") == .save(Draft(), as: "a", in: .visitor))
        #expect(Of.save(Draft(), as: "a") != .save(Draft(text: "b"), as: "a"))
        #expect(Of.save(Draft(), as: "a") != .save(Draft(), as: "b"))
        #expect(Of.save(Draft(), as: "a") != .save(Draft(), as: "a", in: .shared))
        #expect(Of.save(1, as: "a") != .save(1.0, as: "a"))
        #expect(Of.save(Double.nan, as: "a") == .save(Double.nan, as: "a"))
        #expect(Of.remove("a") == .remove("a"))
        #expect(Of.remove("a") != .remove("a", in: .shared))
        let number: @Sendable (Int?) -> Script.Message = { .random($0 ?? -1) }
        #expect(Of.load("a", number) == .load("a") { .random($0 ?? -1) })
        #expect(Of.load("a", number) != .load("a") { .random($0 ?? -2) })
        #expect(Of.load("a", number) != .load("a") { (number: Int?) in .random(number.map { -$0 } ?? -1) })
        #expect(Of.load("a", number) != .load("a") { (text: String?) in .random(text?.count ?? -1) })
        #expect(Of.load("a", number) != .load("a", id: "b", number))
        #expect(Of.load("a", number) != .load("a", in: .shared, number))
    }

    /// A type that contains everything a value may contain, even itself.
    private final class Deep: Codable, Sendable {
        let list: [Double?]
        let table: [String: [Int]]
        let date: Date
        let next: Deep?
        let other: Deep?
    }

    private enum Colour: String, Codable, Sendable { case red, green }

    @Test func `Load commands are compared with sample values of nearly any type`() {
        let text: @Sendable (Draft?) -> Script.Message = { .note($0?.text ?? "") }
        #expect(Of.load("a", text) == .load("a", text))
        #expect(Of.load("a", text) != .load("a") { (draft: Draft?) in .note(draft.map { "\($0.number)" } ?? "") })
        let depth: @Sendable (Deep?) -> Script.Message = { .random($0?.next == nil ? 0 : 1) }
        #expect(Of.load("a", depth) == .load("a", depth))
        #expect(Of.load("a", depth) != .load("a") { (deep: Deep?) in .random(deep?.list.count ?? 0) })
        #expect(Of.load("a") { (_: [Int: Int?]?) in .again } == .load("a") { (_: [Int: Int?]?) in .again })
        // There are no samples of this type, so all functions of it count as equal.
        #expect(
            Of.load("a") { (_: Colour?) in .again }
                == .load("a") { (colour: Colour?) in colour == .red ? .roll : .again }
        )
    }

    @Test func `Topic and page commands are equal if their arguments are`() {
        let all: [Of] = [
            .broadcast("a", 1), .broadcast("a", "1"), .broadcast("b", 1), .focus("a"), .focus("b"), .blur,
            .scroll(to: "a"), .copy("a"), .download("a", as: "b"), .download("a", as: "c"),
            .download("a", as: "b", type: "text/csv"), .leave(to: "https://a.example"), .navigate(to: "/"),
            .navigate(to: "/", replacing: true), .notice("a"), .notice("b"), .problem("a"), .problem(in: "a", "a"),
            .problem(in: "a", of: "b", "a"), .problem(of: "a", "a"),
        ]
        for (index, left) in all.enumerated() {
            for (other, right) in all.enumerated() { #expect((left == right) == (index == other)) }
        }
        #expect(Of.download("a", as: "b") == .download([0x61], as: "b", type: "text/plain; charset=utf-8"))
    }

    @Test func `The descriptions of storage, topic and page commands are the code that creates them`() {
        let command = Of.batch(
            .save([1, 2], as: "a"),
            .load("b", in: .shared, id: "c") { (_: Int?) in .again },
            .remove("d"),
            .broadcast("e", "f"),
            .focus("g"),
            .blur,
            .scroll(to: "h"),
            .showModal("ha"),
            .close("hb"),
            .copy("i"),
            .download("jk", as: "l.txt"),
            .navigate(to: "/m", replacing: true),
            .leave(to: "https://n.example"),
            .dispatch("na", to: "nb"),
            .dispatch("nc", to: "nd", [1]),
            .notice("o"),
            .notice("oa", until: .nextAct),
            .problem("p"),
            .problem(in: "q", of: "r", "s")
        )
        #expect(
            "\(command)" == """
                batch(save([1, 2], as: "a", in: .visitor), load("b", in: .shared, id: "c"), remove("d", in: .visitor), \
                broadcast("e", "f"), focus("g"), blur, scroll(to: "h"), showModal("ha"), close("hb"), copy("i"), \
                download(2 bytes, as: "l.txt", type: "text/plain; charset=utf-8"), navigate(to: "/m", replacing: true), \
                leave(to: "https://n.example"), dispatch("na", to: "nb"), dispatch("nc", to: "nd", [1]), notice("o"), notice("oa", until: .nextAct), problem("p"), problem(in: "q", of: "r", "s"))
                """
        )
    }

    @Test func `Mapping a child's load wraps its message, and other commands do not change`() {
        let unchanged: [(Of, Command<Parent>)] = [
            (.save(1, as: "a"), .save(1, as: "a")), (.remove("a"), .remove("a")),
            (.broadcast("a", 1), .broadcast("a", 1)), (.focus("a"), .focus("a")), (.blur, .blur),
            (.navigate(to: "/", replacing: true), .navigate(to: "/", replacing: true)),
            (.download("a", as: "b"), .download("a", as: "b")), (.leave(to: "a"), .leave(to: "a")),
            (.notice("a"), .notice("a")), (.problem(in: "a", of: "b", "c"), .problem(in: "a", of: "b", "c")),
        ]
        for (child, parent) in unchanged {
            #expect(child.map(Parent.Message.script, effect: Parent.Effect.script, prefix: "row/") == parent)
        }
        let lifted: Command<Parent> = Of.load("a", id: "b") { .random($0 ?? 0) }
            .map(Parent.Message.script, effect: Parent.Effect.script, prefix: "row/")
        #expect(lifted == .load("a", id: "row/b") { .script(.random($0 ?? 0)) })
    }
}
