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
        case enter(AccountFields, isNew: Bool), save(AccountFields), signOut
        case react(Reaction)
        // What came of them. No control offers these.
        case entered(Int), saved(User?, withPassword: Bool), refused([Problem])
    }

    enum Effect: Codable, Equatable, Sendable {
        case enter(AccountFields, isNew: Bool), save(AccountFields, by: Int), react(Reaction, by: Int)
    }

    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: Int(visit.account ?? ""))) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival):
            model = Model(account: Int(arrival.account ?? ""))
            return arrival.path == "/settings" && model.account == nil ? .navigate(to: "/login") : .none
        case .enter(let fields, let isNew):
            model.fields = AccountFields(username: fields.username, email: fields.email)
            return .effect(.enter(fields, isNew: isNew))
        case .save(var fields):
            guard let account = model.account else { return .navigate(to: "/login") }
            if fields.password == "" { fields.password = nil }
            model.fields = fields
            model.fields?.password = nil
            return .effect(.save(fields, by: account))
        case .signOut: return .batch(.navigate(to: "/"), .endSession)
        case .react(let reaction): return model.account.map { .effect(.react(reaction, by: $0)) } ?? .none
        case .entered(let account):
            model = Model(account: account)
            return .batch(.renewSession, .identify("\(account)"), .navigate(to: "/"))
        case .saved(let user, let withPassword):
            model.fields = nil
            guard let user else { return .none }
            let end: Command<Self> = withPassword ? .endSessions(of: "\(user.id)") : .none
            return .batch(end, .leave(to: Page.path("profile", user.username)))
        case .refused(let problems): return .batch(problems.map { .problem(in: $0.field, of: "account", $0.sentence) })
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .enter(let fields, let isNew):
            send(.entered(try await isNew ? store.register(fields) : store.signIn(fields, from: nil)))
        case .save(let fields, let account):
            try await store.update(account, fields)
            for topic in [Topic.user(account), Topic.profiles] { send.changed(topic) }
            let user = try await UserByID(id: account).value(from: store)
            send(.saved(user, withPassword: fields.password != nil))
        case .react(let reaction, let account):
            for topic in try await store.react(reaction, by: account) { send.changed(topic) }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .refused(Refusal.problems(error)) }
}
