import Elmwood
import ElmwoodAccounts
import ElmwoodPostgreSQLTestSupport
import ElmwoodSQL

@testable import ElmwoodConduitExample

/// A database of Conduit, with two people and an article of the first.
struct ConduitFixture {
    /// Where the database is.
    enum Place: CaseIterable {
        case sqlite, postgresql

        /// Those that are installed here.
        static var installed: [Place] { PostgreSQLServer.programs == nil ? [.sqlite] : allCases }
    }

    let store: Store
    let ada: Int
    let ben: Int
    let slug: String

    static let password = "correct horse"

    init(in place: Place = .sqlite) async throws {
        store = try await Self.empty(in: place)
        ada = try await store.register(Self.fields("ada"))
        ben = try await store.register(Self.fields("ben"))
        slug = try await store.publish(Self.article("How to Train"), by: Member(id: ada))
    }

    /// Returns a store without rows: in memory, or in a database of its own of the server that tests share.
    static func empty(in place: Place = .sqlite) async throws -> Store {
        let database =
            switch place {
            case .sqlite: Database(.sqlite(":memory:"))
            case .postgresql: try await PostgreSQLServer.shared.value.makeDatabase()
            }
        let store = Store(database, hasher: PasswordHasher(cost: .leastForTests))
        try await store.migrate()
        return store
    }

    static func fields(_ name: String) -> AccountFields {
        AccountFields(username: name, email: "\(name)@example.org", password: password)
    }

    static func article(_ title: String, tags: [String] = ["dragons", "training"]) -> ArticleFields {
        ArticleFields(title: title, description: "Ever wonder?", body: "# Very\n\n- **carefully**", tagList: tags)
    }

    /// Returns the program of the pages about something.
    func pages(_ subject: Pages.Subject) -> Pages { Pages(subject: subject, store: store) }

    var comments: [Comment] { get async throws { try await CommentsOnArticle(slug: slug).value(from: store) } }

    func article(for reader: Int? = nil) async throws -> Article? {
        try await ArticleBySlug(slug: slug, reader: reader).value(from: store)
    }

    /// Carries out a change of a reader.
    func apply(_ change: Change, by reader: Int) async throws {
        try await store.apply(change, by: Member(id: reader))
    }
}
