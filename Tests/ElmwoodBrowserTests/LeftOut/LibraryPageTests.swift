import Elmwood
import ElmwoodTestSupport
import Testing

@testable import ElmwoodDatabaseExamples

/// The library as a site: its catalogue, and a page for each book, in a browser with script and without.
@Suite struct LibraryPageTests {
    private let books = InventedBooks.first(100)

    private func site() -> Site {
        var site = Site()
        site.mountLibrary(Catalogue(count: 100), at: ServedSite.path)
        return site
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `The catalogue leads to a book, and the book back to the catalogue`(script: Browser.Script) async throws {
        try await withSite(site(), script: script) { browser, _ in
            let title = try await browser.text("tbody th a")
            try await browser.click("tbody th a")
            try await browser.wait(for: title, in: "h1")
            try await browser.click("nav a")
            try await browser.wait(until: "the catalogue is shown") { try $0.count("tbody tr") == 25 }
            #expect(try await browser.path == ServedSite.path)
            #expect(try await browser.log() == [])
        }
    }

    @Test func `A book's number has one address`() async throws {
        try await withSite(site()) { browser, site in
            try await browser.open(site.address("/books/007"))
            #expect(try await browser.path == "\(ServedSite.path)/books/7")
            #expect(try await browser.text("h1") == books[6].title)
        }
    }

    @Test func `With script, the endless list scrolls to its end, and is there again on the way back`() async throws {
        var site = Site()
        site.mountLibrary(Catalogue(count: 2_000), at: ServedSite.path)
        try await withSite(site, script: .on) { browser, site in
            try await browser.open(site.address("?list=endless"))
            try await browser.wait(until: "the script is there") { try $0.count(".elmwood-spacer") == 2 }
            _ = try await browser.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            try await browser.wait(until: "the end is there") { try $0.exists("tr[aria-rowindex='2001']") }
            #expect(try await browser.count("tbody tr[id]") == 100)
            #expect(try await browser.evaluate("return location.search") == "?list=endless&from=1900")
            // On the way back from a book, which is another program's page.
            _ = try await browser.evaluate("document.querySelectorAll('tbody tr[id] a')[90].click()")
            try await browser.wait(until: "a book is shown") { try $0.evaluate("return location.search") == "" }
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(until: "the list is back") { try $0.exists("tr[aria-rowindex='2001']") }
            #expect(try await browser.log() == [])
        }
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `Two tabs with two books keep what is typed and refused in each apart`(script: Browser.Script) async throws {
        try await withSite(site(), script: script) { browser, site in
            let tabs = [try await browser.openTab(), try await browser.openTab()]
            for (tab, book) in zip(tabs, books) {
                try await browser.switchTab(to: tab)
                try await browser.open(site.address("/books/\(book.number)/edit?version=1"))
                try await browser.fill("#title", with: "Title \(book.number)")
                try await browser.fill("#shelf", with: books[50].shelf)
                try await browser.click(".primary")
                try await browser.wait(for: "This number is taken.", in: "#shelf-problem")
            }
            for (tab, book) in zip(tabs, books) {
                try await browser.switchTab(to: tab)
                #expect(try await browser.value("#title") == "Title \(book.number)")
                #expect(try await browser.value("#author") == book.author)
                try await browser.fill("#shelf", with: "ZZ 000\(book.number)")
                try await browser.click(".primary")
                try await browser.wait(for: "Title \(book.number)", in: "h1")
                try await browser.wait(for: "Saved.", in: ".notice")
                #expect(try await browser.path == "\(ServedSite.path)/books/\(book.number)")
            }
        }
    }

    @Test func `An open list shows what is saved in another tab`() async throws {
        try await withSite(site(), script: .on) { browser, site in
            let list = try await browser.openTab()
            try await browser.open(site.address("?q=\(books[0].shelf.replacing(" ", with: "+"))"))
            #expect(try await browser.text("tbody th") == books[0].title)
            _ = try await browser.openTab()
            try await browser.open(site.address("/books/1/edit?version=1"))
            try await browser.fill("#title", with: "Emma")
            try await browser.click(".primary")
            try await browser.wait(for: "Emma", in: "h1")
            try await browser.switchTab(to: list)
            try await browser.wait(for: "Emma", in: "tbody th")
        }
    }
}
