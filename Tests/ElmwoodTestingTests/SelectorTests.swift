import Elmwood
import ElmwoodTesting
import Testing

/// What a selector means.
@Suite struct SelectorTests {
    /// A page of lists.
    private struct Lists: Program {
        struct Model: Codable, Equatable, Sendable {}

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Never) -> Command<Self> {}

        func view(_ model: Model, on page: Page) -> Document<Never> {
            Document("Lists", head: { meta(.name("description"), .content("Two lists")) }) {
                ul(.id("fruit"), .class("list")) {
                    li(.class("ripe")) { "Apple" }
                    li { div { span { "Pear" } } }
                }
                ul(.class("list")) {
                    li { span { "Leek" } }
                }
            }
        }
    }

    @Test(arguments: [
        ("li", ["Apple", "Pear", "Leek"]), ("li.ripe", ["Apple"]), ("#fruit li", ["Apple", "Pear"]),
        ("ul.list span", ["Pear", "Leek"]), ("ul  li div span", ["Pear"]), (" #fruit span ", ["Pear"]),
        ("ul ul", []), ("div li", []), ("li li", []), ("[id=fruit] *", ["Apple", "Pear", "Pear", "Pear"]),
    ])
    func `It means elements by what they are, and by what is around them`(selector: String, texts: [String]) {
        let test = ProgramTest(Lists())
        #expect(test.expectView()?.texts(of: Selector(selector)) == texts)
    }

    @Test func `A part of the page may lie within what a selector speaks of`() {
        let test = ProgramTest(Lists())
        test.within("#fruit") { test.expect("ul span", texts: "Pear") }
    }

    @Test func `What the head says of the page is there too`() {
        let test = ProgramTest(Lists())
        test.expect(.title, "Lists")
        test.expect("meta[name=description]", count: 1)
        #expect(test.expectView()?.attribute("content", of: "meta[name=description]") == "Two lists")
        #expect(test.expectView()?.text == "Apple Pear Leek")
    }

    @Test func `A selector may have been put together`() {
        let test = ProgramTest(Lists())
        for (list, count) in [("fruit", 2), ("nuts", 0)] { test.expect("#\(list) li", count: count) }
    }

    @Test(arguments: ["", " ", "ul > li", "li:first", "#", ". a", "[a"])
    func `What is no selector says why`(text: String) {
        #expect(Selector(text).problem?.hasPrefix("“\(text)” is no selector: ") == true)
    }
}
