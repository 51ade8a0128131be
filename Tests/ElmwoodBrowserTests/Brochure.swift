import Elmwood
import ElmwoodTestSupport

/// Pages that change within transitions, with a style sheet, a field and keys of their own.
struct Brochure: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var news: [String] = []
        var edited: Int?
        var arrivals: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case count
        case edit(Int)
        case cancel
        case news(String)
        case arrived(Arrival)
    }

    enum Effect: Codable, Equatable, Sendable { case listen }

    var transition: HtmlValue.Transition?
    var bell: Bell?
    var tellsArrivals = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        (bell == nil ? [] : [.running(.listen)]) + (tellsArrivals ? [.arrived(Message.arrived)] : [])
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard let bell else { return }
        for await text in bell.texts() { send(.news(text)) }
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .count: model.count += 1
        case .edit(let row): model.edited = row
        case .cancel: model.edited = nil
        case .news(let text): model.news.append(text)
        case .arrived(let arrival): model.arrivals.append(arrival.path)
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let name = page.path == "/" ? "Brochure" : String(page.path.dropFirst())
        return Document(
            name,
            htmlAttributes: transition.map { [.transition($0)] } ?? [],
            head: {
                link(.rel("stylesheet"), .href("/style.css"))
                if name == "styled" { link(.rel("stylesheet"), .href("/report.css")) }
            }
        ) {
            // It is the same on all pages.
            input(.key("search"), .id("search"), .ariaLabel("Search"))
            h1 { name }
            nav {
                for path in ["", "styled", "field", "long"] {
                    a(.id("to-\(path)"), .href(page.link(to: "/\(path)"))) { "To \(path)" }
                }
                a(.id("to-end"), .href(page.link(to: "/long") + "#end")) { "End" }
                a(.id("sort"), .href(page.link(to: page.path) + (page.query["sort"] == nil ? "?sort=up" : ""))) {
                    "Sort"
                }
            }
            if name == "field" { input(.id("first"), .ariaLabel("First"), .autofocus) }
            button("+", .count, .id("plus"))
            output(.id("count")) { "\(model.count)" }
            p(.id("arrivals")) { model.arrivals.joined(separator: " ") }
            a(.id("soon"), .href(page.link(to: "/field")), .prefetch) { "Soon" }
            p(.id("news")) { model.news.joined(separator: " ") }
            ul { for row in 1...3 { self.row(row, model) } }
            if name == "long" { tail }
        }
    }

    private func row(_ row: Int, _ model: Model) -> Html<Message> {
        li(.key(row), .id("row-\(row)")) {
            if model.edited == row {
                p { "Edited" }
                button("Cancel", .cancel, .id("cancel"))
            } else {
                button("Edit", .edit(row), .id("edit-\(row)"))
            }
        }
    }

    @HtmlBuilder<Message>
    private var tail: Html<Message> {
        for line in 1...200 { p { "Line \(line)" } }
        h2(.id("end")) { "The end" }
        p { button("+", .count, .id("last")) }
    }
}
