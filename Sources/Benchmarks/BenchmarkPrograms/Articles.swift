import Elmwood
import ElmwoodSQL

/// A page of one article: a constant, or a row of a database that is read for each request, or one that is kept while a page is open.
package struct Articles: Program {
    package struct Model: Codable, Equatable, Sendable { var likes = 0 }

    package enum Message: Codable, Equatable, Sendable { case like }

    package struct Article: Codable, Equatable, Sendable {
        var number: Int
        var title: String
        var text: String
    }

    /// Where the article comes from.
    package enum Origin: Sendable { case constant, read, kept }

    private let database: Database
    private let origin: Origin

    private static let constant = Article(
        number: 1,
        title: "An article",
        text: Array(repeating: "This paragraph of an article has about eighty characters, and no more.", count: 10)
            .joined(separator: "\n")
    )

    /// Creates the program.
    package init(_ origin: Origin, in database: Database) {
        self.origin = origin
        self.database = database
    }

    /// Returns a database with one article.
    package static func database() async throws -> Database {
        let database = Database(.sqlite(":memory:"))
        try await database.migrate([
            Migration(
                "articles",
                "CREATE TABLE articles (number INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL);"
            )
        ])
        try await database.execute(
            "INSERT INTO articles VALUES (\(constant.number), \(constant.title), \(constant.text))"
        )
        return database
    }

    /// Returns an article of a database.
    package static func article(_ number: Int, in database: Database) async throws -> Article {
        let article: Article? = try await database.row("SELECT * FROM articles WHERE number = \(number)")
        guard let article else { throw NotFound() }
        return article
    }

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.likes += 1
        return .none
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let article: Article? =
            switch origin {
            case .constant: Self.constant
            case .read: try page.read(ReadArticle(number: 1), from: database)
            case .kept: try page.read(KeptArticle(number: 1), from: database)
            }
        guard let article else { throw NotFound() }
        return Document("Articles") {
            h1 { article.title }
            for paragraph in article.text.split(separator: "\n") { p { String(paragraph) } }
            button("Like", .like)
            output { "\(model.likes)" }
        }
    }

    /// An article that is read for each request.
    struct ReadArticle: Read {
        var number: Int

        func value(from database: Database) async throws -> Article? {
            try await database.row("SELECT * FROM articles WHERE number = \(number)")
        }
    }

    /// An article that is kept while a page shows it.
    struct KeptArticle: Read {
        var number: Int

        func value(from database: Database) async throws -> Article? {
            try await database.row("SELECT * FROM articles WHERE number = \(number)")
        }

        var topics: Set<String> { ["article/\(number)"] }

        var maximumAge: Duration { .seconds(86_400) }
    }
}
