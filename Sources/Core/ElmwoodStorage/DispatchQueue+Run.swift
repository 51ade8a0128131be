import Dispatch

extension DispatchQueue {
    /// Runs the work on this queue, while the caller's task is suspended, and returns its result.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result { try work() }) }
        }
    }
}
