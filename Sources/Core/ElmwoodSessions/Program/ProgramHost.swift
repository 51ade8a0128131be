import ElmwoodArchitecture

/// A program that is mounted on a site, with the program's own types.
///
/// It serves the test kit and the history. Code that answers requests uses ``sessions`` directly.
package final class ProgramHost<P: Program>: Sendable {
    package let program: P
    /// The sessions, independent of the program's types.
    package let sessions: SessionHost

    /// Mounts a program on the site of the registry.
    ///
    /// - Parameters:
    ///   - name: the program's name in the log and in the store: the path or the pattern that it is mounted at.
    ///   - place: the path of the place, decoded, if the program is mounted at a pattern.
    ///   - base: the prefix of the program's addresses: empty at the top of the site, otherwise like `/counter`.
    ///   - diagnose: called with what views had to omit.
    ///   - observers: called with each transaction, in this order, under the session's turn. A history is one.
    ///   - observePatch: called with each patch that was made for an open page; no lock is held.
    ///   - keepsStreams: whether every open page receives changes at once, since an earlier moment may be shown.
    ///   - storesSessions: whether the sessions are stored, if those of the site are.
    ///   - effectWait: the longest time that an answer waits for the effects of its request; nil for the site's.
    ///   - isShared: whether the sessions are the models of a shared program.
    ///   - perform: performs effects in place of the program's own `perform`.
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
        effectWait: Duration? = nil,
        isShared: Bool = false,
        perform: (@Sendable (BegunEffect<P>) async throws -> Void)? = nil
    ) {
        self.program = program
        let perform: @Sendable (BegunEffect<P>) async throws -> Void =
            perform ?? { try await program.perform($0.effect, send: $0.send) }
        sessions = SessionHost(
            Driver(program, assets: registry.environment.assets, pageSize: registry.limits.pageSize),
            name: name,
            place: place,
            base: base,
            registry: registry,
            diagnose: diagnose,
            observers: observers.map { observe in { observe(TurnRecord<P>($0)) } },
            observePatch: observePatch,
            keepsStreams: keepsStreams,
            storesSessions: storesSessions,
            effectWait: effectWait,
            isShared: isShared,
            perform: { try await perform(BegunEffect($0)) }
        )
    }

    /// Creates a host for existing sessions.
    package init(_ program: P, _ sessions: SessionHost) {
        self.program = program
        self.sessions = sessions
    }

    package var base: String { sessions.base }
    package var registry: SessionRegistry { sessions.registry }
}
