import Elmwood
import ElmwoodAccounts

/// The JSON interface of the site, for clients of their own. Scripts of any site may use it, by a token and never by a cookie.
struct API: Sendable {
    let store: Store
    let key: SealingKey

    /// What a token states.
    private struct Token: Codable, Sendable { var user, stamp: Int }

    /// A body or an answer with one member, such as `{"article": …}`.
    private struct Named<Value: Codable & Sendable>: Codable, Sendable { var user, article, comment, profile: Value? }

    private struct Account: Codable, Sendable { var username, email, bio, image, token: String }

    private struct CommentFields: Codable, Sendable { var body: String? }

    /// An error as clients of this interface expect it: `{"errors": {"title": ["can't be blank"]}}`.
    private struct Failure: ResponseError {
        var status: HTTPStatus
        var errors: [String: [String]]

        func response() throws -> Response { try .json(["errors": errors], status: status) }
    }

    func add(to site: inout Site) {
        site.group("/api", crossOrigin: .any) { api in
            api.use { request, next in
                do { return try await next(request) } catch let problem as ProblemDetails {
                    throw Failure(status: problem.status, errors: ["body": [problem.detail]])
                } catch Refusal.invalid(let errors) {
                    throw Failure(status: .unprocessableContent, errors: errors)
                } catch Refusal.forbidden {
                    throw Failure(status: .forbidden, errors: ["author": ["is somebody else"]])
                } catch  where error is NotFound || error as? Refusal == .missing {
                    throw Failure(status: .notFound, errors: ["address": ["is not there"]])
                }
            }
            addAccounts(to: &api)
            addArticles(to: &api)
            addComments(to: &api)
        }
    }

    private func addAccounts(to api: inout EndpointGroup) {
        api.post("/users") { request in
            try await account(try await store.register(try user(in: request)), status: .created)
        }
        api.post("/users/login") { request in
            try await account(try await store.signIn(try user(in: request), from: request.clientAddress))
        }
        api.get("/user") { request in try await account(try await reader(request)) }
        api.put("/user") { request in
            let reader = try await reader(request)
            try await store.update(reader, try user(in: request))
            for topic in [Topic.user(reader), Topic.profiles] { request.site.changed(topic) }
            return try await account(reader)
        }
        api.get("/profiles/{username}") { (request: EndpointRequest, username: String) in
            try await profile(username, for: try await optionalReader(request))
        }
        for (method, isOn) in [(HTTPMethod.post, true), (.delete, false)] {
            api.on(method, "/profiles/{username}/follow") { (request: EndpointRequest, username: String) in
                try await profile(username, for: try await react(.follow(username: username, isOn), request))
            }
            api.on(method, "/articles/{slug}/favorite") { (request: EndpointRequest, slug: String) in
                try await article(slug, for: try await react(.favorite(slug: slug, isOn), request))
            }
        }
    }

    private func addArticles(to api: inout EndpointGroup) {
        api.get("/tags") { _ in try .json(["tags": try await PopularTags().value(from: store)]) }
        api.get("/articles") { request in
            var read = selection(request.query, for: try await optionalReader(request))
            (read.tag, read.author) = (request.query["tag"], request.query["author"])
            read.favorited = request.query["favorited"]
            return try .json(try await read.value(from: store))
        }
        api.get("/articles/feed") { request in
            var read = selection(request.query, for: try await reader(request))
            read.isFeed = true
            return try .json(try await read.value(from: store))
        }
        api.get("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            try await article(slug, for: try await optionalReader(request))
        }
        api.post("/articles") { request in
            let reader = try await reader(request)
            let slug = try await store.publish(try article(in: request), by: reader)
            request.site.changed(Topic.articles)
            return try await article(slug, for: reader, status: .created)
        }
        api.put("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            let reader = try await reader(request)
            try await store.update(slug, try article(in: request), by: reader)
            for topic in [Topic.articles, Topic.article(slug)] { request.site.changed(topic) }
            return try await article(slug, for: reader)
        }
        api.delete("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            try await store.delete(slug, by: try await reader(request))
            for topic in [Topic.articles, Topic.article(slug)] { request.site.changed(topic) }
            return .noContent
        }
    }

