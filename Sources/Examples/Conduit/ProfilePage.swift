import Elmwood

/// An author with their articles, at `/profile/{username}`, and at `/favorites` below it those that they like.
struct ProfilePage: Program {
    struct Model: Codable, Equatable, Sendable { var account: Int? }

    enum Message: Codable, Equatable, Sendable {
        case arrived(Arrival)
        case react(Reaction)
    }

    enum Effect: Codable, Equatable, Sendable { case react(Reaction, by: Int) }

    let username: String
    let store: Store

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: visit.account.flatMap { Int($0) })) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival): model.account = arrival.account.flatMap { Int($0) }
        case .react(let reaction): if let account = model.account { return .effect(.react(reaction, by: account)) }
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .react(let reaction, let account) = effect else { return }
        for topic in try await store.react(reaction, by: account) { send.changed(topic) }
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let layout = try Layout(model.account, on: page, from: store, react: Message.react)
        guard ["/", "/favorites"].contains(page.path),
            let author = try page.read(ProfileByName(username: username, reader: layout.user?.id), from: store)
        else { throw NotFound() }
        let isFavorites = page.path == "/favorites"
        let number = max(1, min(Int(page.query["page"] ?? "") ?? 1, 1_000_000))
        let selection = isFavorites ? Selection(favorited: username) : Selection(author: username)
        let read = SelectedArticles(selection: selection.page(number), reader: layout.user?.id)
        let list = try page.read(read, from: store)
        return layout.document(username, class: "profile-page") {
            div(.class("user-info")) {
                div(.class("container")) {
                    layout.picture(author.image, class: "user-img")
                    h1 { author.username }
                    p { author.bio }
                    if layout.user?.username == author.username {
                        a(.class("btn btn-sm btn-outline-secondary"), .href("/settings")) {
                            i(.class("ion-gear-a"))
                            "Edit Profile Settings"
                        }
                    } else {
                        layout.followButton(author)
                    }
                }
            }
            div(.class("container page")) {
                ul(.class("articles-toggle nav-pills")) {
                    tab("My Articles", page.link(to: "/"), isHere: !isFavorites)
                    tab("Favorited Articles", page.link(to: "/favorites"), isHere: isFavorites)
                }
                layout.articles(list, page: number) { page.link(to: page.path, query: $0 > 1 ? ["page": "\($0)"] : [:]) }
            }
        }
    }
}
