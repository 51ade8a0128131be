import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodViewTree

/// The page that asks a visitor without script before a post is applied: its button sends the same post again, with the answer.
enum QuestionPage {
    /// Returns the page with a question.
    ///
    /// - Parameters:
    ///   - post: what the visitor has sent. All of it is texts.
    ///   - languages: the language of the page that has asked.
    static func response(
        asking question: String,
        before post: FormData?,
        in languages: [Language],
        _ context: SiteContext
    ) -> Response {
        let entry = context.sentences.entry(for: languages)
        let rendering = try? Rendering.render {
            Document<Never>(
                question,
                language: entry.language,
                head: { meta(.name("color-scheme"), .content("light dark")) },
                body: {
                    main {
                        h1 { question }
                        form(.method(.post)) {
                            for field in post?.entries ?? [] {
                                input(.type(.hidden), .name(field.name), .value(field.value.text ?? ""))
                            }
                            input(.type(.hidden), .name(PostQuestion.field), .value(question))
                            button { entry.texts[.yes] }
                        }
                        p { a(.href("")) { entry.texts[.cancel] } }
                    }
                }
            ).html
        }
        var response = Response(.ok, headers: context.page, body: .bytes(rendering?.html() ?? []))
        // It has what was typed, which may be a password.
        response.headers.remove("Cache-Control")
        response.headers.add("Cache-Control", "no-store")
        return response
    }
}
