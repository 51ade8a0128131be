import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodViewTree

/// What a live page shows where something that was done on it failed: the program's page for the error, or else a sentence.
///
/// It is no page of its own, and has no revision: the page stays as it was, with all that was typed in it, and this lies on top
/// of it, as an element of Elmwood's own that patches pass over. Its own button closes it, and so do Escape, a click beside it, the
/// next thing done that succeeds, and another address. A control in it can send no more than any: what is sent is checked against
/// the view of the page, which this is not.
package enum FailureNotice {
    /// The element's id, for style sheets.
    private static let id = "elmwood-failure"

    /// The element that shows a sentence, as the JSON that the page's script makes elements of.
    package static func element(_ sentence: String) -> [UInt8] {
        let rendering = try? Rendering.render { p { sentence } as Html<Never> }
        return element(html: rendering?.html() ?? [])
    }

    /// The element that shows what is in the body of a program's page for an error.
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

    /// The answer to a live page's request of which nothing was carried out, as a patch that changes nothing.
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
    /// What a live page shows where that came of what was done on it; the program is told of its own errors alone.
    func notice(of failure: SessionFailure, on page: Page) -> [UInt8] {
        switch failure {
        case .start(let error), .view(let error), .update(let error):
            if !(error is NotFound), let rendering = render(error, on: page) { return FailureNotice.element(rendering) }
        case .tooManyMessages, .tooManyEffects, .notStored, .paused, .renewed, .ended: break
        }
        return FailureNotice.element(failure.refusal.sentence)
    }
}

extension LiveWork {
    /// Refuses something done on a page, and has the page show why.
    mutating func refuse(_ action: PageAction?, _ failure: SessionFailure, by host: SessionHost, on page: Page) {
        guard let action else { return }
        // That a moment of the history is shown, the page says itself.
        var notice: [UInt8]?
        if case .paused = failure {} else { notice = host.notice(of: failure, on: page) }
        let (status, sentence) = failure.refusal
        refuse(action, status, sentence, notice: notice)
    }
}
