import ElmwoodHTTPServer
import ElmwoodViewTree

/// Where the histories are, and what their pages look like.
enum HistoryRoute {
    /// The path of all histories; that of a program's has the program's own behind it.
    static let path = "/elmwood/history"
    /// The parameter of a panel's address that says that it stands at a page's foot.
    static let inFoot = "foot"
    static let panelStyle = "/elmwood/history.css"
    static let footStyle = "/elmwood/history-foot.css"

    /// The answer to a request for a style sheet; nil where the request is for something else.
    static func response(to request: Request) -> Response? {
        switch request.path {
        case panelStyle: style(PackageResources.panel_css)
        case footStyle: style(PackageResources.foot_css)
        default: nil
        }
    }

    private static func style(_ bytes: [UInt8]) -> Response {
        Response(
            .ok,
            headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"],
            body: .bytes(bytes)
        )
    }

    /// The panels of the programs whose histories are kept.
    static func mounts(in context: SiteContext) -> [Mount] {
        guard let histories = context.histories else { return [] }
        var mounts = histories.keepers.map { keeper in
            Mount(base: path + keeper.base) { context in
                let endpoint = ProgramEndpoint(
                    HistoryPanel(keeper, in: histories),
                    at: path + keeper.base,
                    in: context,
                    arrival: .refresh
                )
                return { endpoint.answer($0) }
            }
        }
        if !mounts.contains(where: { $0.base == path }) {
            mounts.append(
                Mount(base: path) { context in
                    let endpoint = ProgramEndpoint(HistoryIndex(histories: histories), at: path, in: context)
                    return { endpoint.answer($0) }
                }
            )
        }
        return mounts
    }

    /// What stands at the foot of a program's pages.
    static func foot(_ base: String) -> PageFoot {
        PageFoot(title: "History", address: path + base + "?\(inFoot)", style: footStyle)
    }
}
