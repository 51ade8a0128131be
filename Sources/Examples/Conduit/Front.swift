import Elmwood

/// The lists of articles, and the pages of one's account: `/`, `/tag/{tag}`, `/login`, `/register` and `/settings`.
struct Front: Program {
    struct Model: Codable, Equatable, Sendable {
        var account: Int?
        /// What was sent last and is not stored yet. It never contains a password: models are stored.
        var fields: AccountFields?
    }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival)
        case signIn(AccountFields), register(AccountFields), save(AccountFields), signOut
        case react(Reaction)
        // What came of them. No control offers these.
        case signedIn(Int), saved(User, withPassword: Bool), refused([String])
    }

    enum Effect: Codable, Equatable, Sendable {
        case signIn(AccountFields), register(AccountFields), save(AccountFields, by: Int)
        case react(Reaction, by: Int)
    }

    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: visit.account.flatMap { Int($0) })) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            model = Model(account: arrival.account.flatMap { Int($0) })
            return arrival.path == "/settings" && model.account == nil ? .navigate(to: "/login") : .none
        case .signIn(let fields):
            model.fields = AccountFields(email: fields.email)
            return .effect(.signIn(fields))
        case .register(let fields):
            model.fields = AccountFields(username: fields.username, email: fields.email)
            return .effect(.register(fields))
        case .save(var fields):
            guard let account = model.account else { return .navigate(to: "/login") }
            if fields.password == "" { fields.password = nil }
            model.fields = fields
            model.fields?.password = nil
            return .effect(.save(fields, by: account))
        case .signOut: return .batch(.navigate(to: "/"), .endSession)
        case .react(let reaction): return model.account.map { .effect(.react(reaction, by: $0)) } ?? .none
        case .signedIn(let account):
            model = Model(account: account)
            return .batch(.renewSession, .identify("\(account)"), .navigate(to: "/"))
        case .saved(let user, let withPassword):
            model.fields = nil
            let end: Command<Self> = withPassword ? .endSessions(of: "\(user.id)") : .none
            return .batch(end, .leave(to: Page.path("profile", user.username)))
        case .refused(let sentences): return .batch(sentences.map { .problem(of: "account", $0) })
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .signIn(let fields):
            let (email, password) = (fields.email ?? "", fields.password ?? "")
            send(.signedIn(try await store.signIn(email: email, password: password, from: nil).id))
        case .register(let fields): send(.signedIn(try await store.register(fields).id))
        case .save(let fields, let account):
            let user = try await store.update(account, fields)
            send.changed(Topic.user(account))
            send.changed(Topic.profiles)
            send(.saved(user, withPassword: fields.password != nil))
        case .react(let reaction, let account):
            for topic in try await store.react(reaction, by: account) { send.changed(topic) }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .refused(Refusal.sentences(error)) }
}
