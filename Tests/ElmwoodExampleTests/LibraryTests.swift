import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples

/// The catalogue of the library from a visitor's point of view.
@Suite(.timeLimit(.minutes(2))) struct LibraryTests {
    /// Returns a library, by default of 60 books: three pages.
    private func library(_ count: Int = 60) async throws -> Library { Library(catalogue: Catalogue(count: count)) }

    @Test(arguments: 0..<8)
    func `A test that blocks its thread waits for a database that is opened`(number: Int) {
        let test = ProgramTest(Library(catalogue: Catalogue(count: 3)))
        test.expect("tbody tr", count: 3)
    }

    private let field = "Title, author or shelf number"

    @Test func `There are ten thousand books, no two with the same title or shelf number`() async throws {
        let books = InventedBooks.first(20_000)
        #expect(books.count == 10_000)
        #expect(Set(books.map(\.title)).count == 10_000)
        #expect(Set(books.map(\.shelf)).count == 10_000)
        #expect(books.allSatisfy { $0.shelf.wholeMatch(of: /[A-Z]{2} [0-9]{4}/) != nil })
        let found = try await Catalogue().books(Selection())
        #expect(found.count == 10_000)
        #expect(found.books.count == 25)
    }

    @Test func `The first page matches its snapshot`() async throws {
        ProgramTest(try await library(3)).expectSnapshot("three books")
    }

    @Test(arguments: Script.allCases)
    func `Books are shown in pages, with links from one to the next`(script: Script) async throws {
        let test = ProgramTest(try await library(), script: script)
        test.expect("[role=status]", "60 books.")
        test.expect("tbody tr", count: 25)
        test.expect("[aria-current=page]", "1")
        let first = test.expectView()?.text(of: "tbody tr")
        test.click("Next")
        test.expectAddress("/?page=2")
        test.expect("[aria-current=page]", "2")
        test.click("Page 3")
        test.expectAddress("/?page=3")
        test.expect("tbody tr", count: 10)
        test.expectNone("[rel=next]")
        test.click("Previous")
        test.click("Previous")
        test.expectAddress("/")
        #expect(test.expectView()?.text(of: "tbody tr") == first)
    }

    @Test(arguments: [
        "/?page=0", "/?page=-1", "/?page=x", "/?page=99999999999999999999", "/?sort=price", "/?list=short",
    ])
    func `What a query says wrongly is as without it`(address: String) async throws {
        let test = ProgramTest(try await library(), at: address)
        test.expect("[aria-current=page]", "1")
        test.expect("[aria-sort=ascending]", "Title")
    }

    @Test(arguments: ["/?page=4", "/?page=9223372036854775807"])
    func `A page beyond the end is the last one`(address: String) async throws {
        ProgramTest(try await library(), at: address).expect("[aria-current=page]", "3")
    }

    @Test(arguments: Script.allCases)
    func `A heading sorts by its column, and once more the other way round`(script: Script) async throws {
        let test = ProgramTest(try await library(), at: "/?page=2", script: script)
        test.click("Year")
        test.expectAddress("/?sort=year")
        test.expect("[aria-sort=ascending]", "Year")
        let years = test.expectView()?.texts(of: "td.year").compactMap { Int($0) } ?? []
        #expect(years.count == 25)
        #expect(years == years.sorted())
        test.click("Year")
        test.expectAddress("/?sort=-year")
        test.expect("[aria-sort=descending]", "Year")
        let others = test.expectView()?.texts(of: "td.year").compactMap { Int($0) } ?? []
        #expect(others == others.sorted(by: >))
        test.click("Shelf number")
        test.expectAddress("/?sort=shelf")
        test.click("Author")
        test.expectAddress("/?sort=author")
        test.click("Title")
        test.expectAddress("/")
    }

    // MARK: Searching

    @Test(arguments: ["river", "RIVER", "+rive++the+"], Script.allCases)
    func `Books with all words are found, in upper or lower case`(words: String, script: Script) async throws {
        let test = ProgramTest(try await library(), at: "/?q=\(words)", script: script)
        let rows = test.expectView()?.texts(of: "tbody tr") ?? []
        #expect(!rows.isEmpty)
        #expect(rows.allSatisfy { $0.contains("River") })
    }

    @Test func `A book is found by its author, and by its shelf number`() async throws {
        let book = try #require(InventedBooks.first(60).last)
        for query in [book.author, book.shelf] {
            let test = ProgramTest(try await library(), at: Page.path(query: ["q": query]))
            #expect(test.expectView()?.texts(of: "tbody th").contains(book.title) == true)
        }
    }

    @Test(arguments: ["%25", "_", "%5C", "'", "%22"])
    func `The signs of a pattern are looked for as they are`(text: String) async throws {
        ProgramTest(try await library(), at: "/?q=\(text)").expectNone("tbody tr")
    }

    @Test(arguments: Script.allCases)
    func `If nothing is found, the page says so, and leads back`(script: Script) async throws {
        let test = ProgramTest(try await library(), at: "/?q=no+such&sort=-year", script: script)
        test.expect("[role=status]", "No book has “no such” in its title, author or shelf number.")
        test.expectNone(.table)
        test.click("Show all books")
        test.expectAddress("/?sort=-year")
        test.expect("[role=status]", "60 books.")
        test.expectField(field, "")
    }

    @Test func `With script, the address follows the input after a pause`() async throws {
        let test = ProgramTest(try await library(), at: "/?sort=author&page=2")
        test.fill(field, "baker")
        test.advance(by: .milliseconds(149))
        test.expectAddress("/?sort=author&page=2")
        test.advance(by: .milliseconds(1))
        test.expectCommand(.navigate(to: "/?q=baker&sort=author", replacing: true))
        test.expectAddress("/?q=baker&sort=author")
        test.expect(.caption, "Books with “baker”")
        test.fill(field, "")
        test.advance(by: .milliseconds(150))
        test.expectCommand(.navigate(to: "/?sort=author", replacing: true))
        test.expect(.caption, "All books")
    }

    @Test func `Without script there is a button, and the order and the kind of list remain`() async throws {
        let test = ProgramTest(try await library(), at: "/?sort=-author&list=endless", script: .off)
        test.fill(field, "the")
        test.click("Search")
        test.expectAddress("/?q=the&sort=-author&list=endless")
        test.expect("[aria-sort=descending]", "Author")
        test.expectView(text: "Show pages")
    }

    // MARK: The endless list

    @Test(arguments: Script.allCases)
    func `The endless list renders a window of its rows, and links lead to all`(script: Script) async throws {
        let test = ProgramTest(try await library(350), at: "/?page=2", script: script)
        test.click("Show an endless list")
        test.expectAddress("/?list=endless")
        test.expect("tbody tr", count: 100)
        test.expect("tbody tr[aria-rowindex='2']", count: 1)
        test.click("Next")
        test.expectAddress("/?list=endless&from=100")
        test.expect("tbody tr[aria-rowindex='102']", count: 1)
        test.click("4")
        test.expect("tbody tr", count: 100)
        test.expect("tbody tr[aria-rowindex='351']", count: 1)
        test.expectNone("[rel=next]")
        test.click("Show pages")
        test.expectAddress("/")
    }

    @Test(arguments: Script.allCases)
    func `Any row of the endless list can be scrolled to`(script: Script) async throws {
        let test = ProgramTest(try await library(1_000), at: "/?list=endless&sort=year", script: script)
        test.scroll(toRow: 567, in: "books")
        if script == .on {
            test.expectCommand(.navigate(to: "/?sort=year&list=endless&from=534", replacing: true))
        }
        test.expect("tbody tr[aria-rowindex='569']", count: 1)
        test.expect("tbody tr", count: 100)
        test.expect("table[aria-rowcount='1001']", count: 1)
    }

    @Test(arguments: ["/?list=endless&from=5000", "/?list=endless&from=-1", "/?list=endless&from=x"])
    func `What is not among the rows is as the nearest ones`(address: String) async throws {
        let test = ProgramTest(try await library(120), at: address)
        test.expect("tbody tr", count: 100)
        test.expect("tbody tr[aria-rowindex='\(address.hasSuffix("5000") ? 121 : 2)']", count: 1)
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) async throws {
        let test = ProgramTest(try await library(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
