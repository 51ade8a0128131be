import ElmwoodSQL
import ElmwoodTesting
import Testing

@testable import Shop

struct NotesTests {
    /// An empty table, in a database in memory.
    private func table() async throws -> NoteTable {
        let table = NoteTable(database: Database(.sqlite(":memory:")))
        try await table.database.migrate(migrations)
        return table
    }

    @Test(arguments: Script.allCases)
    func `A note is added and removed`(script: Script) async throws {
        let test = ProgramTest(Notes(store: try await table()), script: script)
        test.fill("Note", "Buy milk")
        test.click("Add")
        test.perform(.add(text: "Buy milk"))
        test.expectMessage(.added)
        test.expectNotice("The note is added.")
        test.expect("li span", texts: "Buy milk")
        test.expectAccessible()
        test.click("Remove “Buy milk”")
        test.perform(.remove(id: 1))
        test.expectMessage(.removed)
        test.expectNotice("The note is removed.")
        test.expectNone(.li)
    }

    @Test(arguments: Script.allCases)
    func `A note of spaces is refused, and nothing is written`(script: Script) async throws {
        let table = try await table()
        let test = ProgramTest(Notes(store: table), script: script)
        test.fill("Note", "   ")
        test.click("Add")
        test.expectProblem(in: "text", "Please write something.")
        #expect(try await table.notes().isEmpty)
    }

    @Test func `Everybody's page shows a note at once`() async throws {
        let visitors = Visitors(of: Notes(store: try await table()))
        let anna = visitors.enter("Anna")
        let bob = visitors.enter("Bob")
        anna.fill("Note", "Buy milk")
        anna.click("Add")
        anna.perform(.add(text: "Buy milk"))
        anna.expectMessage(.added)
        anna.expectNotice("The note is added.")
        bob.expect("li span", texts: "Buy milk")
    }
}
