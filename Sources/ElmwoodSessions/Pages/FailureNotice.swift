import ElmwoodArchitecture
import ElmwoodForms
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
    package static func element(_ sentence: String) -> [UInt8] {
        let rendering = try? Rendering.render { p { sentence } as Html<Never> }
        return element(html: rendering?.html() ?? [])
    }

    /// Returns the element that shows the body of the program's error page.
    static func element(_ page: Rendering) -> [UInt8] { element(html: page.bodyHTML) }

    private static func element(html: [UInt8]) -> [UInt8] {
        let button = #"<p><button type="button" popovertarget="\#(id)">Show the page again</button></p>"#
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
                json.text(utf8: html + Array(button.utf8))
            }
        }
        return json.bytes
    }

    /// Returns the answer to a live page's request that was refused entirely: a patch that changes nothing.
    package static func answer(status: Int, _ sentence: String) -> [UInt8] {
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
                json.raw(element(sentence))
            }
        }
        return json.bytes
    }
}

extension SessionHost {
    /// Returns the notice of a failure. The program's error page is used only for errors that the program threw.
    func notice(of failure: SessionFailure, on page: Page) -> [UInt8] {
        switch failure {
        case .start(let error), .view(let error), .update(let error):
            if !(error is NotFound), let rendering = render(error, on: page) { return FailureNotice.element(rendering) }
        case .tooManyMessages, .tooManyEffects, .tooManySessions, .modelTooLarge, .storageShare, .notStored, .paused,
            .renewed, .ended:
            break
        }
        return FailureNotice.element(failure.refusal.sentence)
    }
}

extension LiveWork {
    /// Refuses an action, and shows the reason on the page.
    mutating func refuse(_ action: PageAction?, _ failure: SessionFailure, by host: SessionHost, on page: Page) {
        guard let action else { return }
        // The page itself shows that it displays an earlier moment of the history.
        var notice: [UInt8]?
        if case .paused = failure {} else { notice = host.notice(of: failure, on: page) }
        let (status, sentence) = failure.refusal
        refuse(action, status, sentence, notice: notice)
    }
}
