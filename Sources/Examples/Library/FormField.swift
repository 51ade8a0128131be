import Elmwood

/// A field with its caption, a hint, and its problem.
func formField<Message>(
    _ name: String,
    _ caption: String,
    hint: String? = nil,
    on page: Page,
    @HtmlBuilder<Message> control: (_ description: Attribute<Message>) -> Html<Message>
) -> Html<Message> {
    let problem = page.problem(in: name)
    let described = [hint == nil ? nil : "\(name)-hint", problem == nil ? nil : "\(name)-problem"].compactMap(
        \.self
    )
    return div(.class("form-field")) {
        label(caption, for: name)
        control(described.isEmpty ? .none : .ariaDescribedby(described.joined(separator: " ")))
        if let hint { p(.id("\(name)-hint"), .class("note")) { hint } }
        if let problem { p(.id("\(name)-problem"), .class("problem"), .role("alert")) { problem } }
    }
}
