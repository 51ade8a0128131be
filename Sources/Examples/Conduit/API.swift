import Elmwood
import ElmwoodAccounts

/// The JSON interface of the site, for clients of their own. Scripts of any site may use it, by a token and never by a cookie.
struct API: Sendable {
    let store: Store
    let key: SealingKey

    /// What a token states.
    private struct Token: Codable, Sendable {
        var user: Int
        var stamp: Int
    }

    /// A body or an answer with one member, such as `{"article": …}`.
    private struct Named<Value: Codable & Sendable>: Codable, Sendable {
        var user, article, comment, profile: Value?
    }

    /// An account, with a token that is valid for sixty days.
    private struct Account: Codable, Sendable { var username, email, bio, image, token: String }

    private struct CommentFields: Codable, Sendable { var body: String? }

    func add(to site: inout Site) {
        site.group("/api", crossOrigin: .any) { api in
            api.use { request, next in
                do { return try await next(request) } catch let problem as ProblemDetails {
                    throw Failure(status: problem.status, errors: ["body": [problem.detail]])
                } catch is NotFound {
                    throw Failure(Refusal.missing)
                } catch let refusal as Refusal {
                    throw Failure(refusal)
                }
            }
            addAccounts(to: &api)
            addArticles(to: &api)
            addComments(to: &api)
        }
    }

    private func addAccounts(to api: inout EndpointGroup) {
        api.post("/users") { request in
            let user = try await store.register(try request.json(Named<AccountFields>.self).user ?? AccountFields())
            return try account(user, status: .created)
        }
        api.post("/users/login") { request in
            let fields = try request.json(Named<AccountFields>.self).user ?? AccountFields()
            let (email, password) = (fields.email ?? "", fields.password ?? "")
            return try account(try await store.signIn(email: email, password: password, from: request.clientAddress))
        }
        api.get("/user") { request in try account(try await reader(request)) }
        api.put("/user") { request in
            let reader = try await reader(request)
            let user = try await store.update(
                reader.id,
                try request.json(Named<AccountFields>.self).user ?? AccountFields()
            )
            for topic in [Topic.user(user.id), Topic.profiles] { request.site.changed(topic) }
            return try account(user)
        }
        api.get("/profiles/{username}") { (request: EndpointRequest, username: String) in
            try await profile(username, for: try await optionalReader(request)?.id)
        }
        api.post("/profiles/{username}/follow") { (request: EndpointRequest, username: String) in
            let reader = try await react(.follow(username: username, true), request)
            return try await profile(username, for: reader)
        }
        api.delete("/profiles/{username}/follow") { (request: EndpointRequest, username: String) in
            let reader = try await react(.follow(username: username, false), request)
            return try await profile(username, for: reader)
        }
    }

    private func addArticles(to api: inout EndpointGroup) {
        api.get("/tags") { _ in try .json(["tags": try await store.popularTags()]) }
        api.get("/articles") { request in
            var selection = selection(request.query)
            (selection.tag, selection.author) = (request.query["tag"], request.query["author"])
            selection.favorited = request.query["favorited"]
            return try .json(try await store.articles(selection, for: try await optionalReader(request)?.id))
        }
        api.get("/articles/feed") { request in
            let reader = try await reader(request).id
            var selection = selection(request.query)
            selection.feed = reader
            return try .json(try await store.articles(selection, for: reader))
        }
        api.get("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            try await article(slug, for: try await optionalReader(request)?.id)
        }
        api.post("/articles") { request in
            let reader = try await reader(request).id
            let fields = try request.json(Named<ArticleFields>.self).article ?? ArticleFields()
            let slug = try await store.publish(fields, by: reader)
            request.site.changed(Topic.articles)
            return try await article(slug, for: reader, status: .created)
        }
        api.put("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            let reader = try await reader(request).id
            let fields = try request.json(Named<ArticleFields>.self).article ?? ArticleFields()
            let new = try await store.update(slug, fields, by: reader)
            for topic in [Topic.articles, Topic.article(slug)] { request.site.changed(topic) }
            return try await article(new, for: reader)
        }
        api.delete("/articles/{slug}") { (request: EndpointRequest, slug: String) in
            try await store.delete(slug, by: try await reader(request).id)
            for topic in [Topic.articles, Topic.article(slug)] { request.site.changed(topic) }
            return .noContent
        }
        api.post("/articles/{slug}/favorite") { (request: EndpointRequest, slug: String) in
            try await article(slug, for: try await react(.favorite(slug: slug, true), request))
        }
        api.delete("/articles/{slug}/favorite") { (request: EndpointRequest, slug: String) in
            try await article(slug, for: try await react(.favorite(slug: slug, false), request))
        }
    }

