import Elmwood

/// A book at its address, such as `/books/7`, and at `/edit` a form that changes it.
///
/// Two people may edit a book at once. The address of the form has the version of the book that it was opened with, and the database
/// only saves over that one. The person who saves second is shown what the first one has saved, and what they have typed stays.
package struct BookPage: Program {
    /// What the visitor wants to save, until it is saved.
    package struct Model: Codable, Equatable, Sendable {
        var draft: Book.Entry?
        var isSaving = false
    }

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        case save(Book.Entry)
        case cancel
        /// What came of saving it. No control offers these.
        case saved
        case shelfNumberTaken
        case overtaken(by: Book)
        case failed
    }

    /// What the program asks the outside world to do.
    package enum Effect: Codable, Equatable, Sendable { case save(Book.Entry) }

    let number: Int
    let catalogue: Catalogue
    /// The address of the catalogue.
    let home: String

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .save(let entry):
            for (name, text) in [("title", entry.title), ("author", entry.author)]
            where text.allSatisfy(\.isWhitespace) {
                throw Problem(in: name, "Please write more than spaces.")
            }
            model = Model(draft: entry, isSaving: true)
            // It is durable: the version makes sure that a repetition changes nothing.
            return .effect(.save(entry), durable: true)
        case .cancel:
            model = Model()
            return .navigate(to: "/")
        case .saved:
            model = Model()
            return .batch(.navigate(to: "/"), .notice("Saved."))
        case .shelfNumberTaken:
            model.isSaving = false
            return .problem(in: "shelf", of: "book", "This number is taken.")
        case .overtaken(let book):
            model.isSaving = false
            model.draft?.version = book.version
            return .batch(
                .navigate(to: Self.path(toEdit: book), replacing: true),
                .problem(of: "book", "Meanwhile somebody else has saved \(book.summary). Save again to replace that.")
            )
        case .failed:
            model.isSaving = false
            return .problem(of: "book", "The book could not be saved. Please try again.")
        }
    }

    package func perform(_ effect: Effect, send: Send<Message>) async throws {
        guard case .save(let entry) = effect else { return }
        switch try await catalogue.save(entry, as: number) {
        case .saved:
            send.changed("library")
            send.changed(Self.topic(number))
            send(.saved)
        case .shelfNumberTaken: send(.shelfNumberTaken)
        case .overtaken(let book): send(.overtaken(by: book))
        }
    }

    package func failed(_ effect: Effect, _ error: any Error) -> Message? { .failed }

    /// The path of the form for the version of the book that the visitor sees.
    static func path(toEdit book: Book) -> String { Page.path("edit", query: ["version": "\(book.version)"]) }

    /// What changes the book of a number.
    private static func topic(_ number: Int) -> String { "library/books/\(number)" }

    /// The book of a number; nil if there is none.
    struct BookByNumber: Read {
        var number: Int

        func value(from catalogue: Catalogue) async throws -> Book? { try await catalogue.book(number) }

        var topics: Set<String> { [topic(number)] }
    }
}
