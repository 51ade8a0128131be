import ElmwoodArchitecture
import ElmwoodViewTree

/// What the views of one model of a session read, for an observer of the session's turns. A history is one.
///
/// While an earlier moment is shown, its views read what they read then.
package final class ModelReads: Sendable {
    /// Receives values that a view has read. It is called for a value once, as long as it is among the latest hundred.
    package typealias Receiver = @Sendable ([ReadValue]) -> Void

    private struct State {
        var receiver: Receiver?
        /// The latest values.
        var values: [ReadKey: ReadValue] = [:]
    }

    /// What the views read in place of the present values; nil if no earlier moment is shown.
    let recorded: RecordedReads?
    /// The values of the latest renderings, and who receives them.
    private let state = OrderedMutex(.leaf, State())

    init(recorded: RecordedReads? = nil) {
        self.recorded = recorded
    }

    /// Whether the value is the latest of its read. Values may be received in another order than they were read in.
    package func isLatest(_ value: ReadValue) -> Bool {
        state.withLock { $0.values[value.request.key].map { $0 === value } ?? true }
    }

    /// Sets the receiver, which receives at once what was read before.
    package func receive(_ receiver: @escaping Receiver) {
        let values = state.withLock { state in
            state.receiver = receiver
            return Array(state.values.values)
        }
        if !values.isEmpty { receiver(values) }
    }

    /// Notes the values that a rendering which is shown has used. One that only checks a request is not noted.
    func note(_ inputs: [any ViewInput]) {
        guard recorded == nil, !inputs.isEmpty else { return }
        let (receiver, new, removed) = state.withLock { state in
            var removed: [ReadKey: ReadValue] = [:]
            // Without a new turn, requests of other addresses may read ever more.
            if state.values.count > TooManyReads.limit { swap(&removed, &state.values) }
            let new = inputs.compactMap { $0 as? ReadValue }.filter { value in
                state.values.updateValue(value, forKey: value.request.key) !== value
            }
            return (state.receiver, new, removed)
        }
        if !new.isEmpty { receiver?(new) }
        // The values are released here, not under the lock.
        _ = removed
    }
}
