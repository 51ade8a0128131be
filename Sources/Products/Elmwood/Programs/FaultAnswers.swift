import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodLanguages

/// The answers to requests whose work ends the process: the page of errors for browsers, a sentence for others, in each language of the site.
/// They are made once, since a process that ends can make nothing any more.
struct FaultAnswers: Sendable {
    private struct Answers: Sendable {
        let language: String
        let page: FaultAnswer
        let text: FaultAnswer
        let json: FaultAnswer
    }

    private let base: Answers
    private let others: [Answers]

    /// - Parameter headers: the fields of every response of the server.
    init?(in context: SiteContext, headers: ResponseHeaders) {
        func answers(in language: Language) -> Answers? {
            guard let request = try? Request(.get, "/", headers: [(name: "Accept-Language", value: language.tag)])
            else {
                return nil
            }
            let refusal = Refusal(status: 500, sentence: .programFailed)
            func answer(_ form: ResponseFormat) -> FaultAnswer {
                FaultAnswer(refusal.response(as: form, in: context, to: request), headers: headers)
            }
            return Answers(
                language: String(language.tag.prefix { $0 != "-" }).lowercased(),
                page: answer(.browser),
                text: answer(.text),
                json: answer(.json)
            )
        }
        let all = context.sentences.languages.compactMap(answers)
        guard let base = all.first else { return nil }
        self.base = base
        others = Array(all.dropFirst())
    }

    /// Returns the answer to a request. The script of an open page gets none: it repeats its request, and nothing is lost.
    func answer(to request: Request) -> FaultAnswer? {
        let form = ResponseFormat(request)
        if form.isLive { return nil }
        var answers = base
        if !others.isEmpty, let languages = request.headers.bytes(of: "accept-language") {
            answers = others.first { languages.span.hasPrefix($0.language) } ?? base
        }
        switch form {
        case .browser: return answers.page
        case .json: return answers.json
        case .text, .patch, .stream: return answers.text
        }
    }
}
