import Elmwood

extension Search {
    /// How many of the matches are listed.
    static let listed = 50

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        let text = page.query["q"] ?? ""
        return Document(
            text.isEmpty ? "Search" : "\(text) – Search",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
            },
            body: {
                main(.class("search")) {
                    nav { a(.href("/")) { "Examples" } }
                    h1 { "Search" }
                    searchForm(text, on: page)
                    if text.allSatisfy(\.isWhitespace) {
                        invitation(on: page)
                    } else {
                        results(matches(for: text))
                    }
                }
            }
        )
    }

    /// A plain HTML form: without script, the browser itself loads the address of the results.
    private func searchForm(_ text: String, on page: Page) -> Html<Message> {
        form(.role(.search), .action(page.link(to: "/"))) {
            input(
                .id("q"),
                .name("q"),
                .type(.search),
                .value(text),
                .maxlength(40),
                .placeholder("The name of a village"),
                .ariaLabel("The name of a village"),
                .autocomplete(.off),
                .spellcheck(false),
                .autofocus,
                .onInput(Message.typed),
                .debounce(.milliseconds(150))
            )
            if !page.isLive {
                button { "Search" }
            }
        }
    }

    @HtmlBuilder<Message>
    private func invitation(on page: Page) -> Html<Message> {
        p(.class("note"), .role(.status)) { "There are \(names.count) villages on this map." }
        p(.class("suggestions")) {
            for suggestion in ["elm", "ford", "maple", "wick"] {
                a(.href(page.link(to: "/?q=\(suggestion)"))) { suggestion }
            }
        }
    }

    @HtmlBuilder<Message>
    private func results(_ matches: [Match]) -> Html<Message> {
        p(.class("note"), .role(.status)) { summary(of: matches.count) }
        ul(.class("results")) {
            for match in matches.prefix(Self.listed) {
                li(.key(match.name)) {
                    match.before
                    mark { match.found }
                    match.after
                }
            }
        }
    }

    private func summary(of count: Int) -> String {
        switch count {
        case 0: "No village is called that."
        case 1: "One village."
        case ...Self.listed: "\(count) villages."
        default: "\(count) villages, of which these are the first \(Self.listed)."
        }
    }
}
