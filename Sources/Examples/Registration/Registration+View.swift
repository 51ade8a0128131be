import Elmwood

extension Registration {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        return Document(
            "Registration",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                if let picture = model.member?.picture, picture.kind == nil, !page.isLive {
                    // Without script a page has no other way to learn that the picture has been examined.
                    meta(.httpEquiv(.refresh), .content("1"))
                }
            },
            body: {
                main(.class("registration")) {
                    nav { a(.href("/")) { "Examples" } }
                    if let member = model.member {
                        thanks(member)
                    } else {
                        h1 { "Registration" }
                        registrationForm(model.draft, on: page)
                    }
                }
            }
        )
    }

    /// The form. `.novalidate` leaves the validation to the server, so that problems have the same words and the same place with
    /// and without script.
    private func registrationForm(_ draft: Draft, on page: Page) -> Html<Message> {
        form("registration", .onSubmit(Message.registered), .novalidate, .class("card")) {
            identity(draft, on: page)
            passwordField(on: page)
            origin(draft, on: page)
            pictureField(on: page)
            p(.class("tick")) {
                input(
                    .id("news"),
                    .name("news"),
                    .type(.checkbox),
                    .class("toggle"),
                    .checked(draft.wantsNews),
                    .onChange(Message.newsTicked)
                )
                label("Send me the newsletter", for: "news")
            }
            p(.class("actions")) { button(.class("primary")) { "Register" } }
        }
    }

    @HtmlBuilder<Message>
    private func identity(_ draft: Draft, on page: Page) -> Html<Message> {
        field("name", "Name", on: page) { description in
            input(
                .id("name"),
                .name("name"),
                .required,
                .maxlength(80),
                .autocomplete(.name),
                .value(draft.name),
                .onInput(Message.nameTyped),
                .debounce(.milliseconds(400)),
                description
            )
        }
        field("email", "E-mail", on: page) { description in
            input(
                .id("email"),
                .name("email"),
                .type(.email),
                .required,
                .maxlength(200),
                .autocomplete(.email),
                .value(draft.email),
                .onInput(Message.emailTyped),
                .debounce(.milliseconds(400)),
                description
            )
        }
    }

    private func passwordField(on page: Page) -> Html<Message> {
        field("password", "Password", hint: "At least 10 characters, a digit among them.", on: page) { description in
            input(
                .id("password"),
                .name("password"),
                .type(.password),
                .required,
                .minlength(10),
                .maxlength(200),
                .pattern(".*[0-9].*"),
                .autocomplete(.newPassword),
                .onInput { (_: String) in .passwordTyped },
                .debounce(.milliseconds(400)),
                description
            )
        }
    }

    @HtmlBuilder<Message>
    private func origin(_ draft: Draft, on page: Page) -> Html<Message> {
        field("birthday", "Date of birth", on: page) { description in
            input(
                .id("birthday"),
                .name("birthday"),
                .type(.date),
                .required,
                .min("1900-01-01"),
                .max("2020-12-31"),
                .autocomplete(.bday),
                .value(draft.birthday),
                .onChange(Message.birthdayChosen),
                description
            )
        }
        field("country", "Country", on: page) { description in
            select(
                .id("country"),
                .name("country"),
                .required,
                .autocomplete(.countryName),
                .onChange(Message.countryChosen),
                description
            ) {
                option("Choose…", value: "", selected: draft.country.isEmpty)
                for country in Countries.names {
                    option(country, value: country, selected: country == draft.country)
                }
            }
        }
    }

    private func pictureField(on page: Page) -> Html<Message> {
        field("picture", "Picture", hint: "If you like; of 10 MB at most.", on: page) { description in
            input(
                .id("picture"),
                .name("picture"),
                .type(.file),
                .accept("image/*"),
                .upload(upTo: 10_000_000),
                description
            )
            progress(.uploadProgress(of: "picture"), .ariaLabel("How much of the picture has arrived"))
        }
    }

    /// A field with its caption, a hint, and its problem.
    private func field(
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

    private func thanks(_ member: Member) -> Html<Message> {
        section(.class("card"), .ariaLabelledby("thanks")) {
            h1(.id("thanks")) { "Thank you, \(member.draft.name)" }
            dl {
                dt { "E-mail" }
                dd { member.draft.email }
                dt { "Date of birth" }
                dd { member.draft.birthday }
                dt { "Country" }
                dd { member.draft.country }
                dt { "Newsletter" }
                dd { member.draft.wantsNews ? "Yes" : "No" }
                dt { "Picture" }
                dd(.id("picture-kind"), .ariaLive(.polite)) { text(about: member.picture) }
            }
            p(.class("actions")) { button("Register someone else", .anotherWanted) }
        }
    }

    private func text(about picture: Picture?) -> String {
        guard let picture else { return "None" }
        let size = picture.size < 10_000 ? "\(picture.size) bytes" : "\(picture.size / 1_000) kB"
        guard let kind = picture.kind else { return "\(size), being looked at…" }
        return "A \(kind.rawValue), \(size)"
    }
}
