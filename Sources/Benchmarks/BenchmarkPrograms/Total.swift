import Elmwood
import Synchronization

/// A page that shows a value from outside, which is another one each time it is read: how often that was.
package struct Total: Program {
    package struct Model: Codable, Equatable, Sendable { var notes = 0 }

    package enum Message: Codable, Equatable, Sendable { case change, note }

    /// Counts how often it is read.
    final class Source: Sendable {
        private let reads = Atomic<Int>(0)

        func next() -> Int { reads.add(1, ordering: .relaxed).newValue }
    }

    struct Reads: Read {
        func value(from source: Source) async throws -> Int { source.next() }

        var topics: Set<String> { ["total"] }

        var maximumAge: Duration { .seconds(86_400) }
    }

    private let source = Source()

    /// Creates the program.
    package init() {}

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .change: return .changed("total")
        case .note:
            model.notes &+= 1
            return .none
        }
    }

    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let reads = try page.read(Reads(), from: source)
        return Document("Total") {
            h1 { "Total" }
            output { "\(reads)" }
            output { "\(model.notes)" }
            button("Change", .change)
            button("Note", .note)
        }
    }
}
