import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodViewTree

/// The page that sends a browser without script to another site.
///
/// A redirect is not possible: the content security policy forbids forms that lead to another site, also by a redirect.
enum LeavingPage {
    static func response(to address: String, in languages: [Language], _ context: SiteContext) -> Response {
        let entry = context.sentences.entry(for: languages)
        let rendering = try? Rendering.render {
            Document<Never>(
                entry.texts[.leaving],
                language: entry.language,
                head: {
                    meta(.name("color-scheme"), .content("light dark"))
                    meta(.httpEquiv(.refresh), .content("0; url=\(address)"))
                },
                body: {
                    main {
                        p { a(.href(address)) { entry.texts[.continueTo(address)] } }
                    }
                }
            ).html
        }
        return Response(.ok, headers: context.page, body: .bytes(rendering?.html() ?? []))
    }
}
