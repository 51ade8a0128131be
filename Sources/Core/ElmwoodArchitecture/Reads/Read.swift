/// A value that lies outside of a program's model, such as rows of a database, as a view reads it.
///
/// A read is a name: two that are equal, from the same source, have the same value.
///
/// ```swift
/// struct ArticleBySlug: Read {
///     var slug: String
///
///     func value(from database: Database) async throws -> Article? {
///         try await database.row("SELECT * FROM articles WHERE slug = \(slug)")
///     }
///
///     var topics: Set<String> { ["article/\(slug)"] }
/// }
///
/// func view(_ model: Model, on page: Page) throws -> Document<Message> {
///     guard let article = try page.read(ArticleBySlug(slug: model.slug), from: database) else { throw NotFound() }
///     …
/// ```
///
/// The view remains a pure function: of the model, the page, and what was read. Elmwood reads what it needs before the page is
/// shown. While open pages show a value, it is kept for all pages of the site. When one of its topics has changed
/// (`Command.changed(_:)`), it is read again, once, and those pages show the new value.
public protocol Read: Hashable, Sendable {
    /// Where it reads from, such as a database: a value that can be compared, a class or an actor. Sources of another type all count
    /// as the same one. `Void` if the read needs none.
    associatedtype Source: Sendable = Void
    /// What it reads.
    associatedtype Value: Codable & Equatable & Sendable

    /// Reads the value.
    ///
    /// It runs in a task of its own, side by side with other reads, and is cancelled if it takes too long
    /// (`SessionLimits.readTime`). What it throws, ``Page/read(_:from:)`` throws in the view. It may run at any time and any number of
    /// times, so it changes nothing.
    func value(from source: Source) async throws -> Value

    /// The topics whose changes change the value. By default none: the value is then read again for each request of a page, and
    /// never on its own.
    var topics: Set<String> { get }

    /// How long a kept value is shown to requests without being read again, even if none of its topics has changed. By default a
    /// minute. Changes that another system makes in a database are shown after that time at the latest.
    var maximumAge: Duration { get }
}

extension Read {
    /// By default no topic changes the value.
    public var topics: Set<String> { [] }

    /// By default a value is read again after a minute.
    public var maximumAge: Duration { .seconds(60) }
}

/// A value that may still be on its way: see ``Page/reading(_:from:)``.
public enum Reading<Value: Sendable>: Sendable {
    /// It is being read.
    case loading
    /// It is there.
    case value(Value)
    /// Reading it has failed. While the page is open, it is tried again.
    case failed(any Error)

    /// The value, if it has been read.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

/// The error of a view that reads more than it may.
public struct TooManyReads: Error, Equatable, CustomStringConvertible {
    /// The most that one page may read.
    public static let limit = 100

    /// The sentence for the log.
    public var description: String { "The page reads more than \(Self.limit) values." }
}

/// The error of a view that reads outside of a page.
struct ReadOutsideOfPage: Error, CustomStringConvertible {
    let read: String

    var description: String {
        "\(read) has not been read. A view that is called by a test needs a page with its value: page.giving(value, for: read)."
    }
}
