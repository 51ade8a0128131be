import Glibc
import Synchronization

/// The request that a loop is at work on, for another thread that finds one which takes long.
///
/// It stands for all work on the loop's thread: what the handler does at once, what it does to answer later, and the compression.
package struct RequestAtWork: Sendable {
    /// Differs between the requests of all loops.
    package struct ID: Hashable, Sendable {
        fileprivate let loop: ObjectIdentifier
        fileprivate let number: UInt64
    }

    package let id: ID
    /// The request. It has no body if its answer is made later than its handler was called.
    package let request: Request
    /// Whether the body is missing.
    package let isAnsweredLater: Bool
    /// The loop's thread.
    package let thread: pthread_t
}

/// The request that one loop is at work on.
final class LoopWork: Sendable {
    private struct State {
        var number: UInt64 = 0
        var thread = pthread_t()
        var current: (request: Request, isAnsweredLater: Bool)?
    }

    private let state = Mutex(State())

    /// Notes the request while a function runs on the loop's thread.
    func note<Result>(_ request: Request, isAnsweredLater: Bool, during body: () -> Result) -> Result {
        state.withLock { state in
            state.number &+= 1
            state.current = (request, isAnsweredLater)
        }
        defer {
            // Released here, not under the lock: it may be the last copy, with which files are removed.
            _ = state.withLock { $0.current.take() }
        }
        return body()
    }

    func begin(on thread: pthread_t) { state.withLock { $0.thread = thread } }

    var current: RequestAtWork? {
        state.withLock { state in
            state.current.map { current in
                RequestAtWork(
                    id: RequestAtWork.ID(loop: ObjectIdentifier(self), number: state.number),
                    request: current.request,
                    isAnsweredLater: current.isAnsweredLater,
                    thread: state.thread
                )
            }
        }
    }

    /// Ends the process by a signal to the loop's thread, if that is still at work on the request.
    func endProcess(for id: RequestAtWork.ID) {
        state.withLock { state in
            guard state.current != nil, id.number == state.number, id.loop == ObjectIdentifier(self) else { return }
            pthread_kill(state.thread, SIGABRT)
        }
    }
}

extension RunningServer {
    /// What the loops are at work on now.
    package var requestsAtWork: [RequestAtWork] { loops.compactMap(\.work.current) }

    /// Ends the process, if a loop is still at work on that request: by a signal to its thread, so that a core dump shows where.
    package func endProcess(for id: RequestAtWork.ID) { for loop in loops { loop.work.endProcess(for: id) } }
}
