import ElmwoodArchitecture
import Dispatch
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodTestSupport
import ElmwoodViewTree
import Testing

@testable import ElmwoodSessions

/// A model that many see: what was said in a room, and by how many.
struct Room: SharedProgram {
    struct Model: Codable, Equatable, Sendable {
        var lines: [String] = []
        var senders: [String] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case said(String), later(String), tell(String), close, refuse(String), fail, trap, ring, perform(String)
    }

    enum Effect: Codable, Equatable, Sendable { case work(String) }

    /// Whether `trap` ends the process.
    var traps: @Sendable () -> Void = {}
    var rings = false

    func start(_ key: Int) throws -> Start<Self> {
        if key < 0 { throw Problem("There is no such room.") }
        return Start(Model(lines: ["room \(key)"]))
    }

    func update(_ model: inout Model, on message: Message, from sender: Sender) throws -> Command<Self> {
        if sender != .itself, !model.senders.contains(sender.id) { model.senders.append(sender.id) }
        switch message {
        case .said(let text): model.lines.append(text)
        case .later(let text): return .after(.seconds(5), .said(text))
        case .tell(let text): return .send(.said(text), to: Room.self, 100)
        case .close: return .end
        case .refuse(let sentence): throw Problem(sentence)
        case .fail: throw CancellationError()
        case .trap: traps()
        case .ring: model.lines.append("ring")
        case .perform(let text): return .effect(.work(text))
        }
        return .none
    }

    func subscriptions(_ model: Model) -> [Subscription<Self>] { rings ? [.every(.seconds(1), .ring)] : [] }

    func perform(_ effect: Effect, send: Send<Message>) async throws {
        switch effect {
        case .work(let text): send(.said("worked \(text)"))
        }
    }
}

/// A visitor's program that speaks in rooms, and reads one.
struct Guest: Program {
    struct Model: Codable, Equatable, Sendable {
        var room = 1
        var answers: [SendOutcome] = []
    }

    enum Message: Codable, Equatable, Sendable {
        case send(Room.Message), ask(Room.Message), go(Int), answered(SendOutcome), sendAndFail, sendAndEnd, renew
    }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) throws -> Command<Self> {
        switch message {
        case .send(let sent): return .send(sent, to: Room.self, model.room)
        case .ask(let sent): return .send(sent, to: Room.self, model.room, answered: { .answered($0) })
        case .go(let room): model.room = room
        case .answered(let answer): model.answers.append(answer)
        case .sendAndFail: throw Problem("not this")
        case .sendAndEnd: return .batch(.send(.said("last"), to: Room.self, model.room), .endSession)
        case .renew: return .renewSession
        }
        return .none
    }

    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        let room = try page.read(Room.self, model.room)
        return Document("Guest") {
            output { room.lines.joined(separator: ", ") }
            button("Hello", .send(.said("hello")))
        }
    }
}

/// One process of a site with rooms.
final class SharedFixture: Sendable {
    let guests: StoredFixture<Guest>

    init(
        _ store: (any SessionStore)? = nil,
        room: Room = Room(),
        at time: Duration = .zero,
        wait: Duration = .seconds(5),
        faults: FaultRecord? = nil,
        _ change: (inout SessionLimits) -> Void = { _ in }
    ) {
        guests = StoredFixture(store, program: Guest(), at: time, faults: faults) {
            $0.deliveryWait = wait
            change(&$0)
        }
        guests.share(room)
    }

    var environment: ManualEnvironment { guests.environment }

    var registry: SessionRegistry { guests.host.registry }

    /// Returns the room as a page reads it.
    func room(_ room: Int = 1) async throws -> Room.Model {
        let read = SharedModel<Room>(address: SharedAddress(Room.self, room))
        let page = await registry.reads.read(MissingInputs([ReadRequest(read, from: ())]), for: Page()).settled()
        return try page.read(Room.self, room)
    }

    func lines(_ number: Int = 1) async -> [String]? { try? await room(number).lines }

    /// Lets a second pass, in which the process looks for what waits, and returns the room's lines.
    func linesLater() async -> [String]? {
        environment.advance(by: .seconds(1))
        return await lines()
    }
}
