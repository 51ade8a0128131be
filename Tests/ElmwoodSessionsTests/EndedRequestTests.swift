import Dispatch
import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodTestSupport
import ElmwoodViewTree
import Synchronization
import Testing

@testable import ElmwoodSessions

/// Requests whose session or page ends while they wait.
@Suite(.timeLimit(.minutes(2))) struct EndedRequestTests {
    private struct Draft: Program {
        struct Model: Codable, Equatable, Sendable { var text = "" }
        enum Message: Codable, Equatable, Sendable { case write(String), save, end }

        var rendering: @Sendable () -> Void = {}

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .write(let text): model.text = text
            case .save: return .save("text", as: "draft")
            case .end: return .endSession
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            rendering()
            return Document("Draft") {
                text(model.text)
                button("Write", .write("a"))
            }
        }
    }

    /// Whether an answer has come.
    private final class Settled: Sendable {
        private let settled = Mutex(false)
        var isSettled: Bool { settled.withLock { $0 } }

        init<Reply>(_ answer: Eventual<Reply>) {
            switch answer {
            case .ready: settled.withLock { $0 = true }
            case .promised(let promise): promise.whenFulfilled { _ in self.settled.withLock { $0 = true } }
            }
        }
    }

    @Test func `A post that saves is answered although its session ends before it is stored`() async throws {
        let store = HeldStore()
        let fixture = StoredFixture(store, program: Draft()) { $0.effectWait = .milliseconds(100) }
        let id = try #require(await fixture.enter(.write("a")))
        store.hold()
        let save: Eventual<Reply<Draft, String>> = fixture.host.post(session: id, visit: Visit()) { _ in .apply([.save])
        }
        let answer = Settled(save)
        await store.isHolding()
        let end: Eventual<Reply<Draft, String>> = fixture.host.post(session: id, visit: Visit()) { _ in .apply([.end]) }
        await eventually("it is saved") { fixture.environment.storage.asked.contains("save draft") }
        store.goOn()
        _ = await end.settled()
        await fixture.finish()
        fixture.environment.advance(by: .seconds(1))
        await eventually("it is answered") { answer.isSettled }
    }

    @Test func `A request that waits for a rendering is answered although its page closes meanwhile`() async throws {
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isHeld = Mutex(false)
        let fixture = StoredFixture(
            nil,
            program: Draft(rendering: {
                guard
                    isHeld.withLock({ isHeld in
                        defer { isHeld = false }; return isHeld
                    })
                else { return }
                begun.signal()
                gate.wait()
            })
        )
        let id = try #require(await fixture.enter(.write("b")))
        let page = try OpenPage(fixture.host, session: id)
        _ = try #require(await page.send(.message(#"write("a")"#)).settled().patch)
        _ = await fixture.post(id, .write("c"))
        isHeld.withLock { $0 = true }
        let (first, second) = (page.request([]), page.request([]))
        let host = fixture.host
        let answer = Mutex<Settled?>(nil)
        DispatchQueue.global().async { _ = host.live(session: id, first) }
        await withCheckedContinuation { waiting in
            DispatchQueue.global().async {
                begun.wait()
                waiting.resume()
            }
        }
        answer.withLock { $0 = Settled(host.live(session: id, second)) }
        #expect(answer.withLock { $0?.isSettled } == false)
        _ = page.close()
        gate.signal()
        await eventually("it is answered") { answer.withLock { $0?.isSettled ?? false } }
    }
}
