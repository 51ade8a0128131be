import Elmwood

/// A page of the site: what all pages have in common, around the content of one.
///
/// - Parameter isWaiting: whether the page waits for something. Without script it asks again each second.
func layout<Message>(
    _ title: String,
    on page: Page,
    isWaiting: Bool = false,
    @HtmlBuilder<Message> content: () throws -> Html<Message>
) rethrows -> Document<Message> {
    try Document("\(title) – Shop") {
        link(.rel("stylesheet"), .href(page.asset("style.css")))
        link(.rel("icon"), .href(page.asset("icon.svg")))
        if isWaiting && !page.isLive { meta(.httpEquiv(.refresh), .content("1")) }
    } body: {
        header { navigation(on: page) }
        try main {
            h1 { title }
            for notice in page.notices { p(.class("notice"), .role(.status)) { notice } }
            for problem in page.problems where problem.field.isEmpty {
                p(.class("problem"), .role(.alert)) { problem.sentence }
            }
            try content()
        }
    }
}

/// The links to the programs of the site.
private func navigation<Message>(on page: Page) -> Html<Message> {
    nav(.ariaLabel("Site")) {
        navigationLink("Counter", to: "/", on: page)
        //: if sql
        navigationLink("Notes", to: "/notes", on: page)
        //: end
        //: if shared
        navigationLink("Poll", to: "/poll", on: page)
        //: end
        //: if accounts
        navigationLink("Account", to: "/account", on: page)
        //: end
    }
}

private func navigationLink<Message>(_ name: String, to address: String, on page: Page) -> Html<Message> {
    a(.href(address), .when(page.link(to: "/") == address, .ariaCurrent(.page))) { name }
}

/// A field with its label, a hint, and its problem.
///
/// - Parameter control: the field itself, of the name as its `id` and `name`, with the attribute that refers to hint and problem.
func field<Message>(
    _ caption: String,
    _ name: String,
    hint: String? = nil,
    on page: Page,
    @HtmlBuilder<Message> control: (_ description: Attribute<Message>) -> Html<Message>
) -> Html<Message> {
    let problem = page.problem(in: name)
    let described = [hint == nil ? nil : "\(name)-hint", problem == nil ? nil : "\(name)-problem"].compactMap(\.self)
    return div(.class("field")) {
        label(caption, for: name)
        control(.when(!described.isEmpty, .ariaDescribedby(described.joined(separator: " "))))
        if let hint { p(.id("\(name)-hint"), .class("hint")) { hint } }
        if let problem { p(.id("\(name)-problem"), .class("problem"), .role(.alert)) { problem } }
    }
}
