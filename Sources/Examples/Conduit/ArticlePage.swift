import Elmwood

/// An article with its comments, at `/article/{slug}`. Each visitor has a draft of a comment on each article.
struct ArticlePage: Program {
    struct Model: Codable, Equatable, Sendable {
        var account: Int?
        var draft = ""
    }

    struct Entry: Codable, Equatable, Sendable { var body: String }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival)
        case typed(String), comment(Entry), deleteComment(Int), delete
        case react(Reaction)
        // What came of them. No control offers these.
        case deleted, refused([Problem], draft: String?)
    }

    enum Effect: Codable, Equatable, Sendable {
        case comment(String, by: Int), deleteComment(Int, by: Int), delete(by: Int)
        case react(Reaction, by: Int)
    }

    let slug: String
    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: Int(visit.account ?? ""))) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        if case .arrived(let arrival) = message { model.account = Int(arrival.account ?? "") }
        guard let account = model.account else { return .none }
        switch message {
        case .arrived: return .none
        case .typed(let text): model.draft = text
        case .comment(let entry):
            model.draft = ""
            return .effect(.comment(entry.body, by: account))
        case .deleteComment(let id): return .effect(.deleteComment(id, by: account))
        case .delete: return .effect(.delete(by: account))
        case .react(let reaction): return .effect(.react(reaction, by: account))
        case .deleted: return .leave(to: "/")
        case .refused(let problems, let draft):
            if let draft, model.draft.isEmpty { model.draft = draft }
            return .batch(problems.map { .problem(in: $0.field, of: "comment", $0.sentence) })
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .comment(let body, let account):
            _ = try await store.comment(body, on: slug, by: account)
            send.changed(Topic.comments(slug))
        case .deleteComment(let id, let account):
            try await store.deleteComment(id, on: slug, by: account)
            send.changed(Topic.comments(slug))
        case .delete(let account):
            try await store.delete(slug, by: account)
            send.changed(Topic.articles)
            send(.deleted)
        case .react(let reaction, let account):
            for topic in try await store.react(reaction, by: account) { send.changed(topic) }
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        if case .comment(let body, _) = effect { return .refused(Refusal.problems(error), draft: body) }
        return .refused(Refusal.problems(error), draft: nil)
    }
}
