/// A value that is delivered later to the one function that waits for it. No thread waits.
package final class Promise<Value: Sendable>: Sendable {
    private enum Phase: Sendable {
        case open
        case awaited(@Sendable (Value) -> Void)
        case fulfilled(Value)
        case delivered
    }

    private struct State: Sendable {
        /// Whether the value is available, and the function that waits for it.
        var phase = Phase.open
        /// What the value passes through before.
        var step: (@Sendable (Value) -> Eventual<Value>)?
        /// Whether a value was provided, which a step may have yet.
        var isProvided = false
    }

    /// What follows once the value is there.
    private enum Next: Sendable {
        case nothing
        case step(@Sendable (Value) -> Eventual<Value>)
        case delivery(@Sendable (Value) -> Void)
    }

    private let state = OrderedMutex(.leaf, State())

    package init() {}

    /// Calls the function with the value, exactly once: now, on this thread, if the value is available; otherwise when it is, on
    /// the thread that provides it. Only the first registered function receives it.
    package func whenFulfilled(_ deliver: @escaping @Sendable (Value) -> Void) {
        let value: Value? = state.withLock { state in
            switch state.phase {
            case .open:
                state.phase = .awaited(deliver)
                return nil
            case .fulfilled(let value):
                state.phase = .delivered
                return value
            case .awaited, .delivered:
                return nil
            }
        }
        if let value { deliver(value) }
    }

    /// Has the value pass through a step before it is delivered, after the steps that were added before.
    func revise(by step: @escaping @Sendable (Value) -> Eventual<Value>) {
        let value: Value? = state.withLock { state in
            guard case .fulfilled(let value) = state.phase else {
                state.step = state.step.map { former in { @Sendable in former($0).revised(by: step) } } ?? step
                return nil
            }
            state.phase = .open
            return value
        }
        if let value { proceed(with: step(value)) }
    }

    /// Provides the value. A second value is ignored.
    package func fulfill(_ value: Value) { proceed(with: value, isNew: true) }

    private func proceed(with value: Value, isNew: Bool = false) {
        let next: Next = state.withLock { state in
            if isNew, state.isProvided { return .nothing }
            state.isProvided = true
            if let step = state.step {
                state.step = nil
                return .step(step)
            }
            guard case .awaited(let deliver) = state.phase else {
                state.phase = .fulfilled(value)
                return .nothing
            }
            state.phase = .delivered
            return .delivery(deliver)
        }
        switch next {
        case .nothing: break
        case .step(let step): proceed(with: step(value))
        case .delivery(let deliver): deliver(value)
        }
    }

    private func proceed(with revised: Eventual<Value>) {
        switch revised {
        case .ready(let value): proceed(with: value)
        case .promised(let other): other.whenFulfilled { self.proceed(with: $0) }
        }
    }
}