    private func addComments(to api: inout EndpointGroup) {
        api.get("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let reader = try await optionalReader(request)?.id
            return try .json(["comments": try await store.comments(on: slug, for: reader)])
        }
        api.post("/articles/{slug}/comments") { (request: EndpointRequest, slug: String) in
            let reader = try await reader(request).id
            let body = try request.json(Named<CommentFields>.self).comment?.body ?? ""
            let comment = try await store.comment(body, on: slug, by: reader)
            request.site.changed(Topic.comments(slug))
            return try .json(Named(comment: comment))
        }
        api.delete("/articles/{slug}/comments/{id}") { (request: EndpointRequest, slug: String, id: Int) in
            try await store.deleteComment(id, on: slug, by: try await reader(request).id)
            request.site.changed(Topic.comments(slug))
            return .noContent
        }
    }

    // MARK: Requests

    /// Returns the user whose token the request has; nil if it has no `Authorization`.
    private func optionalReader(_ request: EndpointRequest) async throws -> User? {
        request.headers["authorization"] == nil ? nil : try await reader(request)
    }

    private func reader(_ request: EndpointRequest) async throws -> User {
        let field = request.headers["authorization"] ?? ""
        guard field.hasPrefix("Token "),
            let token = key.open(String(field.dropFirst(6)), as: Token.self, for: "api"),
            let user = try await store.user(token.user), user.stamp == token.stamp
        else { throw Failure(status: .unauthorized, errors: ["token": [field.isEmpty ? "is missing" : "is invalid"]]) }
        return user
    }

    private func selection(_ query: Query) -> Selection {
        var selection = Selection()
        selection.limit = max(0, min(Int(query["limit"] ?? "") ?? 20, 100))
        selection.offset = max(0, min(Int(query["offset"] ?? "") ?? 0, 1_000_000))
        return selection
    }

    private func react(_ reaction: Reaction, _ request: EndpointRequest) async throws -> Int {
        let reader = try await reader(request).id
        for topic in try await store.react(reaction, by: reader) { request.site.changed(topic) }
        return reader
    }

    // MARK: Answers

    private func account(_ user: User, status: HTTPStatus = .ok) throws -> Response {
        let token = try key.seal(Token(user: user.id, stamp: user.stamp), for: "api", validFor: .seconds(60 * 86_400))
        let account = Account(username: user.username, email: user.email, bio: user.bio, image: user.image, token: token)
        return try .json(Named(user: account), status: status)
    }

    private func profile(_ username: String, for reader: Int?) async throws -> Response {
        guard let profile = try await store.profile(username, for: reader) else { throw Refusal.missing }
        return try .json(Named(profile: profile))
    }

    private func article(_ slug: String, for reader: Int?, status: HTTPStatus = .ok) async throws -> Response {
        guard let article = try await store.article(slug, for: reader) else { throw Refusal.missing }
        return try .json(Named(article: article), status: status)
    }

    /// An error as clients of this interface expect it: `{"errors": {"title": ["can't be blank"]}}`.
    private struct Failure: ResponseError {
        var status: HTTPStatus
        var errors: [String: [String]]

        init(status: HTTPStatus, errors: [String: [String]]) { (self.status, self.errors) = (status, errors) }

        init(_ refusal: Refusal) {
            switch refusal {
            case .missing: self.init(status: .notFound, errors: ["address": ["is not there"]])
            case .forbidden: self.init(status: .forbidden, errors: ["author": ["is somebody else"]])
            case .invalid(let errors): self.init(status: .unprocessableContent, errors: errors)
            }
        }

        func response() throws -> Response { try .json(["errors": errors], status: status) }
    }
}
