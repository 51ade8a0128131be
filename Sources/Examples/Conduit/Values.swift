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

/// An article, as a reader sees it.
struct Article: Codable, Equatable, Sendable {
    var slug, title, description: String
    /// The text in Markdown; nil in a list.
    var body: String?
    var tagList: [String]
    var createdAt, updatedAt: Date
    var favorited: Bool
    var favoritesCount: Int
    var author: Profile
}

/// Some articles of a list, and how many it has.
struct ArticleList: Codable, Equatable, Sendable {
    var articles: [Article]
    var articlesCount: Int
}

/// A comment, as a reader sees it.
struct Comment: Codable, Equatable, Sendable {
    var id: Int
    var createdAt, updatedAt: Date
    var body: String
    var author: Profile
}

/// What somebody changes by one click, the same on every page and in the JSON interface.
enum Change: Codable, Equatable, Sendable {
    case favorite(slug: String, Bool)
    case follow(username: String, Bool)
    case deleteArticle(slug: String)
    case deleteComment(Int, on: String)
}

/// The fields of an account, as a form or a client sends them. What is nil stays as it is.
struct AccountFields: Codable, Equatable, Sendable {
    var username, email, password, bio, image: String?

    /// What a form shows again: all but the password.
    var shown: [String: String] {
        ["username": username, "email": email, "bio": bio, "image": image].compactMapValues { $0 }
    }

    /// Checks the fields that are there. Pages and JSON interface have the same rules, and the same sentences.
    func check() throws(Refusal) {
        try Refusal.check([
            ("username", username, /[A-Za-z0-9][A-Za-z0-9_.\-]{0,39}/, "has 1 to 40 letters, digits, dots, - or _"),
            ("email", email, /[^@\s]{1,99}@[^@\s]{1,99}/, "is invalid"),
            ("password", password, /(?s).{8,200}/, "has 8 to 200 characters"),
            ("bio", bio, /(?s).{0,2000}/, "has at most 2,000 characters"),
            ("image", image, /(?:(?:https?:\/)?\/\S{0,490})?/, "is the address of a picture"),
        ])
    }
}

/// The fields of an article, as a form or a client sends them. What is nil stays as it is.
struct ArticleFields: Codable, Equatable, Sendable {
    var title, description, body: String?
    var tagList: [String]?

    /// The fields of a new article: what is missing is empty.
    var complete: ArticleFields {
        ArticleFields(title: title ?? "", description: description ?? "", body: body ?? "", tagList: tagList ?? [])
    }

    /// Checks the fields that are there.
    func check() throws(Refusal) {
        let tags = tagList ?? []
        let areTagsValid = tags.count <= 20 && tags.allSatisfy { (1...40).contains($0.count) }
        try Refusal.check(
            [
                ("title", title, /(?s)\s*\S.{0,199}/, "is too long"),
                ("description", description, /(?s)\s*\S.{0,499}/, "is too long"),
                ("body", body, /(?s)\s*\S.{0,65534}/, "is too long"),
            ],
            others: areTagsValid ? [:] : ["tagList": ["has at most 20 tags of 1 to 40 characters"]]
        )
    }
}

/// Why something was not done: a status, and sentences by field, such as `["title": ["can't be blank"]]`.
struct Refusal: ResponseError, Equatable {
    var status = HTTPStatus.unprocessableContent
    var errors: [String: [String]]

    /// There is no such article, comment or author.
    static let missing = Refusal(status: .notFound, errors: ["address": ["is not there"]])
    /// It is somebody else's.
    static let forbidden = Refusal(status: .forbidden, errors: ["author": ["is somebody else"]])

    /// More accounts were opened, or passwords tried, than are allowed at once.
    static let tooOften = Refusal(errors: ["email or password": ["was tried too often: please wait some minutes"]])

    /// Checks the fields that are there, each by the pattern of what it may be.
    ///
    /// - Parameter others: what is wrong with other fields.
    static func check(
        _ fields: [(name: String, text: String?, pattern: Regex<Substring>, sentence: String)],
        others: [String: [String]] = [:]
    ) throws(Refusal) {
        var errors = others
        for (name, text, pattern, sentence) in fields {
            guard let text, text.wholeMatch(of: pattern) == nil else { continue }
            errors[name] = [text.allSatisfy(\.isWhitespace) ? "can't be blank" : sentence]
        }
        if !errors.isEmpty { throw Refusal(errors: errors) }
    }

    /// Returns the response of the JSON interface.
    func response() throws -> Response { try .json(["errors": errors], status: status) }

    /// What is said to a visitor, at the fields of their form.
    var problems: [Problem] {
        errors.sorted { $0.key < $1.key }.map { Problem(in: $0, "\($0) \($1.joined(separator: ", "))") }
    }
}
