import Elmwood
import FoundationEssentials

extension Accounts {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        switch page.path {
        case "/register":
            return document("Register", model, on: page) { linkForm("to open your account", model, on: page) }
        case "/forgot":
            return document("Forgotten password", model, on: page) {
                linkForm("to choose a new password", model, on: page)
            }
        case "/deleted": return document("Your account is deleted", model, on: page) { toSignIn(on: page) }
        case "/sent": return document("Look into your mails", model, on: page) { sent }
        case "/welcome":
            return try document("Open your account", for: .welcome, model, on: page) { welcome($0, on: page) }
        case "/reset": return try document("A new password", for: .reset, model, on: page) { reset($0, on: page) }
        case "/", "/password", "/sessions", "/delete": break
        default: throw NotFound()
        }
        guard let identity = model.identity,
            let profile = try page.read(CurrentProfile(identity: identity), from: service)
        else { return document("Sign in", model, on: page) { signIn(model, on: page) } }
        switch page.path {
        case "/password":
            return document("Change your password", model, profile, on: page) { changePassword(profile, on: page) }
        case "/sessions": return document("Where you are signed in", model, profile, on: page) { sessions(model) }
        case "/delete": return document("Delete your account", model, profile, on: page) { delete(on: page) }
        default: return document("Hello, \(profile.name)", model, profile, on: page) { overview(profile) }
        }
    }

    /// A page that only a link of a mail leads to.
    private func document(
        _ title: String,
        for purpose: AccountService.Purpose,
        _ model: Model,
        on page: Page,
        @HtmlBuilder<Message> content: (_ token: String) -> Html<Message>
    ) throws -> Document<Message> {
        let token = page.query["token"] ?? ""
        guard try page.read(LinkIsValid(token: token, purpose: purpose), from: service) else {
            return document(title, model, on: page) {
                p(.class("problem"), .role(.alert)) { Refusal.voidLink.sentence }
                p { a(.class("button"), .href(page.link(to: "/forgot"))) { "Ask for a new link" } }
            }
        }
        return document(title, model, on: page) { content(token) }
    }

    private func document(
        _ title: String,
        _ model: Model,
        _ profile: Profile? = nil,
        on page: Page,
        @HtmlBuilder<Message> content: () -> Html<Message>
    ) -> Document<Message> {
        // Without script, a page has to ask again for what is not there yet, and nothing may be typed meanwhile.
        let isListMissing = profile != nil && page.path == "/sessions" && model.sessions == nil
        let isWaiting = (model.pending != nil || isListMissing) && !page.isLive
        let document = Document<Message>(
            "\(title) – Accounts",
            head: {
                link(.rel("stylesheet"), .href(page.asset("style.css")))
                link(.rel("icon"), .href("/favicon.svg"))
                if isWaiting { meta(.httpEquiv(.refresh), .content("1")) }
            },
            body: {
                main(.class("accounts")) {
                    if profile != nil { menu(on: page) }
                    h1 { title }
                    for notice in page.notices { p(.class("notice"), .role(.status)) { notice } }
                    for problem in page.problems where problem.field.isEmpty {
                        p(.class("problem"), .role(.alert)) { problem.sentence }
                    }
                    if isWaiting { p(.role(.status)) { "One moment…" } } else { content() }
                }
            }
        )
        // A live page is not loaded again after the sign-in: the browser has the cookie from the next load on.
        let cookie = profile == nil ? nil : model.browser.flatMap { try? service.known.cookie($0) }
        return cookie.map { document.cookie($0) } ?? document
    }

    private func menu(on page: Page) -> Html<Message> {
        nav {
            for (path, name) in [
                ("/", "Account"), ("/password", "Password"), ("/sessions", "Sessions"), ("/delete", "Delete"),
            ] {
                a(.href(page.link(to: path)), .when(page.path == path, .ariaCurrent(.page))) { name }
            }
        }
    }

    // MARK: Signed out

    @HtmlBuilder<Message>
    private func signIn(_ model: Model, on page: Page) -> Html<Message> {
        card(.signIn, Message.signIn, "Sign in") {
            emailField(model, on: page)
            passwordField("password", "Password", .currentPassword, on: page)
        }
        p(.class("ways")) {
            a(.href(page.link(to: "/register"))) { "Register" }
            a(.href(page.link(to: "/forgot"))) { "Forgotten your password?" }
        }
    }

    /// Both who wants an account and who has forgotten the password of one is sent a link. What it is for, only the mail tells.
    @HtmlBuilder<Message>
    private func linkForm(_ purpose: String, _ model: Model, on page: Page) -> Html<Message> {
        p { "We send you a mail with a link \(purpose)." }
        card(.link, Message.sendLink, "Send the link") { emailField(model, on: page) }
        toSignIn(on: page)
    }

    private func toSignIn(on page: Page) -> Html<Message> {
        p(.class("ways")) { a(.href(page.link(to: "/"))) { "Sign in" } }
    }

    @HtmlBuilder<Message> private var sent: Html<Message> {
        p { "We have sent a mail to the address that you gave. Follow its link within an hour." }
        p { "If there is none after some minutes, look among unwanted mails, and check how you wrote the address." }
        p(.class("note")) { "This example writes its mails into the folder “mails” of the data folder." }
    }

    // MARK: By the link of a mail

    private func welcome(_ token: String, on page: Page) -> Html<Message> {
        card(.welcome, Message.open, "Open the account") {
            input(.type(.hidden), .name("token"), .value(token))
            formField("name", "Name", on: page) { description in
                input(.id("name"), .name("name"), .required, .maxlength(80), .autocomplete(.name), description)
            }
            passwordField("password", "Password", .newPassword, on: page)
        }
    }

    private func reset(_ token: String, on page: Page) -> Html<Message> {
        card(.reset, Message.reset, "Change the password") {
            input(.type(.hidden), .name("token"), .value(token))
            passwordField("password", "New password", .newPassword, on: page)
        }
    }

    // MARK: Signed in

    private func overview(_ profile: Profile) -> Html<Message> {
        section(.class("card"), .ariaLabel("Account")) {
            dl {
                dt { "Name" }
                dd { profile.name }
                dt { "Mail address" }
                dd { profile.email }
            }
            p(.class("actions")) { button("Sign out", .signOut) }
        }
    }

    private func changePassword(_ profile: Profile, on page: Page) -> Html<Message> {
        card(.password, Message.changePassword, "Change the password") {
            // Programs that remember passwords learn from it whose password it is. It is no field of the message.
            input(.type(.email), .autocomplete(.username), .value(profile.email), .readonly, .ariaLabel("Mail address"))
            passwordField("current", "Current password", .currentPassword, on: page)
            passwordField("password", "New password", .newPassword, on: page)
        }
    }

    private func sessions(_ model: Model) -> Html<Message> {
        section(.class("card"), .ariaLabel("Sessions")) {
            ul(.class("sessions")) {
                for session in model.sessions ?? [] {
                    li(.key(session.id)) {
                        p {
                            strong { session.isCurrent ? "This browser" : "Another browser" }
                            "Signed in "
                            moment(session.created)
                            br()
                            "Last used "
                            moment(session.used)
                        }
                        if !session.isCurrent { button("End", .endSession(session.id)) }
                    }
                }
            }
            p(.class("actions")) { button("Sign out everywhere", .signOutEverywhere) }
        }
    }

    private func moment(_ date: Date) -> Html<Message> {
        let text = date.formatted(.iso8601)
        return time(.datetime(text)) { "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC" }
    }

    @HtmlBuilder<Message>
    private func delete(on page: Page) -> Html<Message> {
        p { "Your account and all that belongs to it is deleted at once, and you are signed out everywhere." }
        card(.delete, Message.delete, "Delete my account") {
            passwordField("password", "Password", .currentPassword, on: page)
        }
    }

    // MARK: Forms

    /// A form. `.novalidate` leaves the validation to the server, so that problems have the same words and the same place with and
    /// without script.
    private func card<Entry: Codable & Sendable>(
        _ name: FormName,
        _ message: @escaping @Sendable (Entry) -> Message,
        _ action: String,
        @HtmlBuilder<Message> fields: () -> Html<Message>
    ) -> Html<Message> {
        form(name.rawValue, .onSubmit(message), .novalidate, .class("card")) {
            fields()
            p(.class("actions")) { button(.class("primary")) { action } }
        }
    }

    private func emailField(_ model: Model, on page: Page) -> Html<Message> {
        formField("email", "Mail address", on: page) { description in
            input(
                .id("email"),
                .name("email"),
                .type(.email),
                .required,
                .maxlength(254),
                .autocomplete(.username),
                .value(model.email),
                description
            )
        }
    }

    /// A field for the password that there is, or for a new one, which has to be long.
    private func passwordField(
        _ name: String,
        _ caption: String,
        _ kind: HtmlValue.Autocomplete,
        on page: Page
    ) -> Html<Message> {
        let isNew = kind == .newPassword
        let hint = isNew ? "At least 12 characters, such as four words." : nil
        return formField(name, caption, hint: hint, on: page) { description in
            input(
                .id(name),
                .name(name),
                .type(.password),
                .required,
                .when(isNew, .minlength(12)),
                .maxlength(200),
                .autocomplete(kind),
                description
            )
        }
    }
}
