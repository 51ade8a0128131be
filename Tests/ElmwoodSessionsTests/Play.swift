import ElmwoodArchitecture
import ElmwoodViewTree
import FoundationEssentials
import Synchronization

/// A program that does what its messages say.
struct Play: Program {
    struct Model: Codable, Equatable, Sendable {
        var seen: [String] = []
        /// The current subscriptions.
        var wants: [Want] = []
    }

    /// A subscription, with its message unless that is made of the received value.
    enum Want: Codable, Equatable, Sendable {
        case every(Duration, Message)
        case words(String)
        case numbers(String)
        case event(PageEventName, Message)
        case running(String, id: String?)
    }

    enum PageEventName: String, Codable, Sendable { case opened, closed, visible, hidden, online, offline, escape }

    indirect enum Message: Codable, Equatable, Sendable {
        case note(String)
        /// Appends a note, and then throws.
        case fail
        case forever
        case begin(String, id: String?)
        case beginMany(Int)
        case later(Duration, String, id: String?)
        case laterMany(Int)
        case cancel(String)
        case navigate(String)
        case noteAndGo(String, path: String)
        case roll, time
        case renew, end
        case several([Message])
        case want([Want])
        case save(String, as: String, isShared: Bool)
        case load(String, isShared: Bool, id: String?)
        case loadNumber(String)
        case remove(String)
        case tell(String, on: String)
        case tellNumber(Int, on: String)
        case page([PageAsk])
        case failed(String)
    }

    /// A command to the page.
    enum PageAsk: Codable, Equatable, Sendable {
        case focus(String), blur, scroll(String), copy(String), download(String, as: String), leave(String)
        case push(String), replace(String), showModal(String), close(String)
        case dispatch(String, to: String, String)

        var command: Command<Play> {
            switch self {
            case .focus(let id): .focus(id)
            case .blur: .blur
            case .scroll(let id): .scroll(to: id)
            case .showModal(let id): .showModal(id)
            case .close(let id): .close(id)
            case .dispatch(let event, let id, let detail):
                detail.isEmpty ? .dispatch(event, to: id) : .dispatch(event, to: id, detail)
            case .copy(let text): .copy(text)
            case .download(let text, let name): .download(text, as: name)
            case .leave(let address): .leave(to: address)
            case .push(let path): .navigate(to: path)
            case .replace(let path): .navigate(to: path, replacing: true)
            }
        }
    }

    enum Effect: Codable, Equatable, Sendable {
        case fetch(String)
        /// An effect for whose failure the program has no message.
        case quiet(String)

        /// Whether the effect ignores its cancellation.
        var isStubborn: Bool {
            if case .fetch(let name) = self { name.hasPrefix("stubborn") } else { false }
        }
    }

    struct Failure: Error, Equatable, CustomStringConvertible {
        var description = "it did not work"
    }

    let heldEffects = HeldEffects()
    var onStart: @Sendable (Visit) throws -> Message? = { _ in nil }
    /// Its subscriptions from the start.
    var wants: [Want] = []
    /// Whether it broadcasts each message of a topic again: some thousands of times, so that a test fails instead of hanging.
    var echoes = false

    func start(_ visit: Visit) throws -> Start<Self> {
        guard let message = try onStart(visit) else { return Start(Model(wants: wants)) }
        return Start(Model(seen: ["start"], wants: wants), .send(message))
    }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .note(let text):
            model.seen.append(text)
            if echoes, text.hasPrefix("heard "), model.seen.count < 5_000 { return .broadcast("t", "x") }
        case .fail:
            model.seen.append("half done")
            throw Failure()
        case .forever:
            return .send(.forever)
        case .begin(let name, let id):
            model.seen.append("begin \(name)")
            return .effect(name.hasPrefix("quiet") ? .quiet(name) : .fetch(name), id: id)
        case .beginMany(let count):
            return .batch((0..<count).map { .effect(.fetch("\($0)")) })
        case .later(let duration, let text, let id):
            return .after(duration, .note(text), id: id)
        case .laterMany(let count):
            return .batch((0..<count).map { .after(.seconds(60), .note("\($0)")) })
        case .cancel(let id):
            return .cancel(id)
        case .navigate(let path):
            return .navigate(to: path)
        case .noteAndGo(let text, let path):
            model.seen.append(text)
            return .navigate(to: path)
        case .roll:
            return .random(in: 1...6) { .note("rolled \($0)") }
        case .time:
            return .now { .note("time \(Int($0.timeIntervalSince1970))") }
        case .renew:
            model.seen.append("renewed")
            return .renewSession
        case .end:
            return .endSession
        case .several(let messages):
            return .batch(messages.map { .send($0) })
        case .want(let wants):
            model.seen.append("want \(wants.count)")
            model.wants = wants
        case .save(let text, let key, let isShared):
            return .save(text, as: key, in: isShared ? .shared : .visitor)
        case .load(let key, let isShared, let id):
            return .load(key, in: isShared ? .shared : .visitor, id: id) { .note("\(key) is \($0 ?? "nothing")") }
        case .loadNumber(let key):
            return .load(key) { (number: Int?) in .note("\(key) is \(number.map { "\($0)" } ?? "no number")") }
        case .remove(let key):
            return .remove(key)
        case .tell(let text, let topic):
            return .broadcast(topic, text)
        case .tellNumber(let number, let topic):
            return .broadcast(topic, number)
        case .page(let asks):
            return .batch(asks.map(\.command))
        case .failed(let sentence):
            model.seen.append("failed: \(sentence)")
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] {
        model.wants.map { want in
            switch want {
            case .every(let time, let message): .every(time, message)
            case .words(let topic): .topic(topic) { (text: String) in .note("heard \(text)") }
            case .numbers(let topic): .topic(topic) { (number: Int) in .note("counted \(number)") }
            case .running(let name, let id):
                .running(name.hasPrefix("quiet") ? .quiet(name) : .fetch(name), id: id)
            case .event(let event, let message):
                switch event {
                case .opened: .pageOpened(message)
                case .closed: .pageClosed(message)
                case .visible: .pageVisible(message)
                case .hidden: .pageHidden(message)
                case .online: .online(message)
                case .offline: .offline(message)
                case .escape: .key(.escape, message)
                }
            }
        }
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Play") { text(model.seen.joined(separator: " ")) }
    }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        try await heldEffects.perform(effect, send: send)
    }

    func failed(_ effect: Effect, _ error: any Error) -> Message? {
        if case .fetch = effect { .failed("\(error)") } else { nil }
    }
}
