import Dispatch

extension DispatchQueue {
    /// What the work comes to, carried out here, while the caller's task is suspended.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            async { continuation.resume(with: Result { try work() }) }
        }
    }
}
