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

    func start(_ visit: Visit) -> Start<Self> { Start(Model(account: Int(visit.account ?? ""))) }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { [.arrived(Message.arrived)] }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .arrived(let arrival): model.account = Int(arrival.account ?? "")
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
        var read = SelectedArticles(reader: layout.user?.id, offset: page.offset)
        if isFavorites { read.favorited = username } else { read.author = username }
        let list = try page.read(read, from: store)
        return layout.document(username, class: "profile-page") {
            div(.class("user-info")) {
                div(.class("container")) {
                    layout.picture(author.image, class: "user-img")
                    h1 { author.username }
                    p { author.bio }
                    if layout.user?.username == author.username {
                        a(.class("btn btn-sm btn-outline-secondary ion-gear-a"), .href("/settings")) {
                            "Edit Profile Settings"
                        }
                    } else {
                        layout.followButton(author)
                    }
                }
            }
            div(.class("container page")) {
                ul(.class("articles-toggle nav-pills")) {
                    layout.link("My Articles", page.link(to: "/"), isHere: !isFavorites)
                    layout.link("Favorited Articles", page.link(to: "/favorites"), isHere: isFavorites)
                }
                layout.articles(list)
            }
        }
    }
}
