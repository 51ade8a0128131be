import Elmwood
import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodViewTree

extension DevelopmentTool {
    /// The history of each visitor's sessions: their messages, what each has changed, and a way back to any moment.
    ///
    /// `ELMWOOD_HISTORY=on` turns it on (`Settings.history`). Each page then has its history at its foot, which is also at
    /// `/elmwood/history`.
    ///
    /// ```swift
    /// import ElmwoodHistory
    ///
    /// site.use(.history)
    /// ```
    public static let history = DevelopmentTool { Histories(registry: $0) }
}

extension Histories: SiteHistories {
    // MARK: Recording

    package func recorder<P: Program>(of program: P, at base: String, isPlace: Bool) -> SessionRecorder<P> {
        // That of a place may exist already.
        let known = isPlace ? recorder(at: base) as? HistoryRecorder<P> : nil
        let recorder = known ?? HistoryRecorder(program, at: base, in: self, now: registry.environment.date)
        if known == nil { add(recorder, isPlace: isPlace) }
        return SessionRecorder(
            observe: { recorder.observe($0) },
            observePatch: { recorder.observe($0) },
            connect: { recorder.connect($0) }
        )
    }

    package func recorder<S: SharedProgram>(
        ofShared program: S
    ) -> @Sendable (_ key: String, TurnRecord<SharedInstance<S>>) -> Void {
        let recorder = SharedHistoryRecorder(program, in: self, now: registry.environment.date)
        add(shared: recorder)
        return recorder.observe
    }

    // MARK: From one process to the next

    package func restore(from folder: String) { saved = SavedHistories(folder: folder) }

    package func save() {
        guard let saved else { return }
        saved.clear()
        for recorder in everyRecorder { recorder.save(in: saved) }
    }

    // MARK: Panels

    package func style(at path: String) -> [UInt8]? { HistoryAddress.style(at: path) }

    package func isPanel(at base: String) -> Bool {
        [HistoryAddress.path, HistoryAddress.sharedPath].contains(where: base.hasPrefix)
    }

    package func address(of base: String) -> String { HistoryAddress.path + base }

    package func foot(of base: String) -> PageFoot { HistoryAddress.foot(base) }

    package func panels(of patterns: [PathPattern]) -> [Mount] {
        let histories = self
        var mounts = histories.recorders.map { recorder in
            Self.panels(at: PathPattern(path: HistoryAddress.path + recorder.base)) { pattern, context in
                let endpoint = ProgramEndpoint(
                    HistoryPanel(recorder, in: histories),
                    at: pattern.text,
                    in: context,
                    arrival: .refresh
                )
                return { endpoint.answer($0) }
            }
        }
        mounts += patterns.filter { $0.parameterCount > 0 }.map { pattern in
            Self.panels(at: pattern.below(HistoryAddress.path)) { panelPattern, context in
                let places = Places<HistoryPanel>(panelPattern) { texts in
                    guard let path = pattern.path(with: texts),
                        let recorder = histories.recorder(at: PercentEncoding.path(path))
                    else { return nil }
                    return (texts, { HistoryPanel(recorder, in: histories) })
                }
                let endpoint = PlaceEndpoint(places, in: context, arrival: .refresh)
                return { endpoint.answer($0) }
            }
        }
        if let pattern = try? PathPattern(HistoryAddress.sharedPath + "/{program}/{key}") {
            mounts.append(Self.panels(at: pattern, sharedPanels))
        }
        if !mounts.contains(where: { $0.pattern.text == HistoryAddress.path }) {
            mounts.append(
                Mount(PathPattern(path: HistoryAddress.path)) { context in
                    let endpoint = ProgramEndpoint(HistoryIndex(histories), at: HistoryAddress.path, in: context)
                    return { endpoint.answer($0) }
                }
            )
        }
        return mounts
    }

    /// Returns what answers the requests for the panels of shared models.
    @Sendable private func sharedPanels(
        _ pattern: PathPattern,
        _ context: SiteContext
    ) -> @Sendable (ProgramRequest) -> Answer {
        let places = Places<HistoryPanel>(pattern) { texts in
            guard let address = HistoryAddress.address(texts), let recorder = self.recorder(of: address) else {
                return nil
            }
            return (HistoryAddress.segments(of: address), { HistoryPanel(recorder, in: self) })
        }
        let endpoint = PlaceEndpoint(places, in: context, arrival: .refresh)
        return { endpoint.answer($0) }
    }

    /// Returns a mount of panels, whose files are accepted only from this machine.
    private static func panels(
        at pattern: PathPattern,
        _ endpoint: @escaping @Sendable (PathPattern, SiteContext) -> @Sendable (ProgramRequest) -> Answer
    ) -> Mount {
        Mount(pattern) { context in
            let answer = endpoint(pattern, context)
            return { call in
                guard !call.hasFiles || call.isOfThisMachine else {
                    return .response(Refusal.foreignImport.response(as: call.form, in: context, to: call.request))
                }
                return answer(call)
            }
        }
    }
}

extension ProgramRequest {
    /// Whether the request has a file: a history to be imported.
    fileprivate var hasFiles: Bool {
        request.form?.entries.contains { if case .file = $0.value { true } else { false } } ?? false
    }

    /// Whether the request comes from this machine, and not through a proxy. An imported history runs the program with models that
    /// the program itself has never made, and with which it may trap.
    fileprivate var isOfThisMachine: Bool {
        request.remoteAddress.isLoopback && request.headers["x-forwarded-for"] == nil
            && request.headers["forwarded"] == nil
    }
}

extension Refusal {
    fileprivate static let foreignImport = Refusal(
        status: 403,
        text: "A history is imported only from the machine that the site runs on."
    )
}
