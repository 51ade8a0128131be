import Synchronization
import Testing

@testable import ElmwoodSessions

/// What a reply passes through before it is delivered: one promise, whatever follows.
@Suite final class PromiseTests: Sendable {
    private let received = Mutex<[Int]>([])

    private func receive(_ promise: Promise<Int>) {
        promise.whenFulfilled { value in self.received.withLock { $0.append(value) } }
    }

    @Test func `A value passes through the steps in their order, whether they are added before it or after it`() {
        let (early, late) = (Promise<Int>(), Promise<Int>())
        late.fulfill(1)
        for promise in [early, late] {
            promise.revise { .ready($0 + 1) }
            promise.revise { .ready($0 * 10) }
        }
        early.fulfill(1)
        receive(early)
        receive(late)
        #expect(received.withLock { $0 } == [20, 20])
    }

    @Test func `A step that takes time delays the value, and a second value is ignored meanwhile`() {
        let (promise, step) = (Promise<Int>(), Promise<Int>())
        promise.revise { _ in .promised(step) }
        promise.revise { .ready($0 + 1) }
        receive(promise)
        promise.fulfill(1)
        promise.fulfill(2)
        #expect(received.withLock { $0 } == [])
        step.fulfill(5)
        promise.fulfill(3)
        #expect(received.withLock { $0 } == [6])
    }
}
