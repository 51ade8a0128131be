import ElmwoodClientScript
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodLanguages

/// What the script says in dialogs of its own, in the language of a page: a list of texts as JSON.
enum ScriptWords {
    /// The texts, in the order in which `asking.js` takes them.
    private static let sentences: [Sentence] = [.yes, .cancel, .copied, .copyByHand, .waitsForFiles]

    /// Returns the answer to a request for the words, whose query is the language; nil if the request is for something else.
    static func response(to request: Request, in context: SiteContext) -> Response? {
        guard request.path == ClientScript.wordsAddress else { return nil }
        // Read as a header's value, which bounds a tag: the work of finding a shorter one grows with its square.
        let texts = context.sentences[Language.accepted(by: request.query ?? "")]
        var writer = JSONWriter()
        writer.list(sentences) { json, sentence in json.text(texts[sentence]) }
        return Response(
            .ok,
            headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=3600"],
            body: .bytes(writer.bytes)
        )
    }
}
