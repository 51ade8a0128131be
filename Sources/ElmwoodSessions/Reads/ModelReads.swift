import ElmwoodArchitecture
import ElmwoodViewTree

/// What the views of one model of a session read, for an observer of the session's turns. A history is one.
///
/// While an earlier moment is shown, its views read what they read then.
package final class ModelReads: Sendable {
    /// Receives values that a view has read. It is called for a value once.
    package typealias Receiver = @Sendable ([ReadValue]) -> Void

    private struct State {
        var receiver: Receiver?
        /// The values so far, until there is a receiver; then only which they are.
        var values: [ReadKey: ReadValue] = [:]
        var known: [ReadKey: ObjectIdentifier] = [:]
    }

    /// What the views read in place of the present values; nil if no earlier moment is shown.
    let recorded: RecordedReads?
    /// The values of the latest renderings, and who receives them.
    private let state = OrderedMutex(.leaf, State())

    init(recorded: RecordedReads? = nil) {
        self.recorded = recorded
    }

    /// Sets the receiver, which receives at once what was read before.
    package func receive(_ receiver: @escaping Receiver) {
        let values = state.withLock { state in
            state.receiver = receiver
            defer { state.values = [:] }
            return Array(state.values.values)
        }
        if !values.isEmpty { receiver(values) }
    }

    /// Notes the values that a rendering which is shown has used. One that only checks a request is not noted.
    func note(_ inputs: [any ViewInput]) {
        guard recorded == nil, !inputs.isEmpty else { return }
        let (receiver, new) = state.withLock { state in
            let new = inputs.compactMap { $0 as? ReadValue }.filter { value in
                let identity = ObjectIdentifier(value)
                return state.known.updateValue(identity, forKey: value.request.key) != identity
            }
            if state.receiver == nil { for value in new { state.values[value.request.key] = value } }
            return (state.receiver, new)
        }
        if !new.isEmpty { receiver?(new) }
    }
}
