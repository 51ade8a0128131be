import ElmwoodStorage

/// The programs of a site whose sessions are stored, by the path or the pattern that they are mounted at.
package final class MountedPrograms: Sendable {
    private struct WeakProgram { weak var program: (any DueProgram)? }

    /// The programs, by name.
    private let state = OrderedMutex(.leaf, [String: WeakProgram]())

    func add(_ program: some DueProgram) { state.withLock { $0[program.name] = WeakProgram(program: program) } }

    /// Returns the host of a stored session; nil if its program is not mounted.
    package func host(of key: SessionKey) -> SessionHost? { state.withLock { $0[key.program]?.program }?.host(of: key) }
}
