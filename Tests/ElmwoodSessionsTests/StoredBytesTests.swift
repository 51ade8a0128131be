import ElmwoodArchitecture
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

/// What sessions may add to the stores.
@Suite(.timeLimit(.minutes(2)))
struct StoredBytesTests {
    /// A program whose model and saved value have the sizes that the visitor wants.
    private struct Pad: Program {
        struct Model: Codable, Equatable, Sendable { var text = "" }
        enum Message: Codable, Equatable, Sendable { case write(Int), save(Int), end }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .write(let count): model.text = String(repeating: "x", count: count)
            case .save(let count): return .save(String(repeating: "x", count: count), as: "pad")
            case .end: return .endSession
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> { Document("Pad") { text(model.text) } }
    }

    /// Counts what is stored, and refuses what is beyond the shares.
    private final class Shares: Sendable {
        private let counts = Mutex<(clients: [UInt32: Int], visitors: [VisitorID: Int])>(([:], [:]))
        let client: Int
        let visitor: Int

        init(client: Int = .max, visitor: Int = .max) { (self.client, self.visitor) = (client, visitor) }

        func count(_ bytes: Int, _ client: UInt32, _ visitor: VisitorID) {
            counts.withLock { counts in
                counts.clients[client, default: 0] += bytes
                counts.visitors[visitor, default: 0] += bytes
            }
        }

        func admits(_ client: UInt32, _ visitor: VisitorID) -> Bool {
            counts.withLock { counts in
                counts.clients[client, default: 0] < self.client && counts.visitors[visitor, default: 0] < self.visitor
            }
        }

        func bytes(of client: UInt32) -> Int { counts.withLock { $0.clients[client, default: 0] } }
    }

    /// A process of the site. The sizes of its models as JSON are those of their texts and 11.
    private struct Process {
        let manual = ManualEnvironment()
        let storage = MemoryStorage()
        let store: any SessionStore
        let host: ProgramHost<Pad>

        init(_ shares: Shares = Shares(), modelSize: Int = 1_000_000, _ store: any SessionStore = MemorySessionStore())
        {
            var limits = SessionLimits.scripted
            limits.modelSize = modelSize
            limits.effectWait = .seconds(60)
            var environment = manual.forSessions
            environment.storage = storage
            environment.admitsStorage = { shares.admits($0, $1) }
            environment.countStored = { shares.count($0, $1, $2) }
            self.store = store
            let registry = SessionRegistry(limits: limits, environment: environment, store: store)
            host = ProgramHost(Pad(), name: "/", registry: registry)
        }

        func post(
            _ message: Pad.Message,
            by client: inout Client,
            from address: UInt32 = 1
        ) async -> (text: Int?, refusal: Int?) {
            var visit = Visit()
            visit.client = address
            let answer: Eventual<Reply<Pad, String>> = host.post(
                session: client.session,
                visitor: client.token.map { .token($0) } ?? .none,
                visit: visit
            ) { _ in .apply([message]) }
            switch await answer.settled(in: manual) {
            case .shown(let snapshot):
                if case .set(let token) = snapshot.cookie { client.sessionToken = token }
                if case .remove = snapshot.cookie { client.sessionToken = nil }
                if case .set(let token) = snapshot.visitor { client.token = token }
                return (snapshot.model.text.count, nil)
            case .failed(let failure): return (nil, failure.refusal.status)
            case .refused: return (nil, nil)
            }
        }
    }

    @Test func `A model that is too large in the store cannot grow, and nothing else is affected`() async throws {
        let process = Process(modelSize: 1_000)
        var (anna, bob) = (Client(), Client())
        #expect(await process.post(.write(2_000), by: &anna).text == 2_000)
        #expect(await process.post(.write(2_001), by: &anna).refusal == 507)
        #expect(process.host.currentState(of: anna.session)?.model.text.count == 2_000)
        #expect(await process.post(.write(500), by: &bob).text == 500)
        #expect(await process.post(.write(1_999), by: &anna).text == 1_999)
        #expect(await process.post(.write(900), by: &anna).text == 900)
        #expect(await process.post(.write(950), by: &anna).text == 950)
        // The next process knows the size too.
        #expect(await process.post(.write(3_000), by: &anna).text == 3_000)
        let next = Process(modelSize: 1_000, process.store)
        #expect(await next.post(.write(3_001), by: &anna).refusal == 507)
        #expect(await next.post(.end, by: &anna).refusal == nil)
        #expect(anna.session == nil)
    }

    @Test func `Only the growth of models counts, once, for the client of the request`() async throws {
        let shares = Shares()
        let process = Process(shares)
        var anna = Client()
        for count in [100, 300, 200, 250] { _ = await process.post(.write(count), by: &anna) }
        #expect(shares.bytes(of: 1) == 311 + 50)
        _ = await process.post(.write(1_250), by: &anna, from: 2)
        #expect(shares.bytes(of: 1) == 311 + 50 && shares.bytes(of: 2) == 1_000)
    }

    @Test func `A client that has used its share stores no more, and others do`() async throws {
        let process = Process(Shares(client: 1_000))
        var (anna, bob, newcomer) = (Client(), Client(), Client())
        #expect(await process.post(.write(10), by: &bob, from: 2).text == 10)
        #expect(await process.post(.write(2_000), by: &anna).text == 2_000)
        #expect(await process.post(.write(2_001), by: &anna).refusal == 503)
        #expect(await process.post(.write(10), by: &newcomer).refusal == 503)
        #expect(newcomer.session == nil)
        #expect(await process.post(.write(1_500), by: &anna).text == 1_500)
        #expect(await process.post(.write(500), by: &bob, from: 2).text == 500)
        // The visitor at another address.
        #expect(await process.post(.write(1_600), by: &anna, from: 3).text == 1_600)
    }

    @Test func `A visitor who has used a share stores no more from any address, and others do`() async throws {
        let process = Process(Shares(visitor: 1_000))
        var (anna, bob) = (Client(), Client())
        #expect(await process.post(.write(2_000), by: &anna).text == 2_000)
        #expect(await process.post(.write(2_001), by: &anna, from: 2).refusal == 503)
        #expect(await process.post(.write(2_001), by: &bob).text == 2_001)
    }

    @Test func `A saved value counts as far as it is larger than before, and is not saved beyond the share`()
        async throws
    {
        let shares = Shares(client: 5_000)
        let process = Process(shares)
        var anna = Client()
        _ = await process.post(.write(1), by: &anna)
        let model = shares.bytes(of: 1)
        for count in [1_000, 1_000, 800, 3_000] { _ = await process.post(.save(count), by: &anna) }
        #expect(shares.bytes(of: 1) == model + 3_002)
        _ = await process.post(.save(6_000), by: &anna)
        _ = await process.post(.save(7_000), by: &anna)
        let visitor = try #require(process.host.registry.visitor(of: anna.session))
        #expect(try await process.storage.load("pad", of: .visitor(visitor))?.count == 6_002)
        _ = await process.post(.save(100), by: &anna)
        #expect(try await process.storage.load("pad", of: .visitor(visitor))?.count == 102)
    }
}
