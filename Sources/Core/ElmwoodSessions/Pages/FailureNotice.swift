import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodLanguages
import ElmwoodViewTree

/// What a live page shows if an action on it failed: the program's error page, or else a sentence.
///
/// It is not a page of its own, and has no revision. The page stays as it was, with all text that was typed into it. The notice is
/// an additional element on top of it, which patches pass over. It is closed by its button, by Escape, by a click beside it, by the
/// next action that succeeds, and by navigation. Its controls gain nothing: actions are checked against the page's view, which the
/// notice is not part of.
package enum FailureNotice {
    /// The element's id, for style sheets.
    private static let id = "elmwood-failure"

    /// Returns the element that shows a sentence, as the JSON from which the page's script creates elements.
    package static func element(_ sentence: Sentence, in sentences: Sentences) -> [UInt8] {
        element(sentences[sentence], in: sentences)
    }

    private static func element(_ sentence: String, in sentences: Sentences) -> [UInt8] {
        let rendering = try? Rendering.render { p { sentence } as Html<Never> }
        return element(html: rendering?.html() ?? [], in: sentences)
    }

    /// Returns the element that shows the body of the program's error page.
    static func element(_ page: Rendering, in sentences: Sentences) -> [UInt8] {
        element(html: page.bodyHTML, in: sentences)
    }

    private static func element(html: [UInt8], in sentences: Sentences) -> [UInt8] {
        let closing = try? Rendering.render {
            p { button(.type(.button), .popovertarget(id)) { sentences[.showPageAgain] } } as Html<Never>
        }
        var json = JSONWriter()
        json.list { json in
            json.text("div")
            json.object { json in
                json.member("data-elmwood", "")
                json.member("id", id)
                json.member("role", "alert")
                json.member("popover", "")
            }
            json.object { json in
                json.key("h")
                json.text(utf8: (html + (closing?.html() ?? [])).span)
            }
        }
        return json.bytes
    }

    /// Returns the answer to a live page's request that was refused entirely: a patch that changes nothing.
    package static func answer(status: Int, _ sentence: String, in sentences: Sentences) -> [UInt8] {
        var json = JSONWriter()
        json.list { json in
            for _ in 0..<4 { json.number(0) }
            json.object { json in
                json.key("e")
                json.list { json in
                    json.list { json in
                        json.number(0)
                        json.number(UInt64(clamping: status))
                        json.text(sentence)
                    }
                }
                json.key("f")
                json.raw(element(sentence, in: sentences))
            }
        }
        return json.bytes
    }
}

extension SessionHost {
    /// Returns the notice of a failure. The program's error page is used only for errors that the program threw.
    func notice(of failure: SessionFailure, on page: Page, in sentences: Sentences) -> [UInt8] {
        if let error = failure.thrown, !(error is NotFound), let rendering = render(error, on: page) {
            return FailureNotice.element(rendering, in: sentences)
        }
        return FailureNotice.element(failure.refusal.sentence, in: sentences)
    }
}

extension LiveWork {
    /// The sentences in the page's language, or in the visitor's if its view is unknown.
    func sentences(of host: SessionHost) -> Sentences {
        host.environment.sentences[rendering?.languages ?? visit.languages]
    }

    /// Refuses an action, and shows the reason on the page.
    mutating func refuse(_ action: PageAction?, _ failure: SessionFailure, by host: SessionHost, on page: Page) {
        guard let action else { return }
        // The page itself shows that it displays an earlier moment of the history.
        var notice: [UInt8]?
        let sentences = sentences(of: host)
        if case .paused = failure {} else { notice = host.notice(of: failure, on: page, in: sentences) }
        let (status, sentence) = failure.refusal
        refuse(action, status, sentences[sentence], notice: notice)
    }
}
