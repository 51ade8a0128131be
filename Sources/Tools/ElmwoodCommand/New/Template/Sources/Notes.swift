import Elmwood

/// Notes in a database: a view that reads them, and effects that write them.
struct Notes: Program {
    /// Empty: the notes are in the database, and the text is in the form until it is sent.
    struct Model: Codable, Equatable, Sendable {}

    /// The fields of the form, by their names.
    struct Entry: Codable, Equatable, Sendable { var text: String }

    enum Message: Codable, Equatable, Sendable {
        case add(Entry)
        case remove(id: Int)
        // What no page offers: an effect has ended.
        case added
        case removed
        case failed
    }

    enum Effect: Codable, Equatable, Sendable {
        case add(text: String)
        case remove(id: Int)
    }

    /// The latest notes. All open pages that show them are brought up to date when the topic changes.
    struct LatestNotes: Read {
        var topics: Set<String> { ["notes"] }

        func value(from table: NoteTable) async throws -> [Note] { try await table.notes() }
    }

    /// Where the notes are. Not `table`, which would hide the element of that name in the view.
    let store: NoteTable

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .add(let entry):
            if entry.text.allSatisfy(\.isWhitespace) { throw Problem(in: "text", "Please write something.") }
            return .effect(.add(text: entry.text))
        case .remove(let id): return .effect(.remove(id: id))
        case .added: return .notice("The note is added.")
        case .removed: return .notice("The note is removed.")
        case .failed: return .problem(of: "note", "That did not work. Please try again.")
        }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .add(let text):
            try await store.add(text)
            send.changed("notes")
            send(.added)
        case .remove(let id):
            try await store.remove(id)
            send.changed("notes")
            send(.removed)
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .failed }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let notes = try page.read(LatestNotes(), from: store)
        return layout("Notes", on: page) {
            form("note", .onSubmit(Message.add), .novalidate) {
                field("Note", "text", on: page) { description in
                    input(.id("text"), .name("text"), .required, .maxlength(200), .autocomplete(.off), description)
                }
                button { "Add" }
            }
            if notes.isEmpty { p(.class("hint")) { "There are no notes yet." } }
            ul(.class("list")) {
                for note in notes {
                    li(.key("\(note.id)")) {
                        span { note.text }
                        button("Remove", .remove(id: note.id), .ariaLabel("Remove “\(note.text)”"))
                    }
                }
            }
        }
    }
}
