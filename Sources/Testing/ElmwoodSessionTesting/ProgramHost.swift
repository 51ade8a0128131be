import ElmwoodArchitecture
import ElmwoodSessions

/// A program that is mounted on a site, with the program's own types: what tests use in place of ``SessionHost``.
package final class ProgramHost<P: Program>: Sendable {
    package let program: P
    /// The sessions, independent of the program's types.
    package let sessions: SessionHost

    /// Mounts a program on the site of the registry. The parameters are those of ``SessionHost``.
    package init(
        _ program: P,
        name: String,
        place: String? = nil,
        base: String = "",
        registry: SessionRegistry,
        diagnose: @escaping @Sendable ([String]) -> Void = { _ in },
        observers: [@Sendable (TurnRecord<P>) -> Void] = [],
        observePatch: (@Sendable (PatchReport) -> Void)? = nil,
        keepsStreams: Bool = false,
        storesSessions: Bool = true,
        perform: (@Sendable (BegunEffect<P>) async throws -> Void)? = nil
    ) {
        self.program = program
        sessions = SessionHost(
            program,
            name: name,
            place: place,
            base: base,
            registry: registry,
            diagnose: diagnose,
            observers: observers,
            observePatch: observePatch,
            keepsStreams: keepsStreams,
            storesSessions: storesSessions,
            perform: perform
        )
    }

    package var base: String { sessions.base }
    package var registry: SessionRegistry { sessions.registry }
}
