import ElmwoodAccounts
import ElmwoodExamplePrograms
import Elmwood
import ElmwoodPageTree
import ElmwoodTestSupport
import ElmwoodTesting
import Testing

@testable import ElmwoodDatabaseExamples
@testable import ElmwoodExamples

/// Measurable properties of the examples' design: layout, sizes, contrast, and no errors in the browser's log.
@Suite struct LookTests {
    @Test func `The first page can be read and used on a phone and a desktop, light and dark`() async throws {
        var site = Site()
        site.mount(Index(), at: ServedSite.path)
        site.addFilesForCrawlers()
        try await withSite(site) { browser, _ in
            try await PageLook.check(browser, "fresh")
            try await browser.resize(width: 320, height: 844)
            #expect(try await browser.evaluate(PageLook.overflow) == "")
            _ = try await browser.evaluate("for (const image of document.images) image.loading = \"eager\"")
            try await browser.wait(until: "all pictures are there") {
                try $0.evaluate("return String([...document.images].every(image => image.naturalHeight === 400))")
                    == "true"
            }
            try await browser.follow("[aria-label=Increment]")
            try await PageLook.check(browser, "counted")
            #expect(try await browser.log() == [])
        }
    }

    @Test func `TodoMVC can be read and used on a phone and a desktop, light and dark`() async throws {
        try await withSite(TodoMVC()) { browser, site in
            try await PageLook.check(browser, "empty")
            try await browser.add("Write to the librarian about the books that are still out")
            try await browser.add(String(repeating: "Donaudampfschiff", count: 20))
            try await browser.add("Cycle")
            try await browser.click("#toggle-3")
            try await browser.follow(".save-ticks")
            try await PageLook.check(browser, "some")
            try await browser.edit(1)
            try await PageLook.check(browser, "editing")
            try await browser.open(site.address("/completed"))
            try await PageLook.check(browser, "completed")
            #expect(try await browser.log() == [])
        }
    }

    @Test func `A refusal is readable on a phone`() async throws {
        try await withSite(Counter()) { browser, site in
            try await browser.open(site.address("/nowhere"))
            for scheme in PageLook.schemes {
                if PageLook.schemes.count > 1 { try await browser.prefer(scheme) }
                try await browser.resize(width: 390, height: 844)
                #expect(try await browser.evaluate(PageLook.overflow) == "")
                #expect(try await browser.evaluate(ContrastScript.lines) == "")
                // The page is not a desktop's page that was scaled down.
                #expect(try await browser.evaluate("return window.innerWidth") == "390")
            }
        }
    }
}
