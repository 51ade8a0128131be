/// A value that is delivered later to the one function that waits for it. No thread waits.
package final class Promise<Value: Sendable>: Sendable {
    private enum Phase: Sendable {
        case open
        case awaited(@Sendable (Value) -> Void)
        case fulfilled(Value)
        case delivered
    }

    /// Whether the value is available, and the function that waits for it.
    private let phase = OrderedMutex(.leaf, Phase.open)

    package init() {}

    /// Calls the function with the value, exactly once: now, on this thread, if the value is available; otherwise when it is, on
    /// the thread that provides it. Only the first registered function receives it.
    package func whenFulfilled(_ deliver: @escaping @Sendable (Value) -> Void) {
        let value: Value? = phase.withLock { phase in
            switch phase {
            case .open:
                phase = .awaited(deliver)
                return nil
            case .fulfilled(let value):
                phase = .delivered
                return value
            case .awaited, .delivered:
                return nil
            }
        }
        if let value { deliver(value) }
    }

    /// Provides the value. A second value is ignored.
    package func fulfill(_ value: Value) {
        let deliver: (@Sendable (Value) -> Void)? = phase.withLock { phase in
            switch phase {
            case .open:
                phase = .fulfilled(value)
                return nil
            case .awaited(let deliver):
                phase = .delivered
                return deliver
            case .fulfilled, .delivered:
                return nil
            }
        }
        deliver?(value)
    }
}
