import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodViewTree

/// The page that takes a browser without script to another site.
///
/// A redirect would not do: the content security policy lets no form end at another site, by a redirect neither.
enum LeavingPage {
    static func response(to address: String, in context: SiteContext) -> Response {
        let rendering = try? Rendering.render {
            Document<Never>(
                "Leaving",
                head: {
                    meta(.name("color-scheme"), .content("light dark"))
                    meta(.httpEquiv(.refresh), .content("0; url=\(address)"))
                },
                body: {
                    main {
                        p { a(.href(address)) { "Go on to \(address)" } }
                    }
                }
            ).html
        }
        return Response(.ok, headers: context.page, body: .bytes(rendering?.html() ?? []))
    }
}
