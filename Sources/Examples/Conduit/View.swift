import Elmwood
import FoundationEssentials

/// What the pages show: here the frame that all of them have, and what they have in common.
struct View {
    typealias Message = Pages.Message
    typealias Element = Html<Message>

    let model: Pages.Model
    let page: Page
    let store: Store
    /// Who has signed in; nil if nobody has.
    let user: User?

    init(_ model: Pages.Model, _ page: Page, _ store: Store) throws {
        (self.model, self.page, self.store) = (model, page, store)
        user = try model.account.flatMap { try page.read(UserByID(id: $0), from: store) }
    }

    // MARK: The frame

    func document(
        _ title: String,
        class name: String,
        canonical address: String? = nil,
        @HtmlBuilder<Message> content: () -> Element
    ) -> Document<Message> {
        Document(title == "Conduit" ? title : "\(title) — Conduit", head: { Self.head(page, address) }) {
            header { navbar }
            main(.class(name), content: content)
            footer { div(.class("container")) { a(.class("logo-font"), .href("/")) { "conduit" } } }
        }
    }

    /// Returns the page about an error.
    @Sendable static func document(_ error: ErrorPage) -> Document<Never> {
        Document(error.title, head: { head(Page()) }) {
            main(.class("container page")) {
                h1 { error.title }
                p { error.sentence }
                p { a(.href("/")) { "Home" } }
            }
        }
    }

    @HtmlBuilder<Offered>
    private static func head<Offered>(_ page: Page, _ address: String? = nil) -> Html<Offered> {
        meta(.name("color-scheme"), .content("light dark"))
        link(.rel("stylesheet"), .href(page.asset("conduit.css")))
        link(.rel("icon"), .href(page.asset("favicon.svg")))
        if let address { canonical(address) }
    }

    private var navbar: Element {
        nav(.class("navbar"), .ariaLabel("Site")) {
            div(.class("container")) {
                a(.class("navbar-brand"), .href("/")) { "conduit" }
                ul(.class("nav navbar-nav")) {
                    navLink("Home", "/")
                    if let user {
                        navLink("New Article", "/editor") { i(.class("ion-compose")) }
                        navLink("Settings", "/settings") { i(.class("ion-gear-a")) }
                        navLink(user.username, Page.path("profile", user.username)) { image(user.image, "user-pic") }
                    } else {
                        navLink("Sign in", "/login")
                        navLink("Sign up", "/register")
                    }
                }
            }
        }
    }

    /// A link of a list of them, which may be to this page.
    func navLink(
        _ text: String,
        _ address: String,
        isHere: Bool? = nil,
        @HtmlBuilder<Message> icon: () -> Element = { .empty }
    ) -> Element {
        let isHere = isHere ?? (page.link(to: page.path) == address)
        return li(.class("nav-item")) {
            a(.class(isHere ? "nav-link active" : "nav-link"), .href(address), isHere ? .ariaCurrent(.page) : .none) {
                icon()
                text
            }
        }
    }

    func image(_ address: String, _ name: String) -> Element {
        let source = address.isEmpty ? "/default-avatar.svg" : address
        return img(.src(source), .alt(""), .referrerpolicy(.noReferrer), .class(name))
    }

    func date(_ date: Date) -> Element {
        let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let day = LocalDate(date, in: .utc)
        return span(.class("date")) { time(.datetime(text)) { Formats.english.date(day, .long) } }
    }

    // MARK: Forms

    /// What is wrong with what was sent.
    @HtmlBuilder<Message>
    var problems: Element {
        if !page.problems.isEmpty {
            ul(.class("error-messages"), .role(.alert)) { for problem in page.problems { li { problem.sentence } } }
        }
    }

    /// A field with what was typed into it, or else what is stored.
    ///
    /// - Parameters:
    ///   - rows: how many lines it has, if several.
    ///   - isDraft: whether what is typed is kept each time that somebody pauses.
    func field(
        _ name: String,
        _ label: String,
        _ stored: String? = nil,
        type: HtmlValue.InputType = .text,
        rows: Int? = nil,
        isDraft: Bool = false
    ) -> Element {
        let value = model.typed[name] ?? stored ?? ""
        let (hint, label) = (Attribute<Message>.placeholder(label), Attribute<Message>.ariaLabel(label))
        let typed = isDraft ? Attribute<Message>.onInput { .typed($0, in: name) } : .none
        let pause = isDraft ? Attribute<Message>.debounce(.milliseconds(400)) : .none
        if let rows { return textarea(.name(name), .rows(rows), hint, label, typed, pause) { value } }
        return input(.name(name), .type(type), hint, label, .maxlength(500), .value(value), typed, pause)
    }
}
