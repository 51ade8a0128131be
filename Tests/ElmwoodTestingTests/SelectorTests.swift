import Elmwood
import ElmwoodTesting
import Testing

/// Selectors and the elements that they match.
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
    func `A selector matches elements by tag, id, class, attributes and ancestors`(selector: String, texts: [String]) {
        let test = ProgramTest(Lists())
        #expect(test.expectView()?.texts(of: Selector(selector)) == texts)
    }

    @Test func `A selector within a part of the page may refer to elements around that part`() {
        let test = ProgramTest(Lists())
        test.within("#fruit") { test.expect("ul span", texts: "Pear") }
    }

    @Test func `The elements of the head can be selected too`() {
        let test = ProgramTest(Lists())
        test.expect(.title, "Lists")
        test.expect("meta[name=description]", count: 1)
        #expect(test.expectView()?.attribute("content", of: "meta[name=description]") == "Two lists")
        #expect(test.expectView()?.text == "Apple Pear Leek")
    }

    @Test func `A selector may be built from a string interpolation`() {
        let test = ProgramTest(Lists())
        for (list, count) in [("fruit", 2), ("nuts", 0)] { test.expect("#\(list) li", count: count) }
    }

    @Test(arguments: ["", " ", "ul > li", "li:first", "#", ". a", "[a"])
    func `An invalid selector is explained`(text: String) {
        #expect(Selector(text).problem?.hasPrefix("“\(text)” is no selector: ") == true)
    }
}
