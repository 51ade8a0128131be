import Elmwood
import FoundationEssentials

/// Somebody with an account, as they see themselves.
struct User: Codable, Equatable, Sendable {
    var id: Int
    var username, email, bio, image: String
    /// The number of times that the password was changed: tokens of before are void.
    var stamp: Int
}

/// An author, as a reader sees them. The reader may be nobody.
struct Profile: Codable, Equatable, Sendable {
    var username, bio, image: String
    var following: Bool
}

typealias Article = Authored<ArticleContent>
typealias Comment = Authored<CommentContent>

/// An article without its author, as a reader sees it.
struct ArticleContent: Codable, Equatable, Sendable {
    var slug, title, description: String
    /// The text in Markdown; nil in a list.
    var body: String?
    var tagList: [String]
    var createdAt, updatedAt: Date
    var favorited: Bool
    var favoritesCount: Int
}

/// A comment without its author.
struct CommentContent: Codable, Equatable, Sendable {
    var id: Int
    var createdAt, updatedAt: Date
    var body: String
}

/// What somebody has written, with its author. JSON has the author as a member, and a row of the database has their columns beside the others.
@dynamicMemberLookup
struct Authored<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var content: Content
    var author: Profile

    private enum Key: CodingKey { case author }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        content = try Content(from: decoder)
        author =
            try values.contains(.author) ? values.decode(Profile.self, forKey: .author) : Profile(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(author, forKey: .author)
    }

    subscript<Value>(dynamicMember member: KeyPath<Content, Value>) -> Value { content[keyPath: member] }
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

    /// Returns what is said about an error to the visitor, at the fields of their form.
    static func problems(_ error: any Error) -> [Problem] {
        switch error as? Refusal {
        case .missing: [Problem("This is not there any more.")]
        case .forbidden: [Problem("This is somebody else's.")]
        case .invalid(let errors):
            errors.sorted { $0.key < $1.key }.map { Problem(in: $0, "\($0) \($1.joined(separator: ", "))") }
        case nil: [Problem("That did not work. Please try again.")]
        }
    }
}

/// The fields of an account, as a form or a client sends them. What is nil stays as it is.
struct AccountFields: Codable, Equatable, Sendable {
    var username, email, password, bio, image: String?

    /// Checks the fields that are there. Pages and API have the same rules, and the same sentences.
    func check() throws(Refusal) {
        var errors: [String: [String]] = [:]
        if let username, username.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_.\-]{0,39}/#) == nil {
            errors["username"] = [username.isEmpty ? "can't be blank" : "has 1 to 40 letters, digits, dots, - or _"]
        }
        if let email, email.utf8.count > 200 || email.wholeMatch(of: #/[^@\s]+@[^@\s]+/#) == nil {
            errors["email"] = [email.isEmpty ? "can't be blank" : "is invalid"]
        }
        if let password, !(8...200).contains(password.count) {
            errors["password"] = [password.isEmpty ? "can't be blank" : "has 8 to 200 characters"]
        }
        if let bio, bio.count > 2_000 { errors["bio"] = ["has at most 2,000 characters"] }
        if let image, !image.isEmpty, image.count > 500 || image.wholeMatch(of: #/(https?:\/)?\/[^\s]*/#) == nil {
            errors["image"] = ["is the address of a picture"]
        }
        if !errors.isEmpty { throw .invalid(errors) }
    }
}

/// The fields of an article, as a form or a client sends them. What is nil stays as it is.
struct ArticleFields: Codable, Equatable, Sendable {
    var title, description, body: String?
    var tagList: [String]?

    /// Checks the fields that are there.
    func check() throws(Refusal) {
        var errors: [String: [String]] = [:]
        for (name, text, most) in [("title", title, 200), ("description", description, 500), ("body", body, 100_000)] {
            guard let text else { continue }
            if text.allSatisfy(\.isWhitespace) { errors[name] = ["can't be blank"] }
            if text.utf8.count > most { errors[name] = ["is too long"] }
        }
        if let tagList, tagList.count > 20 || tagList.contains(where: { $0.isEmpty || $0.count > 40 }) {
            errors["tagList"] = ["has at most 20 tags of 1 to 40 characters"]
        }
        if !errors.isEmpty { throw .invalid(errors) }
    }
}