    private func addComments(to api: inout EndpointGroup) {
        api.get("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let reader = try await optionalReader(request)
            _ = try await existing(ArticleBySlug(slug: slug))
            return try .json(["comments": try await CommentsOnArticle(slug: slug, reader: reader).value(from: store)])
        }
        api.post("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let reader = try await reader(request)
            let body = try request.json(Named<CommentFields>.self).comment?.body ?? ""
            let id = try await store.comment(body, on: slug, by: reader)
            request.site.changed(Topic.comments(slug))
            let comments = try await CommentsOnArticle(slug: slug, reader: reader).value(from: store)
            return try .json(Named(comment: comments.first { $0.id == id }))
        }
        api.delete("/articles/{slug}/comments/{id}") { (request: EndpointRequest, slug: String, id: Int) in
            try await store.deleteComment(id, on: slug, by: try await reader(request))
            request.site.changed(Topic.comments(slug))
            return .noContent
        }
    }

    // MARK: Requests and answers

    private func user(in request: EndpointRequest) throws -> AccountFields {
        try request.json(Named<AccountFields>.self).user ?? AccountFields()
    }

    private func article(in request: EndpointRequest) throws -> ArticleFields {
        try request.json(Named<ArticleFields>.self).article ?? ArticleFields()
    }

    /// Returns the user whose token the request has; nil if it has no `Authorization`.
    private func optionalReader(_ request: EndpointRequest) async throws -> Int? {
        request.headers["authorization"] == nil ? nil : try await reader(request)
    }

    private func reader(_ request: EndpointRequest) async throws -> Int {
        let field = request.headers["authorization"] ?? ""
        guard field.hasPrefix("Token "),
            let token = key.open(String(field.dropFirst(6)), as: Token.self, for: "api"),
            try await UserByID(id: token.user).value(from: store)?.stamp == token.stamp
        else { throw Failure(status: .unauthorized, errors: ["token": [field.isEmpty ? "is missing" : "is invalid"]]) }
        return token.user
    }

    private func selection(_ query: Query, for reader: Int?) -> SelectedArticles {
        let limit = max(0, min(Int(query["limit"] ?? "") ?? 20, 100))
        return SelectedArticles(
            reader: reader,
            limit: limit,
            offset: max(0, min(Int(query["offset"] ?? "") ?? 0, 1_000_000))
        )
    }

    private func react(_ reaction: Reaction, _ request: EndpointRequest) async throws -> Int {
        let reader = try await reader(request)
        for topic in try await store.react(reaction, by: reader) { request.site.changed(topic) }
        return reader
    }

    /// Answers with an account, and a token that is valid for sixty days.
    private func account(_ id: Int, status: HTTPStatus = .ok) async throws -> Response {
        let user = try await existing(UserByID(id: id))
        let token = try key.seal(Token(user: id, stamp: user.stamp), for: "api", validFor: .seconds(60 * 86_400))
        let account = Account(
            username: user.username,
            email: user.email,
            bio: user.bio,
            image: user.image,
            token: token
        )
        return try .json(Named(user: account), status: status)
    }

    private func profile(_ username: String, for reader: Int?) async throws -> Response {
        let read = ProfileByName(username: username, reader: reader)
        return try .json(Named(profile: try await existing(read)))
    }

    private func article(_ slug: String, for reader: Int?, status: HTTPStatus = .ok) async throws -> Response {
        try .json(Named(article: try await existing(ArticleBySlug(slug: slug, reader: reader))), status: status)
    }

    /// Returns what a read finds.
    private func existing<Value, R: Read>(_ read: R) async throws -> Value where R.Source == Store, R.Value == Value? {
        guard let value = try await read.value(from: store) else { throw Refusal.missing }
        return value
    }
}
