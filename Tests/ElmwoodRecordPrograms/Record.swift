import Elmwood

/// Records lists of numbers, and ends its process on demand.
struct Record: Program {
    let notes: AttemptNotes

    struct Model: Codable, Equatable, Sendable {
        var numbers: [Int] = []
        /// The numbers from delayed messages.
        var came: [Int] = []
        /// The numbers from durable effects, once for each attempt.
        var ran: [Int] = []
        /// How many effects have thrown.
        var failures = 0
        /// Whether the subscriptions trap.
        var isBroken = false
    }

    enum Message: Codable, Equatable, Sendable {
        case add(Int)
        /// Adds a number, and sends it to the ledger.
        case share(Int)
        /// Starts a delayed message.
        case later(Int)
        case came(Int)
        /// Starts a durable effect.
        case run(Int)
        case ran(Int)
        case failed
        case trap
        /// Overflows the thread's stack.
        case overflow
        case trapLater
        case trapInEffect
        /// Starts an effect whose message traps.
        case trapAfterEffect, trapAfterDurableEffect
        /// Starts a delayed message after which the subscriptions trap.
        case trapLaterInSubscriptions, breakSubscriptions
    }

    enum Effect: Codable, Equatable, Sendable {
        case note(Int)
        case trap
        case sendTrap
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let number): model.numbers.append(number)
        case .share(let number):
            model.numbers.append(number)
            return .send(.add(number), to: Ledger.self, "all")
        case .later(let number): return .after(.milliseconds(100 + number % 2_900), .came(number))
        case .came(let number): model.came.append(number)
        case .run(let number): return .effect(.note(number), durable: true)
        case .ran(let number): model.ran.append(number)
        case .failed: model.failures += 1
        case .trap: fatalError("A trap on purpose.")
        case .overflow: model.numbers = [depth(1)]
        case .trapLater: return .after(.milliseconds(100), .trap)
        case .trapInEffect: return .effect(.trap, durable: true)
        case .trapAfterEffect: return .effect(.sendTrap)
        case .trapAfterDurableEffect: return .effect(.sendTrap, durable: true)
        case .trapLaterInSubscriptions: return .after(.milliseconds(100), .breakSubscriptions)
        case .breakSubscriptions: model.isBroken = true
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        if model.isBroken { fatalError("A trap on purpose, in the subscriptions.") }
        return []
    }

    private func depth(_ number: Int) -> Int {
        number == 0 ? 0 : depth(number + 1) + 1
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .note(let number):
            try notes.add(number, send.attempt, "begins")
            // Some take a while, so that their process may end during that time.
            if number % 4 == 1 { try await Task.sleep(for: .milliseconds(number % 300)) }
            send(.ran(number))
            try notes.add(number, send.attempt, "ends")
        case .trap: fatalError("A trap on purpose, in an effect.")
        case .sendTrap: send(.trap)
        }
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? { .failed }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let name = page.query["watcher"]
        let ledger = page.path == "/ledger" ? try page.read(Ledger.self, "all", as: name) : Ledger.Model()
        return Document("Record") {
            output(.name("ledger")) { ledger.numbers.map { "\($0)" }.joined(separator: " ") }
            output(.name("watchers")) { ledger.watchers.joined(separator: " ") }
            for (name, numbers) in [
                ("numbers", model.numbers), ("came", model.came), ("ran", model.ran), ("failures", [model.failures]),
            ] {
                output(.name(name)) { numbers.map { "\($0)" }.joined(separator: " ") }
            }
            // The fields never show a value, so each number that is sent is a change.
            input(.name("number"), .type(.number), .onChange(Message.add))
            input(.name("share"), .type(.number), .onChange(Message.share))
            input(.name("later"), .type(.number), .onChange(Message.later))
            input(.name("run"), .type(.number), .onChange(Message.run))
            button("Trap", .trap)
            button("Overflow", .overflow)
            button("Trap later", .trapLater)
            button("Trap in an effect", .trapInEffect)
            button("Trap after an effect", .trapAfterEffect)
            button("Trap after a durable effect", .trapAfterDurableEffect)
            button("Trap later, in the subscriptions", .trapLaterInSubscriptions)
        }
    }
}
