import Elmwood
import ElmwoodAccounts
import ElmwoodHTTPClient
import ElmwoodHTTPServer
import ElmwoodTestSupport
import ElmwoodTesting
import Foundation
import Testing

@testable import ElmwoodConduitExample

/// The JSON interface of Conduit, asked over HTTP, and its whole site.
@Suite(.timeLimit(.minutes(3))) struct ConduitAPITests {
    private let key = SealingKey()

    /// Runs a test with the served site, over a database at a place.
    private func withSite(_ place: ConduitFixture.Place, _ test: (ConduitClient, ConduitFixture) async throws -> Void)
        async throws
    {
        let fixture = try await ConduitFixture(in: place)
        let folder = FileManager.default.temporaryDirectory.path + "/conduit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var settings = Settings()
        (settings.port, settings.data) = (0, folder)
        let log = Log(level: .none) { _, _ in }
        let server = try Conduit.site(fixture.store, key: key).start(settings, log: log)
        defer {
            server.stop(within: .seconds(2))
            try? FileManager.default.removeItem(atPath: folder)
        }
        try await test(ConduitClient(port: Int(server.port)), fixture)
    }

    private func signedIn(_ name: String, _ client: ConduitClient) async throws -> ConduitClient {
        let body = #"{"user":{"email":"\#(name)@example.org","password":"\#(ConduitFixture.password)"}}"#
        let reply = try await client.send("POST", "/users/login", body)
        var client = client
        client.token = try #require(reply.object("user")["token"] as? String)
        return client
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `An account is made, signed in to, read and changed`(place: ConduitFixture.Place) async throws {
        try await withSite(place) { client, _ in
            let new = try await client.send(
                "POST",
                "/users",
                #"{"user":{"username":"clara","email":"Clara@example.org","password":"something long"}}"#
            )
            #expect(new.status == 201)
            #expect(new.object("user")["username"] as? String == "clara")
            #expect(new.object("user")["email"] as? String == "clara@example.org")
            #expect(Set(new.object("user").keys) == ["username", "email", "bio", "image", "token"])
            var clara = client
            clara.token = try #require(new.object("user")["token"] as? String)
            #expect(try await clara.send("GET", "/user").object("user")["username"] as? String == "clara")
            let changed = try await clara.send(
                "PUT",
                "/user",
                #"{"user":{"bio":"B","image":"https://a.example/b.png"}}"#
            )
            #expect(changed.status == 200 && changed.object("user")["bio"] as? String == "B")
            // A new password makes tokens of before void.
            #expect(try await clara.send("PUT", "/user", #"{"user":{"password":"another long one"}}"#).status == 200)
            #expect(try await clara.send("GET", "/user").status == 401)
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `What is wrong with an account is said by field`(place: ConduitFixture.Place) async throws {
        try await withSite(place) { client, _ in
            for (body, status, fields) in [
                (#"{"user":{}}"#, 422, ["email", "password", "username"]),
                (#"{}"#, 422, ["email", "password", "username"]),
                (
                    #"{"user":{"username":"ada","email":"x@example.org","password":"something long"}}"#, 422,
                    ["username"]
                ),
                (#"{"user":{"username":"x","email":"ada@example.org","password":"something long"}}"#, 422, ["email"]),
                (
                    #"{"user":{"username":"a/b","email":"x","password":"short"}}"#, 422,
                    ["email", "password", "username"]
                ),
                (#"{"user":{"username":7}}"#, 422, ["body"]), (#"{"#, 400, ["body"]),
            ] {
                let reply = try await client.send("POST", "/users", body)
                #expect(reply.status == status)
                #expect(reply.object("errors").keys.sorted() == fields, "\(body)")
            }
            let wrong = try await client.send(
                "POST",
                "/users/login",
                #"{"user":{"email":"ada@example.org","password":"wrong"}}"#
            )
            #expect(wrong.status == 422)
            #expect(wrong.object("errors")["email or password"] as? [String] == ["is invalid"])
        }
    }

    @Test(arguments: [
        ("GET", "/user"), ("PUT", "/user"), ("POST", "/profiles/ada/follow"), ("DELETE", "/profiles/ada/follow"),
        ("GET", "/articles/feed"), ("POST", "/articles"), ("PUT", "/articles/how-to-train"),
        ("DELETE", "/articles/how-to-train"),
        ("POST", "/articles/how-to-train/comments"), ("DELETE", "/articles/how-to-train/comments/1"),
        ("POST", "/articles/how-to-train/favorite"), ("DELETE", "/articles/how-to-train/favorite"),
    ])
    func `What needs an account is refused without a valid token`(method: String, path: String) async throws {
        try await withSite(.sqlite) { client, fixture in
            var client = client
            let token = try key.seal(["user": fixture.ada, "stamp": 0], for: "api", validFor: .seconds(60))
            let former = try key.seal(["user": fixture.ada, "stamp": 7], for: "api", validFor: .seconds(60))
            let expired = try key.seal(
                ["user": fixture.ada, "stamp": 0],
                for: "api",
                validFor: .seconds(60),
                at: Date(timeIntervalSinceNow: -120)
            )
            let other = try key.seal(["user": fixture.ada, "stamp": 0], for: "reset", validFor: .seconds(60))
            let forged = try SealingKey().seal(["user": fixture.ada, "stamp": 0], for: "api", validFor: .seconds(60))
            for text in [nil, "", "x", former, expired, other, forged, token + "A"] {
                client.token = text
                #expect(try await client.send(method, path, method == "GET" ? nil : "{}").status == 401)
            }
            client.token = token
            #expect(try await client.send(method, path, method == "GET" ? nil : "{}").status != 401)
            #expect(try await fixture.article() == nil || path != "/articles/how-to-train" || method == "PUT")
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `An article is published, read, listed, changed and deleted`(place: ConduitFixture.Place) async throws {
        try await withSite(place) { client, _ in
            let (ada, ben) = (try await signedIn("ada", client), try await signedIn("ben", client))
            let new = try await ben.send(
                "POST",
                "/articles",
                #"{"article":{"title":"On Ünits","description":"d","body":"**b**","tagList":["b","a","b"]}}"#
            )
            #expect(new.status == 201)
            let article = new.object("article")
            #expect(article["slug"] as? String == "on-ünits" && article["tagList"] as? [String] == ["a", "b"])
            #expect((article["author"] as? [String: Any])?["username"] as? String == "ben")
            #expect((article["createdAt"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let path = "/articles/on-%C3%BCnits"
            #expect(try await client.send("GET", path).object("article")["body"] as? String == "**b**")
            for (query, count) in [
                ("", 2), ("?tag=a", 1), ("?author=ada", 1), ("?author=nobody", 0), ("?favorited=ada", 0),
                ("?limit=1", 2),
                ("?offset=1", 2), ("?limit=x&offset=-1", 2),
            ] {
                #expect(
                    try await client.send("GET", "/articles\(query)").json["articlesCount"] as? Int == count,
                    "\(query)"
                )
            }
            let listed = try await client.send("GET", "/articles?limit=1").json["articles"] as? [[String: Any]]
            #expect(
                listed?.count == 1 && listed?.first?["slug"] as? String == "on-ünits" && listed?.first?["body"] == nil
            )
            #expect(try await ada.send("PUT", path, #"{"article":{"body":"mine"}}"#).status == 403)
            #expect(try await ada.send("DELETE", path).status == 403)
            let changed = try await ben.send("PUT", path, #"{"article":{"title":"On Units","body":"c"}}"#)
            #expect(changed.status == 200 && changed.object("article")["title"] as? String == "On Units")
            #expect(changed.object("article")["tagList"] as? [String] == ["a", "b"])
            // The slug follows the title, and the former one still leads to the article.
            #expect(changed.object("article")["slug"] as? String == "on-units")
            #expect(try await client.send("GET", "/articles/on-units").object("article")["body"] as? String == "c")
            #expect(try await client.send("GET", path).object("article")["slug"] as? String == "on-units")
            let same = try await ben.send("PUT", path, #"{"article":{"description":"e"}}"#).object("article")
            #expect(same["slug"] as? String == "on-units" && same["description"] as? String == "e")
            #expect(try await ben.send("PUT", path, #"{"article":{"title":""}}"#).status == 422)
            #expect(try await ben.send("DELETE", path).status == 204)
            for path in [path, "/articles/on-units"] { #expect(try await client.send("GET", path).status == 404) }
            #expect(try await ben.send("POST", "/articles", #"{"article":{"title":"x"}}"#).object("errors").count == 2)
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `Comments are added, listed, and deleted by their authors only`(place: ConduitFixture.Place) async throws {
        try await withSite(place) { client, _ in
            let (ada, ben) = (try await signedIn("ada", client), try await signedIn("ben", client))
            let path = "/articles/how-to-train/comments"
            let new = try await ben.send("POST", path, #"{"comment":{"body":"Hello"}}"#)
            #expect(new.status == 200 && new.object("comment")["body"] as? String == "Hello")
            let id = try #require(new.object("comment")["id"] as? Int)
            #expect((try await client.send("GET", path).json["comments"] as? [Any])?.count == 1)
            #expect(try await ben.send("POST", path, #"{"comment":{"body":" "}}"#).status == 422)
            #expect(try await ada.send("DELETE", "\(path)/\(id)").status == 403)
            #expect(try await ben.send("DELETE", "/articles/none/comments/\(id)").status == 404)
            #expect(try await ben.send("DELETE", "\(path)/\(id)").status == 204)
            #expect(try await ben.send("DELETE", "\(path)/\(id)").status == 404)
            #expect(try await client.send("GET", "/articles/none/comments").status == 404)
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `Authors are followed and articles favorited, as often as one likes`(place: ConduitFixture.Place) async throws
    {
        try await withSite(place) { client, _ in
            let ben = try await signedIn("ben", client)
            #expect(try await client.send("GET", "/profiles/ada").object("profile")["following"] as? Bool == false)
            for _ in 0..<2 {
                let followed = try await ben.send("POST", "/profiles/ada/follow")
                #expect(followed.status == 200 && followed.object("profile")["following"] as? Bool == true)
                let favorite = try await ben.send("POST", "/articles/how-to-train/favorite").object("article")
                #expect(favorite["favorited"] as? Bool == true && favorite["favoritesCount"] as? Int == 1)
            }
            #expect(try await ben.send("GET", "/articles/feed").json["articlesCount"] as? Int == 1)
            #expect(try await client.send("GET", "/articles?favorited=ben").json["articlesCount"] as? Int == 1)
            #expect(try await ben.send("GET", "/profiles/ada").object("profile")["following"] as? Bool == true)
            let unfollowed = try await ben.send("DELETE", "/profiles/ada/follow")
            #expect(unfollowed.object("profile")["following"] as? Bool == false)
            let article = try await ben.send("DELETE", "/articles/how-to-train/favorite").object("article")
            #expect(article["favorited"] as? Bool == false && article["favoritesCount"] as? Int == 0)
            for path in ["/profiles/none/follow", "/articles/none/favorite"] {
                #expect(try await ben.send("POST", path).status == 404)
            }
            #expect(try await client.send("GET", "/profiles/none").status == 404)
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `Tags are listed, and scripts of any site may read, without a cookie`(place: ConduitFixture.Place) async throws
    {
        try await withSite(place) { client, _ in
            let tags = try await client.send("GET", "/tags")
            #expect(tags.json["tags"] as? [String] == ["dragons", "training"])
            #expect(tags["Access-Control-Allow-Origin"] == "*")
            #expect(tags["Access-Control-Allow-Credentials"] == nil)
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `Pages are served at their addresses, and authors' pictures are permitted`(place: ConduitFixture.Place)
        async throws
    {
        try await withSite(place) { client, _ in
            for (path, status) in [
                ("/", 200), ("/?page=2", 200), ("/tag/dragons", 200), ("/login", 200), ("/register", 200),
                ("/settings", 303),
                ("/editor", 303), ("/editor/how-to-train", 303), ("/article/how-to-train", 200), ("/article/none", 404),
                ("/profile/ada", 200), ("/profile/ada/favorites", 200), ("/profile/none", 404), ("/none", 404),
            ] {
                let reply = try await client.page(path)
                #expect(reply.status == status, "\(path)")
                #expect(reply["Content-Security-Policy"]?.contains("img-src 'self' data: https:") == true)
            }
            #expect(try await client.page("/settings")["Location"] == "/login")
            #expect(try await client.page("/editor")["Location"] == "/login")
        }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `Articles that are published at once with one title have slugs of their own`(place: ConduitFixture.Place)
        async throws
    {
        let fixture = try await ConduitFixture(in: place)
        let slugs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await fixture.store.publish(ConduitFixture.article("Same"), by: Member(id: fixture.ben))
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(slugs.count == 8 && slugs.contains("same"))
        for slug in slugs { #expect(try await ArticleBySlug(slug: slug).value(from: fixture.store)?.slug == slug) }
    }

    @Test(arguments: ConduitFixture.Place.installed)
    func `A hundred articles are made by the seed, once`(place: ConduitFixture.Place) async throws {
        let other = try await ConduitFixture.empty(in: place)
        #expect(try await other.seed() == other.seed())
        let list = try await SelectedArticles().value(from: other)
        #expect(list.articlesCount == 100 && list.articles.count == 10)
        #expect(try await SelectedArticles(isFeed: true, reader: 1).value(from: other).articlesCount > 50)
        #expect(try await !CommentsOnArticle(slug: "a-first-look-at-trees").value(from: other).isEmpty)
    }
}

/// A client of the served site.
struct ConduitClient: Sendable {
    let port: Int
    var token: String?

    /// Sends a request to the JSON interface, on a thread that may be blocked.
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> HTTPReply {
        var headers: [(String, String)] = [("Origin", "https://client.example"), ("Sec-Fetch-Site", "cross-site")]
        if let token { headers.append(("Authorization", "Token \(token)")) }
        if body != nil { headers.append(("Content-Type", "application/json")) }
        return try await exchange(method, "/api\(path)", headers, body)
    }

    func page(_ path: String) async throws -> HTTPReply {
        try await exchange("GET", path, [("Accept", "text/html"), ("Sec-Fetch-Mode", "navigate")], nil)
    }

    private func exchange(
        _ method: String,
        _ target: String,
        _ headers: [(String, String)],
        _ body: String?
    ) async throws -> HTTPReply {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let connection = try HTTPConnection(port: port, timeout: 60)
                        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        for (name, value) in headers { text += "\(name): \(value)\r\n" }
                        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
                        try connection.send(text + "\r\n" + (body ?? ""))
                        return try connection.readReply(toHead: method == "HEAD")
                    }
                )
            }
        }
    }
}

extension HTTPReply {
    /// The members of a JSON object.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }

    /// The object of a name in the JSON.
    func object(_ name: String) -> [String: Any] { json[name] as? [String: Any] ?? [:] }
}
