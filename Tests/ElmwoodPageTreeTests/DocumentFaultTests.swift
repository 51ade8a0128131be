import ElmwoodPageTree
import ElmwoodSVG
import ElmwoodViewTree
import Testing

@Suite struct DocumentFaultTests {
    private func page(
        _ titleText: String? = "Shop",
        language: String? = "en",
        @HtmlBuilder<Press> _ content: () -> Html<Press>
    ) throws -> [String] {
        try faults(of: {
            html(.when(language != nil, .lang(language ?? ""))) {
                head { if let titleText { title { titleText } } }
                body { content() }
            }
        })
    }

    private func whole() -> Html<Press> { main { h1 { "Shop" } } }

    @Test func `A page with title, language, heading and main has no fault`() throws {
        #expect(try page { whole() } == [])
    }

    @Test func `A page needs a title that is not empty`() throws {
        let fault = ["The page has no title. (WCAG 2.4.2 Page Titled)"]
        #expect(try page(nil) { whole() } == fault)
        #expect(try page("  ") { whole() } == fault)
        // The title of a picture is none of the page.
        let pictured = try page(nil) {
            whole()
            svg { SVG.title { "Cart" } }
        }
        #expect(pictured == fault)
    }

    @Test func `A page needs a language`() throws {
        let fault = ["The page does not say its language: “html” has no “lang”. (WCAG 3.1.1 Language of Page)"]
        #expect(try page(language: nil) { whole() } == fault)
        #expect(try page(language: "") { whole() } == fault)
    }

    @Test func `A page needs an h1, and no heading skips a level downwards`() throws {
        #expect(try page { main { h2 { "A" } } } == ["The page has no “h1”. (WCAG 1.3.1 Info and Relationships)"])
        try expect([]) {
            h2 { "A" }
            h3 { "B" }
            h2 { "C" }
            div(.role(.heading), .ariaLevel(3)) { "D" }
            h4 { "E" }
            h2 { "F" }
        }
        try expect([("<h3#b>", "The heading is of level 3, and the one before it of level 1.", .relationships)]) {
            h3(.id("b")) { "B" }
        }
        try expect([("<h5.c>", "The heading is of level 5, and the one before it of level 2.", .relationships)]) {
            h2 { "B" }
            h5(.class("c")) { "C" }
            h6 { "D" }
        }
    }

    @Test func `Hidden headings, and those that nobody hears, do not count`() throws {
        let fault = ["The page has no “h1”. (WCAG 1.3.1 Info and Relationships)"]
        #expect(try page { main { h1(.hidden) { "A" } } } == fault)
        #expect(try page { main { h1(.ariaHidden(true)) { "A" } } } == fault)
    }

    @Test func `A page has one main that is shown`() throws {
        #expect(
            try page { h1 { "Shop" } } == [
                "The page has no “main”, to which one could go directly. (WCAG 2.4.1 Bypass Blocks)"
            ]
        )
        let two = try page {
            whole()
            main(.id("other")) { "More" }
        }
        #expect(two == ["<main#other>: The page has another visible “main”. (HTML: the main element)"])
        let oneShown = try page {
            whole()
            main(.hidden) { "More" }
        }
        #expect(oneShown == [])
    }

    @Test func `Several navigations have different names`() throws {
        try expect([]) { nav { a(.href("/")) { "Home" } } }
        try expect([]) {
            nav(.ariaLabel("Site")) { a(.href("/")) { "Home" } }
            nav(.ariaLabel("Pages")) { a(.href("/2")) { "2" } }
        }
        try expect([
            ("<nav.a>", "There are several “nav”, and this one has no name. Give it an “aria-label”.", .ariaName),
            ("<nav.b>", "There are several “nav”, and this one has no name. Give it an “aria-label”.", .ariaName),
        ]) {
            nav(.class("a")) { a(.href("/")) { "Home" } }
            nav(.class("b")) { a(.href("/2")) { "2" } }
        }
        try expect([("<nav.b>", "Another “nav” has the name “Site” too.", .ariaName)]) {
            nav(.ariaLabel("Site")) { a(.href("/")) { "Home" } }
            nav(.class("b"), .ariaLabel("Site")) { a(.href("/2")) { "2" } }
        }
        // The same links above and below a list.
        try expect([]) {
            nav(.ariaLabel("Pages")) { a(.href("/2")) { "2" } }
            nav(.ariaLabel("Pages")) { a(.href("/2")) { "2" } }
        }
    }

    @Test func `A page with markup of unknown content is not reported for what may be in it`() throws {
        let found = try page {
            raw("<main><h1 id='x'>Shop</h1></main>")
            label(.for("x")) { "A" }
        }
        #expect(found == [])
    }
}
