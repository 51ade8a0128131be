import Elmwood

/// The catalogue of a library: ten thousand books in a database, searched, sorted, and shown in pages or in an endless list.
///
/// What is shown is in the address, so the model stores nothing, each link can be bookmarked, and all of it works without script.
package struct Library: Program {
    /// Empty: what is shown is in the page's address.
    package struct Model: Codable, Equatable, Sendable {}

    /// What can happen.
    package enum Message: Codable, Equatable, Sendable {
        /// The visitor has typed into the search field.
        case searched(path: String)
        /// The endless list has been scrolled.
        case scrolled(path: String)
    }

    let catalogue: Catalogue

    package func start(_ visit: Visit) -> Start<Self> {
        Start(Model())
    }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .searched(let path), .scrolled(let path): .navigate(to: path, replacing: true)
        }
    }

    /// The books of a selection.
    struct Books: Read {
        var selection: Selection

        func value(from catalogue: Catalogue) async throws -> Catalogue.Found { try await catalogue.books(selection) }

        var topics: Set<String> { ["library"] }
    }
}

extension Site {
    /// Mounts the catalogue at a path, and below it a page for each book.
    package mutating func mountLibrary(_ catalogue: Catalogue, at path: String) {
        mount(Library(catalogue: catalogue), at: path)
        mount((path == "/" ? "" : path) + "/books/{number}") { (number: Int) in
            BookPage(number: number, catalogue: catalogue, home: path)
        }
    }
}
