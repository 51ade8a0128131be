import ElmwoodArchitecture
import ElmwoodEmbeddedFiles
import ElmwoodHTTPServer
import ElmwoodViewTree

/// Serves what a site in development has beside its programs.
enum DevelopmentRoute {
    /// Returns the answer to a GET of one of its addresses; nil if the request is for something else.
    static func response(to request: Request, of channel: DevelopmentChannel, in context: SiteContext) -> Response? {
        switch request.path {
        case DevelopmentAddress.events: .events(channel.events())
        case DevelopmentAddress.script: file(.developmentScript, "text/javascript")
        case DevelopmentAddress.pageStyle: file(.developmentStyle, "text/css")
        case DevelopmentAddress.noticeStyle: file(.developmentNoticeStyle, "text/css")
        case DevelopmentAddress.page: page(of: channel, in: context, to: request)
        default: nil
        }
    }

    /// Returns the answer to a post that ends the visitor's sessions in this browser; nil if the request is for something else.
    static func ending(_ request: Request, in context: SiteContext) -> Response? {
        guard request.path == DevelopmentAddress.end else { return nil }
        var headers = context.redirect
        headers.add("Location", "/")
        for name in [context.cookieName, context.seenCookieName] {
            headers.add("Set-Cookie", context.cookie(name, "", maximumAge: 0))
        }
        return Response(.seeOther, headers: headers, body: .empty)
    }

    private static func file(_ file: EmbeddedFile, _ type: String) -> Response {
        Response(
            .ok,
            headers: ["Content-Type": "\(type); charset=utf-8", "Cache-Control": "no-cache"],
            body: .bytes(file.bytes)
        )
    }

    private static func page(of channel: DevelopmentChannel, in context: SiteContext, to request: Request) -> Response {
        let (report, notes) = channel.content
        let page = DevelopmentPage(
            report: report,
            notes: notes,
            histories: context.histories,
            origin: origin(of: request)
        )
        let bytes = (try? Rendering.render { page.document.html })?.html() ?? []
        return Response(.ok, headers: context.page, body: .bytes(bytes))
    }

    /// The path of the page in which the frame is.
    private static func origin(of request: Request) -> String {
        // The browser's policy lets no other site's address be more than an origin.
        guard let address = request.headers["referer"], let scheme = address.firstRange(of: "://"),
            let slash = address[scheme.upperBound...].firstIndex(of: "/"), !address[slash...].hasPrefix("//"),
            !address[slash...].hasPrefix("/elmwood/")
        else { return "/" }
        return String(address[slash...])
    }
}
