import Elmwood

/// Register, sign in and sign out.
///
/// A password is in the message of its form and in the effect that follows, and never in the model, which is stored.
struct AccountPage: Program {
    struct Model: Codable, Equatable, Sendable {
        /// The client's address, by which attempts are counted.
        var client: String?
        /// The id of the account that has signed in; nil if none has.
        var account: String?
        /// The form whose effect has not ended.
        var pending: String?
        /// The name as it was typed last, so that a form that is refused still has it.
        var name = ""
    }

    enum Message: Codable, Equatable, Sendable {
        case register(Credentials)
        case signIn(Credentials)
        case signOut
        // What no page offers: an effect has ended.
        case entered(account: String)
        case refused(Accounts.Refusal)
    }

    enum Effect: Codable, Equatable, Sendable {
        case register(Credentials, from: String?)
        case signIn(Credentials, from: String?)
    }

    /// The name of the account that has signed in.
    struct AccountName: Read {
        var account: String

        func value(from accounts: Accounts) async throws -> String? { try await accounts.name(of: account) }
    }

    let accounts: Accounts

    func start(_ visit: Visit) -> Start<Self> { Start(Model(client: visit.address)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .register(let credentials):
            return begin("register", .register(credentials, from: model.client), credentials, in: &model)
        case .signIn(let credentials):
            return begin("sign-in", .signIn(credentials, from: model.client), credentials, in: &model)
        case .signOut:
            return .batch(.endSession, .navigate(to: "/"), .notice("You have signed out."))
        case .entered(let account):
            model = Model(client: model.client, account: account)
            // The session has a new id from now on: others may know the former one.
            return .batch(.cancel("timeout"), .renewSession, .identify(account), .navigate(to: "/"))
        case .refused(let refusal):
            let form = model.pending
            model.pending = nil
            return .batch(.cancel("timeout"), .problem(of: form, refusal.sentence))
        }
    }

    /// Begins the effect of a form. If the process ends before the effect does, the timeout ends the wait.
    private func begin(
        _ form: String,
        _ effect: Effect,
        _ credentials: Credentials,
        in model: inout Model
    ) -> Command<Self> {
        model.pending = form
        model.name = credentials.name
        return .batch(.effect(effect), .after(.seconds(30), .refused(.failed), id: "timeout"))
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        do {
            switch effect {
            case .register(let credentials, let client):
                send(.entered(account: try await accounts.register(credentials, from: client)))
            case .signIn(let credentials, let client):
                send(.entered(account: try await accounts.signIn(credentials, from: client)))
            }
        } catch let refusal as Accounts.Refusal {
            send(.refused(refusal))
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .refused(.failed) }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" || page.path == "/register" else { throw NotFound() }
        let isWaiting = model.pending != nil
        if let account = model.account, let name = try page.read(AccountName(account: account), from: accounts) {
            return layout("Hello, \(name)", on: page) { button("Sign out", .signOut) }
        }
        if page.path == "/register" {
            return layout("Register", on: page, isWaiting: isWaiting) {
                form("register", .onSubmit(Message.register), .novalidate) {
                    nameField(model, on: page)
                    passwordField(.newPassword, hint: "At least 12 characters, such as four words.", on: page)
                    button(.disabled(isWaiting)) { "Register" }
                }
                p { a(.href(page.link(to: "/"))) { "Sign in" } }
            }
        }
        return layout("Sign in", on: page, isWaiting: isWaiting) {
            form("sign-in", .onSubmit(Message.signIn), .novalidate) {
                nameField(model, on: page)
                passwordField(.currentPassword, on: page)
                button(.disabled(isWaiting)) { "Sign in" }
            }
            p { a(.href(page.link(to: "/register"))) { "Register" } }
        }
    }

    private func nameField(_ model: Model, on page: Page) -> Html<Message> {
        field("Name", "name", on: page) { description in
            input(
                .id("name"),
                .name("name"),
                .required,
                .pattern("[A-Za-z0-9._-]+"),
                .maxlength(40),
                .autocomplete(.username),
                .value(model.name),
                description
            )
        }
    }

    private func passwordField(
        _ kind: HtmlValue.Autocomplete,
        hint: String? = nil,
        on page: Page
    ) -> Html<Message> {
        field("Password", "password", hint: hint, on: page) { description in
            input(
                .id("password"),
                .name("password"),
                .type(.password),
                .required,
                .when(hint != nil, .minlength(12)),
                .maxlength(200),
                .autocomplete(kind),
                description
            )
        }
    }
}
