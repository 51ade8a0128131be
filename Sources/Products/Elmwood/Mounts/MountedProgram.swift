import ElmwoodArchitecture
import ElmwoodSessions

/// Where a program is.
struct ProgramAddress: Sendable {
    /// The path or pattern that it is mounted at.
    let name: String
    /// The path of the place, decoded, if that is a pattern.
    var place: String?
    /// The prefix of its addresses.
    let base: String
}

/// A program at its address, whose sessions can be created.
struct MountedProgram<P: Program> {
    let program: P
    let address: ProgramAddress
    /// Whether it is a history's panel.
    let isPanel: Bool
    let diagnostics: DiagnosticLog

    /// Whether the histories of its sessions are recorded, if the site records any. A program without messages has none.
    static func isRecorded(in context: SiteContext) -> Bool { P.Message.self != Never.self && context.histories != nil }

    /// Returns the host of the program's sessions.
    func host(in context: SiteContext, isRecorded: Bool) -> SessionHost {
        let recorder = isRecorded ? recorder(in: context) : nil
        let host = SessionHost(
            program,
            name: address.name,
            place: address.place,
            base: address.base,
            registry: context.registry,
            diagnose: { [diagnostics] in diagnostics.log($0) },
            observers: recorder.map { [$0.observe] } ?? [],
            observePatch: recorder?.observePatch,
            keepsStreams: recorder != nil,
            // Another process identifies the panel's visitors by other names, and the panel has no data of its own.
            storesSessions: !isPanel,
            // A panel shows only the results of its effects. They take no time, but must be awaited however busy the machine is.
            effectWait: isPanel ? max(.seconds(5), context.registry.limits.effectWait) : nil
        )
        recorder?.connect(host)
        return host
    }

    /// Returns what records the histories of the sessions.
    private func recorder(in context: SiteContext) -> SessionRecorder<P>? {
        guard let histories = context.histories, P.Message.self != Never.self else { return nil }
        return histories.recorder(of: program, at: address.base, isPlace: address.place != nil)
    }
}
