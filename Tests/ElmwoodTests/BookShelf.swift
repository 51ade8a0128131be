import Elmwood
import Synchronization

/// A program whose page shows a book of a shelf that lies outside of its model.
struct BookShelf: Program {
    struct Model: Codable, Equatable, Sendable {
        var number = 1
        var saved = 0
    }

    enum Message: Codable, Equatable, Sendable { case show(Int), rename(String), saved, changed, announce, touch }

    enum Effect: Codable, Equatable, Sendable { case rename(Int, String) }

    let shelf: Shelf
    /// Whether the page shows a book's pages when they have been read.
    var showsPages = false

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .show(let number): model.number = number
        case .rename(let title): return .effect(.rename(model.number, title))
        case .saved: model.saved += 1
        case .changed: return .changed("book/\(model.number)")
        case .announce: return .broadcast("book/\(model.number)", "a new edition")
        case .touch: model.saved += 100
        }
        return .none
    }

    func perform(_ effect: Effect, send: Send<Message>) async {
        guard case .rename(let number, let title) = effect else { return }
        shelf.put(title, at: number)
        send.changed("book/\(number)")
        send(.saved)
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let number = Int(page.query["book"] ?? "") ?? model.number
        guard let title = try page.read(Title(number: number), from: shelf) else { throw NotFound() }
        let pages = showsPages ? page.reading(PageCount(number: number), from: shelf) : nil
        return Document("Shelf") {
            h1 { title }
            switch pages {
            case .loading: p { "Counting" }
            case .value(let count): p { "\(count) pages" }
            case .failed, nil: Html<Message>.empty
            }
            output { "\(model.saved)" }
            button("Next", .show(number + 1))
            button("Rename", .rename("\(title), renamed"))
            button("Changed", .changed)
            button("Announce", .announce)
            button("Touch", .touch)
        }
    }

    /// The title of a book; nil if there is none.
    struct Title: Read {
        var number: Int

        func value(from shelf: Shelf) async throws -> String? { try await shelf.title(number) }

        var topics: Set<String> { ["book/\(number)"] }
    }

    /// The number of a book's pages.
    struct PageCount: Read {
        var number: Int

        func value(from shelf: Shelf) async throws -> Int { try await shelf.pages(number) }
    }
}

/// Titles of books, which a test changes, holds back, and counts the reads of.
final class Shelf: Sendable {
    private struct State {
        var titles: [Int: String]
        var reads = 0
        var isFailing = false
        var held: Set<Question> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// What is asked of a shelf.
    enum Question { case title, pages }

    private let state: Mutex<State>

    init(_ titles: [Int: String]) {
        state = Mutex(State(titles: titles))
    }

    /// The number of reads of titles that have begun.
    var reads: Int { state.withLock { $0.reads } }

    /// The number of reads that are held back.
    var waiting: Int { state.withLock { $0.waiting.count } }

    func put(_ title: String?, at number: Int) { state.withLock { $0.titles[number] = title } }

    func fail(_ fails: Bool) { state.withLock { $0.isFailing = fails } }

    /// Holds back the reads of that kind that begin from now on.
    func hold(_ question: Question = .title) { state.withLock { _ = $0.held.insert(question) } }

    /// Ends the reads that were held back with what the shelf has now.
    func release() {
        let held = state.withLock { state in
            defer { state.waiting = [] }
            state.held = []
            return state.waiting
        }
        for continuation in held { continuation.resume() }
    }

    func title(_ number: Int) async throws -> String? { try await answer(.title, number) }

    func pages(_ number: Int) async throws -> Int { try await answer(.pages, number)?.count ?? 0 }

    private func answer(_ question: Question, _ number: Int) async throws -> String? {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if question == .title { state.reads += 1 }
                let isHeld = state.held.contains(question)
                if isHeld { state.waiting.append(continuation) }
                return isHeld
            }
            if !isHeld { continuation.resume() }
        }
        return try state.withLock { state in
            if state.isFailing { throw ShelfIsLocked() }
            return state.titles[number]
        }
    }
}

struct ShelfIsLocked: Error {}
