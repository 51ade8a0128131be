import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples

/// A book's page, and the form that changes it.
@Suite(.timeLimit(.minutes(3))) struct BookPageTests {
    private let catalogue: Catalogue
    private let book: Book
    private let other: Book

    /// Reads the books that the tests are about.
    init() async throws {
        catalogue = Catalogue(count: 10)
        book = try #require(try await catalogue.book(7))
        other = try #require(try await catalogue.book(8))
    }

    private var page: BookPage { BookPage(number: 7, catalogue: catalogue, home: "/library") }

    /// What the form of the book has, after a change.
    private func entry(_ change: (inout Book.Entry) -> Void = { _ in }) -> Book.Entry {
        var entry = book.entry
        change(&entry)
        return entry
    }

    @Test(arguments: Script.allCases)
    func `A book has a page of its own`(script: Script) {
        let test = ProgramTest(page, script: script)
        test.expectTitle("\(book.title) – Library")
        test.expect(.h1, book.title)
        test.expect(.dd, texts: book.author, "\(book.year)", book.shelf, "\(book.copies)")
        test.expect("nav a[href=\"/library\"]", "Library")
        test.click("Edit")
        test.expectAddress("/edit?version=1")
        test.expectField("Title", book.title)
        test.expectField("Year", "\(book.year)")
    }

    @Test func `The form matches its snapshot`() { ProgramTest(page, at: "/edit?version=1").expectSnapshot("form") }

    @Test(arguments: ["/edit", "/edit?version=0", "/edit?version=2", "/edit?version=x", "/nowhere"], Script.allCases)
    func `Other addresses are not found`(address: String, script: Script) {
        let test = ProgramTest(page, at: address, script: script)
        test.expectFailure(NotFound())
    }

    @Test(arguments: [0, 11, -1], Script.allCases)
    func `A book that does not exist is not found`(number: Int, script: Script) {
        let test = ProgramTest(BookPage(number: number, catalogue: catalogue, home: "/"), script: script)
        test.expectFailure(NotFound())
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `What is edited is saved, and the book's page says so`(transport: TestTransport, script: Script) {
        let test = ProgramTest(page, at: "/edit?version=1", in: transport, script: script)
        test.fill("Title", "Emma")
        test.fill("Copies", "12")
        test.click("Save")
        let saved = entry {
            $0.title = "Emma"
            $0.copies = 12
        }
        test.expectModel { $0 = .init(draft: saved, isSaving: true) }
        test.expectCommand(.effect(.save(saved), durable: true))
        test.perform(.save(saved))
        test.expectMessage(.saved)
        test.expectModel { $0 = .init() }
        test.expectCommand(.navigate(to: "/"))
        test.expectNotice("Saved.")
        test.open("/")
        test.expect(.h1, "Emma")
    }

    @Test(
        arguments: [
            ("Title", "title", "", "Please fill this in."),
            ("Title", "title", "  ", "Please write more than spaces."),
            ("Author", "author", " ", "Please write more than spaces."),
            ("Year", "year", "1449", "Please enter a number that is at least 1450."),
            ("Year", "year", "2031", "Please enter a number that is at most 2030."),
            ("Shelf number", "shelf", "el 0042", "Please match the requested format."),
            ("Copies", "copies", "1.5", "Please enter a whole number."),
        ],
        Script.allCases
    )
    func `A violated rule is reported at its field, and what was typed stays`(
        rule: (label: String, name: String, text: String, sentence: String),
        script: Script
    ) {
        let test = ProgramTest(page, at: "/edit?version=1", script: script)
        test.fill(rule.label, rule.text)
        test.click("Save")
        test.expectProblem(in: rule.name, rule.sentence)
        test.expect("#\(rule.name)-problem[role=alert]", rule.sentence)
        test.expectField(rule.label, rule.text)
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `The number of another book is taken, which only the database knows`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(page, at: "/edit?version=1", in: transport, script: script)
        test.fill("Title", "Emma")
        test.fill("Shelf number", other.shelf)
        test.click("Save")
        let refused = entry {
            $0.title = "Emma"
            $0.shelf = other.shelf
        }
        test.expectModel { $0 = .init(draft: refused, isSaving: true) }
        test.perform(.save(refused))
        test.expectMessage(.shelfNumberTaken)
        test.expectModel { $0.isSaving = false }
        test.expectProblem(in: "shelf", "This number is taken.")
        test.expectField("Title", "Emma")
        test.expectField("Shelf number", other.shelf)
        // Another number is accepted.
        test.fill("Shelf number", "ZZ 0001")
        test.click("Save")
        let accepted = entry {
            $0.title = "Emma"
            $0.shelf = "ZZ 0001"
        }
        test.expectModel { $0 = .init(draft: accepted, isSaving: true) }
        test.perform(.save(accepted))
        test.expectMessage(.saved)
        test.expectModel { $0 = .init() }
        test.passOver()
    }

    @Test(arguments: Script.allCases)
    func `What is cancelled is forgotten`(script: Script) {
        let draft = entry { $0.title = "Emma" }
        let test = ProgramTest(page, at: "/edit?version=1", model: .init(draft: draft), script: script)
        test.expectField("Title", "Emma")
        test.click("Cancel")
        test.expectModel { $0 = .init() }
        test.expectCommand(.navigate(to: "/"))
        test.expect(.h1, book.title)
        test.click("Edit")
        test.expectField("Title", book.title)
    }

    @Test func `A draft of an earlier version is not shown`() {
        let draft = Book.Entry(version: 0, title: "Emma", author: "", year: 0, shelf: "", copies: 0)
        ProgramTest(page, at: "/edit?version=1", model: .init(draft: draft)).expectField("Title", book.title)
    }

    @Test(arguments: Script.allCases)
    func `If the database fails, the page says so, and what was typed stays`(script: Script) {
        struct Unavailable: Error {}
        let test = ProgramTest(page, at: "/edit?version=1", script: script)
        test.fill("Title", "Emma")
        test.click("Save")
        let draft = entry { $0.title = "Emma" }
        test.expectModel { $0 = .init(draft: draft, isSaving: true) }
        test.resolve(.save(draft), throwing: Unavailable())
        test.expectMessage(.failed)
        test.expectModel { $0.isSaving = false }
        test.expectProblem("The book could not be saved. Please try again.")
        test.expectField("Title", "Emma")
    }

    @Test func `A save that is carried out again after a crash changes nothing`() async throws {
        let draft = entry { $0.title = "Emma" }
        for _ in 0..<2 {
            guard case .saved = try await catalogue.save(draft, as: 7) else {
                Issue.record("It is not saved.")
                return
            }
        }
        #expect(try await catalogue.book(7)?.version == 2)
    }

    // MARK: Two people

    @Test(arguments: TestTransport.usual)
    func `A visitor sees what another one has saved`(transport: TestTransport) {
        let visitors = Visitors(of: page, in: transport)
        let bob = visitors.enter("Bob")
        bob.expect(.h1, book.title)
        let anna = visitors.enter("Anna", at: "/edit?version=1")
        save("Emma", by: anna)
        bob.expect(.h1, "Emma")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A save over what another one has saved is refused once, and nothing typed is lost`(
        transport: TestTransport,
        script: Script
    ) {
        let visitors = Visitors(of: page, in: transport, script: script)
        let anna = visitors.enter("Anna", at: "/edit?version=1")
        let bob = visitors.enter("Bob", at: "/edit?version=1")
        bob.fill("Author", "Jane Austen")
        save("Emma", by: anna)
        if script == .on {
            bob.expect(.h1, "Edit “Emma”")
            bob.expect("[role=alert] a", "Begin again with that")
        }
        bob.expectField("Author", "Jane Austen")
        bob.click("Save")
        // With script, the field that Bob has not touched has followed the book.
        var draft = entry {
            $0.author = "Jane Austen"
            if script == .on { $0.title = "Emma" }
        }
        bob.expectModel { $0 = .init(draft: draft, isSaving: true) }
        bob.perform(.save(draft))
        var saved = book
        (saved.title, saved.version) = ("Emma", 2)
        bob.expectMessage(.overtaken(by: saved))
        draft.version = 2
        bob.expectModel { $0 = .init(draft: draft) }
        bob.expectCommand(.navigate(to: "/edit?version=2", replacing: true))
        bob.expectProblem("Meanwhile somebody else has saved \(saved.summary). Save again to replace that.")
        bob.expectAddress("/edit?version=2")
        bob.expectField("Author", "Jane Austen")
        bob.click("Save")
        bob.expectModel { $0.isSaving = true }
        bob.perform(.save(draft))
        bob.expectMessage(.saved)
        bob.expectModel { $0 = .init() }
        bob.passOver()
        bob.expectView(text: "Jane Austen")
    }

    /// Saves the book with another title, in its form.
    private func save(_ title: String, by visitor: ProgramTest<BookPage>) {
        visitor.fill("Title", title)
        visitor.click("Save")
        let saved = entry { $0.title = title }
        visitor.expectModel { $0 = .init(draft: saved, isSaving: true) }
        visitor.perform(.save(saved))
        visitor.expectMessage(.saved)
        visitor.expectModel { $0 = .init() }
        visitor.passOver()
    }
}
