import ElmwoodHistory
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
    static func mounts(in context: SiteContext) -> [Mount] {
        guard let histories = context.histories else { return [] }
        var mounts = histories.recorders.map { recorder in
            Mount(base: HistoryAddress.path + recorder.base) { context in
                let endpoint = ProgramEndpoint(
                    HistoryPanel(recorder, in: histories),
                    at: HistoryAddress.path + recorder.base,
                    in: context,
                    arrival: .refresh
                )
                return { call in
                    guard !call.hasFiles || call.isOfThisMachine else {
                        return .response(Refusal.foreignImport.response(as: call.form, in: context))
                    }
                    return endpoint.answer(call)
                }
            }
        }
        if !mounts.contains(where: { $0.base == HistoryAddress.path }) {
            mounts.append(
                Mount(base: HistoryAddress.path) { context in
                    let endpoint = ProgramEndpoint(HistoryIndex(histories), at: HistoryAddress.path, in: context)
                    return { endpoint.answer($0) }
                }
            )
        }
        return mounts
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
        sentence: "A history is imported only from the machine that the site runs on."
    )
}
