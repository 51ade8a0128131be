import FoundationEssentials

/// Somebody with an account, as they see themselves.
struct User: Codable, Equatable, Sendable {
    var id: Int
    var username: String
    var email: String
    var bio: String
    var image: String
    /// The number of times that the password was changed: tokens of before are void.
    var stamp: Int
}

/// An author, as a reader sees them. The reader may be nobody.
struct Profile: Codable, Equatable, Sendable {
    var username: String
    var bio: String
    var image: String
    var following: Bool
}

/// An article, as a reader sees it.
struct Article: Codable, Equatable, Sendable {
    var slug: String
    var title: String
    var description: String
    /// The text in Markdown; nil in a list.
    var body: String?
    var tagList: [String]
    var createdAt: Date
    var updatedAt: Date
    var favorited: Bool
    var favoritesCount: Int
    var author: Profile
}

/// A comment on an article.
struct Comment: Codable, Equatable, Sendable {
    var id: Int
    var createdAt: Date
    var updatedAt: Date
    var body: String
    var author: Profile
}

// A row of the database has the author's columns beside the others; JSON has the author as a member.

extension Article {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        slug = try values.decode(String.self, forKey: .slug)
        title = try values.decode(String.self, forKey: .title)
        description = try values.decode(String.self, forKey: .description)
        body = values.contains(.body) ? try values.decode(String.self, forKey: .body) : nil
        tagList = try values.decode([String].self, forKey: .tagList)
        createdAt = try values.decode(Date.self, forKey: .createdAt)
        updatedAt = try values.decode(Date.self, forKey: .updatedAt)
        favorited = try values.decode(Bool.self, forKey: .favorited)
        favoritesCount = try values.decode(Int.self, forKey: .favoritesCount)
        author =
            values.contains(.author)
            ? try values.decode(Profile.self, forKey: .author) : try Profile(from: decoder)
    }
}

extension Comment {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        createdAt = try values.decode(Date.self, forKey: .createdAt)
        updatedAt = try values.decode(Date.self, forKey: .updatedAt)
        body = try values.decode(String.self, forKey: .body)
        author =
            values.contains(.author)
            ? try values.decode(Profile.self, forKey: .author) : try Profile(from: decoder)
    }
}

/// Which articles a list has.
struct Selection: Codable, Hashable, Sendable {
    /// How many articles a page has.
    static let step = 10

    var tag: String?
    var author: String?
    /// The name of somebody whose favorites these are.
    var favorited: String?
    /// The reader whose followed authors have written them.
    var feed: Int?
    var limit = step
    var offset = 0

    /// Returns the selection of a page of the list, counted from 1.
    func page(_ number: Int) -> Selection {
        var copy = self
        copy.offset = (number - 1) * Self.step
        return copy
    }
}

/// Some articles of a list, and how many it has.
struct ArticleList: Codable, Equatable, Sendable {
    var articles: [Article]
    var articlesCount: Int
}

/// What a reader does to articles and authors, the same on every page.
enum Reaction: Codable, Equatable, Sendable {
    case favorite(slug: String, Bool)
    case follow(username: String, Bool)
}

/// Why something was not done.
enum Refusal: Error, Equatable {
    /// There is no such article, comment or author.
    case missing
    /// It is somebody else's.
    case forbidden
    /// What was sent breaks rules: sentences by field, such as `["title": ["can't be blank"]]`.
    case invalid([String: [String]])
}

extension Refusal {
    /// Returns sentences about an error for the visitor.
    static func sentences(_ error: any Error) -> [String] {
        switch error as? Refusal {
        case .missing: ["This is not there any more."]
        case .forbidden: ["This is somebody else's."]
        case .invalid(let errors): errors.sorted { $0.key < $1.key }.flatMap { field, all in all.map { "\(field) \($0)" } }
        case nil: ["That did not work. Please try again."]
        }
    }
}
