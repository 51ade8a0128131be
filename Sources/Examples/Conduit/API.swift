import Elmwood
import ElmwoodAccounts

/// The JSON interface of the site, for clients of their own. Scripts of any site may use it, by a token and never by a cookie.
struct API: Sendable {
    let store: Store
    let key: SealingKey

    /// What a token states.
    private struct Token: Codable, Sendable { var user, stamp: Int }

    /// A request's body, which has one of these.
    private struct Body: Decodable {
        struct Comment: Decodable { var body: String? }
        var user: AccountFields?
        var article: ArticleFields?
        var comment: Comment?
    }

    private struct Account: Encodable { var username, email, bio, image, token: String }

    func add(to site: inout Site) {
        site.group("/api", crossOrigin: .any) { api in
            api.use { request, next in
                do {
                    return try await next(request)
                } catch let problem as ProblemDetails {
                    throw Refusal(status: problem.status, errors: ["body": [problem.detail]])
                } catch is NotFound {
                    throw Refusal.missing
                }
            }
            addAccounts(to: &api)
            addArticles(to: &api)
        }
    }

    private func addAccounts(to api: inout EndpointGroup) {
        api.post("/users") { request in
            let client = request.clientAddress
            return try await account(store.register(body(request).user ?? .init(), from: client), status: .created)
        }
        api.post("/users/login") { request in
            try await account(store.signIn(body(request).user ?? .init(), from: request.clientAddress))
        }
        api.get("/user") { request in try await account(member(request).id) }
        api.put("/user") { request in
            let member = try await member(request)
            _ = try await store.update(body(request).user ?? .init(), by: member, from: request.clientAddress)
            return try await account(member.id)
        }
        api.get("/profiles/{username}") { (request: EndpointRequest, username: String) in
            try await profile(username, for: reader(request))
        }
        for (method, isOn) in [(HTTPMethod.post, true), (.delete, false)] {
            api.on(method, "/profiles/{username}/follow") { (request: EndpointRequest, username: String) in
                try await profile(username, for: apply(.follow(username: username, isOn), request))
            }
            api.on(method, "/articles/{slug}/favorite") { (request: EndpointRequest, slug: String) in
                try await article(slug, for: apply(.favorite(slug: slug, isOn), request))
            }
        }
    }

    private func addArticles(to api: inout EndpointGroup) {
        api.get("/tags") { _ in try await .json(["tags": PopularTags().value(from: store)]) }
        api.get("/articles") { request in
            let (tag, author, fan) = (request.query["tag"], request.query["author"], request.query["favorited"])
            let read = try await SelectedArticles(tag: tag, author: author, favorited: fan, reader: reader(request))
            return try await list(read, request.query)
        }
        api.get("/articles/feed") { request in
            try await list(SelectedArticles(isFeed: true, reader: member(request).id), request.query)
        }
        api.get("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            try await article(slug, for: reader(request))
        }
        api.post("/articles") { request in
            let member = try await member(request)
            let slug = try await store.publish(body(request).article ?? .init(), by: member)
            return try await article(slug, for: member.id, status: .created)
        }
        api.put("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            let member = try await member(request)
            let slug = try await store.publish(body(request).article ?? .init(), over: slug, by: member)
            return try await article(slug, for: member.id)
        }
        api.delete("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            _ = try await apply(.deleteArticle(slug: slug), request)
            return .noContent
        }
        api.get("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let comments = try await CommentsOnArticle(slug: slug, reader: reader(request)).value(from: store)
            _ = try await found(ArticleBySlug(slug: slug))
            return try .json(["comments": comments])
        }
        api.post("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let member = try await member(request)
            let text = try body(request).comment?.body ?? ""
            let id = try await store.comment(text, on: slug, by: member)
            let comments = try await CommentsOnArticle(slug: slug, reader: member.id).value(from: store)
            return try .json(["comment": comments.first { $0.id == id }])
        }
        api.delete("/articles/{slug}/comments/{id}") { (request: EndpointRequest, slug: String, id: Int) in
            _ = try await apply(.deleteComment(id, on: slug), request)
            return .noContent
        }
    }

    // MARK: Requests

    private func body(_ request: EndpointRequest) throws -> Body { try request.json() }

    /// Returns the user whose token the request has.
    private func member(_ request: EndpointRequest) async throws -> Member {
        let field = request.headers["authorization"] ?? ""
        guard field.hasPrefix("Token "),
            let token = key.open(String(field.dropFirst(6)), as: Token.self, for: "api"),
            try await UserByID(id: token.user).value(from: store)?.stamp == token.stamp
        else {
            throw Refusal(status: .unauthorized, errors: ["token": [field.isEmpty ? "is missing" : "is invalid"]])
        }
        return Member(id: token.user, changed: request.site.changed)
    }

    /// Returns the same user's id; nil if the request has no `Authorization`.
    private func reader(_ request: EndpointRequest) async throws -> Int? {
        request.headers["authorization"] == nil ? nil : try await member(request).id
    }

    /// Carries out a change, and returns the id of who has asked for it.
    private func apply(_ change: Change, _ request: EndpointRequest) async throws -> Int {
        let member = try await member(request)
        try await store.apply(change, by: member)
        return member.id
    }

    // MARK: Answers

    /// Answers with an account, and a token that is valid for sixty days.
    private func account(_ id: Int, status: HTTPStatus = .ok) async throws -> Response {
        let user = try await found(UserByID(id: id))
        let token = try key.seal(Token(user: id, stamp: user.stamp), for: "api", validFor: .seconds(60 * 86_400))
        let (name, email) = (user.username, user.email)
        let account = Account(username: name, email: email, bio: user.bio, image: user.image, token: token)
        return try .json(["user": account], status: status)
    }

    private func profile(_ username: String, for reader: Int?) async throws -> Response {
        try await .json(["profile": found(ProfileByName(username: username, reader: reader))])
    }

    private func article(_ slug: String, for reader: Int?, status: HTTPStatus = .ok) async throws -> Response {
        try await .json(["article": found(ArticleBySlug(slug: slug, reader: reader))], status: status)
    }

    private func list(_ read: SelectedArticles, _ query: Query) async throws -> Response {
        var read = read
        read.limit = query.number("limit", in: 0...100) ?? 20
        read.offset = query.number("offset", in: 0...1_000_000) ?? 0
        return try await .json(read.value(from: store))
    }

    /// Returns what a read finds.
    private func found<Value, R: Read>(_ read: R) async throws -> Value where R.Source == Store, R.Value == Value? {
        guard let value = try await read.value(from: store) else { throw Refusal.missing }
        return value
    }
}
