import Elmwood

/// A site for tests that end its process: its model says exactly which messages have arrived, and in what order.
@main
struct RecordServer {
    static func main() {
        var site = Site()
        // The first argument says how many sessions are held at a time.
        if let limit = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
            site.sessionLimits.sessions = limit
        }
        site.mount(Record(), at: "/")
        site.main()
    }
}

/// Keeps a list of numbers, and ends its process where it is told to.
struct Record: Program {
    struct Model: Codable, Equatable, Sendable {
        var numbers: [Int] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        case trap
        /// Fills the thread's stack.
        case overflow
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let number): model.numbers.append(number)
        case .trap: fatalError("A trap on purpose.")
        case .overflow: model.numbers = [depth(1)]
        }
        return .none
    }

    private func depth(_ number: Int) -> Int {
        number == 0 ? 0 : depth(number + 1) + 1
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Record") {
            output { model.numbers.map { "\($0)" }.joined(separator: " ") }
            // Never shows a value, so that each number that is sent is a change.
            input(.name("number"), .type(.number), .onChange(Message.add))
            button("Trap", .trap)
            button("Overflow", .overflow)
        }
    }
}
