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
            Rule(
                "username",
                username,
                40,
                40,
                /[A-Za-z0-9][A-Za-z0-9_.\-]*/,
                "has 1 to 40 letters, digits, dots, - or _"
            ),
            Rule("email", email, 200, 400, /[^@\s]+@[^@\s]+/, "is invalid"),
            Rule("password", password, 200, 800, /(?s).{8,}/, "has 8 to 200 characters"),
            Rule("bio", bio, 2_000, 8_000, /(?s).*/, "has at most 2,000 characters"),
            Rule("image", image, 500, 1_000, /(?:(?:https?:\/)?\/\S*)?/, "is the address of a picture"),
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
        let areTagsValid =
            tags.count <= 20 && tags.allSatisfy { !$0.isEmpty && $0.isWithin(characters: 40, bytes: 160) }
        try Refusal.check(
            [
                Rule("title", title, 200, 800, Rule.isNotBlank, "is too long"),
                Rule("description", description, 500, 2_000, Rule.isNotBlank, "is too long"),
                Rule("body", body, 65_535, 100_000, Rule.isNotBlank, "is too long"),
            ],
            others: areTagsValid ? [:] : ["tagList": ["has at most 20 tags of 1 to 40 characters"]]
        )
    }
}

/// What a field may contain.
struct Rule {
    let name: String
    let text: String?
    let characters, bytes: Int
    let pattern: Regex<Substring>
    /// What is said of any other text.
    let sentence: String

    /// A text that is not only white space.
    static var isNotBlank: Regex<Substring> { /(?s)\s*\S.*/ }

    init(
        _ name: String,
        _ text: String?,
        _ characters: Int,
        _ bytes: Int,
        _ pattern: Regex<Substring>,
        _ sentence: String
    ) {
        (self.name, self.text, self.characters, self.bytes) = (name, text, characters, bytes)
        (self.pattern, self.sentence) = (pattern, sentence)
    }

    /// Whether the field is not there, or may have its text. The length is checked before the pattern, whose cost grows with it.
    var holds: Bool {
        guard let text else { return true }
        return text.isWithin(characters: characters, bytes: bytes) && text.wholeMatch(of: pattern) != nil
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

    /// Checks the fields that are there.
    ///
    /// - Parameter others: what is wrong with other fields.
    static func check(_ rules: [Rule], others: [String: [String]] = [:]) throws(Refusal) {
        var errors = others
        for rule in rules where !rule.holds {
            errors[rule.name] = [rule.text?.allSatisfy(\.isWhitespace) ?? true ? "can't be blank" : rule.sentence]
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
