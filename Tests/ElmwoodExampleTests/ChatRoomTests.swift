import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodChatExample

/// The chat's room: its last lines, and the people in it.
@Suite struct ChatRoomTests {
    private let anna = Person(id: 1, name: "Anna")
    private let bob = Person(id: 2, name: "Bob")

    /// Returns Anna's page in the room, with nothing left to check.
    private func annasPage(_ model: (inout Chat.Model) -> Void = { _ in }) -> ProgramTest<Chat> {
        var start = Chat.Model(me: anna)
        model(&start)
        let test = ProgramTest(Chat(), model: start, script: .off)
        test.passOver()
        return test
    }

    private func line(_ number: Int, by author: Person, at second: Int) -> Line {
        let date = Date(timeIntervalSince1970: TimeInterval(second))
        return Line(author: author, number: number, date: date, text: "\(author.name)’s line \(number)")
    }

    private func history(_ lines: Line...) -> History {
        var history = History()
        for line in lines { history.add(line) }
        return history
    }

    // MARK: Lines

    @Test func `Lines are sorted by date, without duplicates`() {
        let test = annasPage()
        for line in [
            line(1, by: bob, at: 20), line(2, by: bob, at: 30), line(1, by: anna, at: 10), line(3, by: bob, at: 20),
            // A line is identified by its author and number.
            line(2, by: bob, at: 40),
        ] {
            test.send(.heard(.said(line)))
            test.passOver()
        }
        test.expect("ol span", texts: "Anna’s line 1", "Bob’s line 1", "Bob’s line 3", "Bob’s line 2")
        test.expect("#company li", texts: "Anna (you)", "Bob")
    }

    @Test func `A line of another person with the same name is not one's own`() {
        let test = annasPage {
            $0.lines.add(line(1, by: anna, at: 1))
            $0.lines.add(line(1, by: Person(id: 9, name: "Anna"), at: 2))
        }
        test.expect("ol li", count: 2)
        test.expect("ol li.own", count: 1)
    }

    @Test func `The last fifty lines are retained`() {
        let test = annasPage { model in
            for number in 1...51 { model.lines.add(line(number, by: bob, at: number)) }
        }
        test.expect("ol li", count: 50)
        test.expectNone("ol span", "Bob’s line 1")
        test.expect("ol span", "Bob’s line 51")
        // A line that is older than all of them is dropped.
        test.send(.heard(.said(line(1, by: anna, at: 0))))
        test.passOver()
        test.expectNone("ol span", "Anna’s line 1")
    }

    @Test func `A visitor whose own line is missing from the stored history stores it again`() {
        let (annas, bobs) = (line(1, by: anna, at: 1), line(1, by: bob, at: 2))
        let test = annasPage { $0.lines.add(annas) }
        test.send(.historyLoaded(history(bobs)))
        test.expectModel { $0.lines.add(bobs) }
        test.expectCommands(.save(history(annas, bobs), as: "chat", in: .shared))
        test.send(.historyLoaded(history(annas, bobs)))
        test.expectNoCommands()
        // Another person's missing line is that person's to store.
        test.send(.historyLoaded(history(annas)))
        test.expectNoCommands()
        test.send(.historyLoaded(nil))
        test.expectCommands(.save(history(annas, bobs), as: "chat", in: .shared))
    }

    // MARK: People

    @Test func `People are sorted by name, without duplicates`() {
        let test = annasPage()
        for person in [Person(id: 3, name: "Zoë"), Person(id: 5, name: "Bob"), bob, Person(id: 4, name: "Anna"), bob] {
            test.send(.heard(.stays(person)))
            test.passOver()
        }
        test.expect("#company li", texts: "Anna (you)", "Anna", "Bob", "Bob", "Zoë")
        #expect(test.expectModel()?.others.people.map(\.id) == [4, 2, 5, 3])
        test.send(.heard(.left(bob)))
        test.passOver()
        #expect(test.expectModel()?.others.people.map(\.id) == [4, 5, 3])
    }

    @Test(arguments: [19, 20])
    func `A person who enters gets an answer, unless there are many people`(others: Int) {
        let test = annasPage { model in
            for id in 101...(100 + others) { model.others.note(Person(id: id, name: "\(id)"), besides: anna) }
        }
        test.send(.heard(.came(bob)))
        test.expectModel { $0.others.note(bob, besides: anna) }
        if others < 20 {
            test.expectCommands(.broadcast("chat", Chat.News.stays(anna)))
            test.passOver()
        }
        test.expectNoCommands()
        // People do not answer themselves.
        test.send(.heard(.came(anna)))
        test.expectNoCommands()
    }

    @Test(arguments: [(20, nil), (21, "and 1 more"), (25, "and 5 more")])
    func `Twenty others are listed, and further ones are counted`(others: Int, rest: String?) {
        let test = annasPage { model in
            for id in 101...(100 + others) { model.others.note(Person(id: id, name: "\(id)"), besides: anna) }
        }
        test.expect("#company li", count: rest == nil ? 21 : 22)
        test.expect("#company li", "120")
        if let rest { test.expect("#company li", rest) }
    }

    @Test func `At most two hundred others are remembered`() {
        let test = annasPage { model in
            for id in 101...301 { model.others.note(Person(id: id, name: "\(id)"), besides: anna) }
        }
        test.expect("#company li", "and 180 more")
    }
}
