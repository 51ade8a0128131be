import Elmwood
import ElmwoodAccounts
import ElmwoodSQL

@testable import ElmwoodConduitExample

/// A database of Conduit in memory, with two people and an article of the first.
struct ConduitFixture {
    let store: Store
    let ada: Int
    let ben: Int
    let slug: String

    static let password = "correct horse"

    init() async throws {
        store = try await Self.empty()
        ada = try await store.register(Self.fields("ada"))
        ben = try await store.register(Self.fields("ben"))
        slug = try await store.publish(Self.article("How to Train"), by: ada)
    }

    static func empty() async throws -> Store {
        let store = Store(Database(.sqlite(":memory:")), hasher: PasswordHasher(cost: .leastForTests))
        try await store.migrate()
        return store
    }

    static func fields(_ name: String) -> AccountFields {
        AccountFields(username: name, email: "\(name)@example.org", password: password)
    }

    static func article(_ title: String, tags: [String] = ["dragons", "training"]) -> ArticleFields {
        ArticleFields(title: title, description: "Ever wonder?", body: "# Very\n\n- **carefully**", tagList: tags)
    }

    var comments: [Comment] { get async throws { try await CommentsOnArticle(slug: slug).value(from: store) } }

    func article(for reader: Int? = nil) async throws -> Article? {
        try await ArticleBySlug(slug: slug, reader: reader).value(from: store)
    }
}
