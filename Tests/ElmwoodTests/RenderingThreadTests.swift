import Elmwood
import Glibc
import Synchronization
import Testing

/// The threads on which pages are rendered.
@Suite struct RenderingThreadTests {
    /// The threads that have run views.
    private final class Threads: Sendable {
        private let threads = Mutex<[pthread_t]>([])
        var all: [pthread_t] { threads.withLock { $0 } }
        func note() { threads.withLock { $0.append(pthread_self()) } }
    }

    private struct Teller: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }
        enum Message: Codable, Equatable, Sendable { case tell }

        let threads: Threads

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            model.count += 1
            return .notice("Saved.")
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            threads.note()
            return Document("Teller") { button("Tell", .tell) }
        }
    }

    @Test
    func `A page that is shown once its turn is stored is rendered by its connection, and not by the store's thread`()
        async throws
    {
        let threads = Threads()
        var site = Site()
        site.mount(Teller(threads: threads), at: "/")
        let visitor = Visitor(try TestSite(site, over: .inProcess) { $0.sessions = .sqlite })
        try await visitor.post("/", "message=tell")
        #expect(visitor.text.contains("Saved."))
        // First to see whether the turn's view can be shown, and then with what is told.
        #expect(threads.all.count >= 2)
        #expect(Set(threads.all).count == 1)
    }
}
