import ElmwoodHistory
import ElmwoodFormData
import ElmwoodHTTPServer

/// Serves the histories of a site in development.
enum HistoryRoute {
    /// Returns the answer to a request for a style sheet; nil if the request is for something else.
    static func response(to request: Request) -> Response? {
        guard let style = HistoryAddress.style(at: request.path) else { return nil }
        return Response(
            .ok,
            headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"],
            body: .bytes(style)
        )
    }

    /// Returns the panels of the programs whose histories are recorded.
    ///
    /// - Parameter patterns: what the site's programs are mounted at.
    static func mounts(of patterns: [PathPattern], in context: SiteContext) -> [Mount] {
        guard let histories = context.histories else { return [] }
        var mounts = histories.recorders.map { recorder in
            panels(at: PathPattern(path: HistoryAddress.path + recorder.base)) { pattern, context in
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
            panels(at: pattern.below(HistoryAddress.path)) { panelPattern, context in
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
            mounts.append(panels(at: pattern, sharedPanels(in: histories)))
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
    private static func sharedPanels(
        in histories: Histories
    ) -> @Sendable (PathPattern, SiteContext) -> @Sendable (ProgramRequest) -> Answer {
        { pattern, context in
            let places = Places<HistoryPanel>(pattern) { texts in
                guard let address = HistoryAddress.address(texts), let recorder = histories.recorder(of: address) else {
                    return nil
                }
                return (HistoryAddress.segments(of: address), { HistoryPanel(recorder, in: histories) })
            }
            let endpoint = PlaceEndpoint(places, in: context, arrival: .refresh)
            return { endpoint.answer($0) }
        }
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
