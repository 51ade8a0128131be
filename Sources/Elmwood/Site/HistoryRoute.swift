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
                return { endpoint.answer($0) }
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
