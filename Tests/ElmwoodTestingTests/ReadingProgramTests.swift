import Dispatch
import ElmwoodTesting
import Synchronization
import Testing

/// Programs whose views read from outside of the model.
@Suite(.timeLimit(.minutes(5))) struct ReadingProgramTests {
    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A page shows what its program's source has, and what an action leads to`(
        transport: TestTransport,
        script: Script
    ) {
        let shelf = Shelf()
        let test = ProgramTest(Catalogue(shelf: shelf), in: transport, script: script)
        test.expect("h1", "Dune")
        test.expectRead(Catalogue.Title(number: 1), from: shelf)
        test.click("Next")
        test.expectModel { $0.number = 2 }
        test.expect("h1", "Emma")
    }

    @Test(arguments: TestTransport.usual)
    func `A visitor who only looks sees what another one has changed`(transport: TestTransport) {
        let visitors = Visitors(of: Catalogue(shelf: Shelf()), in: transport)
        let bob = visitors.enter("Bob")
        bob.expect("h1", "Dune")
        let anna = visitors.enter("Anna")
        anna.click("Rename")
        anna.perform(.rename(1, "Dune Messiah"))
        anna.expectMessage(.renamed)
        anna.expectModel { $0.renamed = true }
        anna.expect("h1", "Dune Messiah")
        bob.expect("h1", "Dune Messiah")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A read that the test answers is not read from its source`(transport: TestTransport, script: Script) {
        let shelf = Shelf()
        let test = ProgramTest(
            Catalogue(shelf: shelf),
            in: transport,
            script: script,
            reads: [ReadAnswer(Catalogue.Title(number: 1), with: "Persuasion")]
        )
        test.expect("h1", "Persuasion")
        test.answer(Catalogue.Title(number: 2), with: "Sanditon")
        test.click("Next")
        test.expectModel { $0.number = 2 }
        test.expect("h1", "Sanditon")
        test.answer(Catalogue.Title(number: 2), with: "Lady Susan")
        if script == .off { test.reload() }
        test.expect("h1", "Lady Susan")
    }

    @Test(arguments: Script.allCases)
    func `A read that the test makes fail fails the view`(script: Script) {
        let test = ProgramTest(Catalogue(shelf: Shelf()), script: script)
        test.answer(Catalogue.Title(number: 2), throwing: Away())
        test.click("Next")
        test.expectModel { $0.number = 2 }
        test.expectFailure(Away())
    }

    private struct Away: Error, Equatable {}

    @Test func `An answer that no page has needed is reported where it was given`() {
        let shelf = Shelf()
        let sentences = said {
            let reads = [ReadAnswer(Catalogue.Title(number: 7), with: "Dune")]
            let test = ProgramTest(Catalogue(shelf: shelf), reads: reads, line: 1)
            test.answer(Catalogue.Title(number: 1), with: "Emma", line: 2)
            test.answer(Catalogue.Title(number: 8), with: "Emma", line: 3)
            test.finish(line: 4)
        }
        #expect(
            sentences == [
                "1: No page has read Title(number: 7), which the test answers.",
                "3: No page has read Title(number: 8), which the test answers.",
            ]
        )
    }

    @Test func `All visitors see what the test answers`() {
        let visitors = Visitors(
            of: Catalogue(shelf: Shelf()),
            reads: [ReadAnswer(Catalogue.Title(number: 1), with: "Persuasion")]
        )
        let (anna, bob) = (visitors.enter("Anna"), visitors.enter("Bob"))
        visitors.answer(Catalogue.Title(number: 1), with: "Sanditon")
        for visitor in [anna, bob] { visitor.expect("h1", "Sanditon") }
    }

    @Test(arguments: TestTransport.usual)
    func `What a visitor has typed stays while others change what the field shows`(transport: TestTransport) {
        let visitors = Visitors(of: Catalogue(shelf: Shelf()), in: transport, .loosely)
        let (anna, bob) = (visitors.enter("Anna"), visitors.enter("Bob"))
        bob.fill("Title", "Persuasion")
        // The answer to another event contains what was typed before.
        bob.click("Touch")
        anna.click("Rename")
        anna.perform(.rename(1, "Dune Messiah"))
        bob.expect("h1", "Dune Messiah")
        bob.expectField("Title", "Persuasion")
        bob.click("Save")
        bob.expectModel { $0.entries = ["Persuasion"] }
    }

    @Test func `A read that the page does not make is reported, with those that it makes`() {
        let shelf = Shelf()
        let sentences = said {
            let test = ProgramTest(Catalogue(shelf: shelf), line: 1)
            test.expectRead(Catalogue.Title(number: 2), from: shelf, line: 2)
            test.expectRead(Catalogue.Title(number: 1), from: Shelf(), line: 3)
        }
        #expect(
            sentences == [
                "2: The page does not read Title(number: 2). It reads Title(number: 1).",
                "3: The page does not read Title(number: 1). It reads Title(number: 1).",
            ]
        )
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A page shows a change of which its effect tells`(transport: TestTransport, script: Script) {
        let shelf = Shelf()
        let test = ProgramTest(Catalogue(shelf: shelf), in: transport, script: script)
        test.click("Rename")
        test.perform(.rename(1, "Dune Messiah"))
        test.expectMessage(.renamed)
        test.expectModel { $0.renamed = true }
        test.expect("h1", "Dune Messiah")
    }
}

/// A program that shows the books of a shelf, one at a time.
private struct Catalogue: Program {
    struct Model: Codable, Equatable, Sendable {
        var number = 1
        var renamed = false
        var touches = 0
        var entries: [String] = []
    }

    struct Entry: Codable, Equatable, Sendable { var title: String }

    enum Message: Codable, Equatable, Sendable { case show(Int), rename, renamed, touch, save(Entry) }
    enum Effect: Codable, Equatable, Sendable { case rename(Int, String) }

    let shelf: Shelf

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .show(let number): model.number = number
        case .rename: return .effect(.rename(model.number, "Dune Messiah"))
        case .renamed: model.renamed = true
        case .touch: model.touches += 1
        case .save(let entry): model.entries.append(entry.title)
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async {
        guard case .rename(let number, let title) = effect else { return }
        shelf.titles.withLock { $0[number] = title }
        send.changed("book \(number)")
        send(.renamed)
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let title = try page.read(Title(number: model.number), from: shelf)
        return Document("Catalogue") {
            h1 { title }
            button("Next", .show(model.number + 1))
            button("Rename", .rename)
            button("Touch", .touch)
            form("entry", .onSubmit(Message.save)) {
                label("Title", for: "title")
                input(.id("title"), .name("title"), .value(title))
                button { "Save" }
            }
        }
    }

    struct Title: Read {
        var number: Int

        func value(from shelf: Shelf) async throws -> String {
            // On another thread, as a database does it.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: shelf.titles.withLock { $0[number] } ?? "nothing")
                }
            }
        }

        var topics: Set<String> { ["book \(number)"] }
    }
}

private final class Shelf: Sendable {
    let titles = Mutex([1: "Dune", 2: "Emma"])
}
