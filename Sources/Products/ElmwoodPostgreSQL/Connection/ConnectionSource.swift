import Dispatch
import ElmwoodSQL
import ElmwoodStorage
import ElmwoodThreads
import Synchronization

/// Makes one thread's connection, and makes another one when it is lost.
///
/// Connecting blocks for as long as the name is resolved and the server does not answer. It therefore has a thread of its own, and
/// who needs the connection waits only for a while.
final class ConnectionSource: Sendable {
    private struct State {
        var connection: PipelineConnection?
        /// Signals the end of the attempt that is under way.
        var attempt: DispatchSemaphore?
        var failure: StorageError?
        /// The number of attempts that have failed in a row, and when the next may begin.
        var failures = 0
        var next = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let patience: Duration
    private let connect: @Sendable () throws -> PipelineConnection

    /// - Parameters:
    ///   - patience: How long who needs a connection waits for it.
    ///   - connect: Connects, and blocks until then.
    init(patience: Duration, _ connect: @escaping @Sendable () throws -> PipelineConnection) {
        self.patience = patience
        self.connect = connect
    }

    private enum Step {
        case ready(PipelineConnection)
        case failed(StorageError)
        case wait(DispatchSemaphore, begins: Bool)
    }

    /// Returns the connection.
    ///
    /// - Throws: `StorageError` if there is none within that time, or if the last attempt has just failed.
    func connection() throws(StorageError) -> PipelineConnection {
        switch step() {
        case .ready(let connection): return connection
        case .failed(let error): throw error
        case .wait(let attempt, let begins):
            if begins { BlockingThreads.shared.run { self.tryToConnect(attempt) } }
            guard attempt.wait(timeout: .now() + patience.seconds) == .success else {
                throw StorageError("The database cannot be reached: it has not answered yet.")
            }
            let (connection, failure) = state.withLock { ($0.connection, $0.failure) }
            if let connection { return connection }
            throw failure ?? StorageError("The database cannot be reached.")
        }
    }

    private func step() -> Step {
        state.withLock { state in
            if let connection = state.connection {
                if connection.probe() { return .ready(connection) }
                state.connection = nil
            }
            if let attempt = state.attempt { return .wait(attempt, begins: false) }
            if let failure = state.failure, .now < state.next { return .failed(failure) }
            let attempt = DispatchSemaphore(value: 0)
            state.attempt = attempt
            return .wait(attempt, begins: true)
        }
    }

    private func tryToConnect(_ attempt: DispatchSemaphore) {
        let result = Result { try connect() }
        state.withLock { state in
            state.attempt = nil
            switch result {
            case .success(let connection):
                (state.connection, state.failure, state.failures) = (connection, nil, 0)
            case .failure(let error):
                state.failure = StorageError(error)
                state.next = .now + min(.seconds(1), .milliseconds(50) * (1 << min(state.failures, 5)))
                state.failures += 1
            }
        }
        attempt.signal()
    }

    /// Drops the connection.
    func discard() { state.withLock { $0.connection = nil } }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension StorageError {
    /// Says what a failure of the database means for the caller.
    init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let failure as PipelineFailure:
            self.init(failure.sentence)
            if failure.state == "53100" { kind = .full }
            // Data exceptions, broken constraints, and exceeded limits of the server's own.
            if ["22", "23", "54"].contains(failure.state.prefix(2)) { kind = .refused }
        case let error as DatabaseError:
            self.init(error.message)
            if error.kind == .full { kind = .full }
        default: self.init("The database failed: \(error).")
        }
    }
}
