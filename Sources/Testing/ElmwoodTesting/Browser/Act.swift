import Elmwood
import ElmwoodPageTree

/// An action of a visitor on a page, with the node that it applies to.
package indirect enum Act {
    /// Clicks a node.
    case click(PageNode)
    case doubleClick(PageNode)
    /// Replaces the content of a field.
    case fill(PageNode, String)
    /// Ticks or unticks a checkbox, or chooses a radio button.
    case check(PageNode, Bool)
    /// Clicks an option of a `select`, which chooses it, or toggles it in a `select` for several options.
    case choose(PageNode, of: PageNode)
    /// Attaches files to a field, in place of its former ones.
    case attach(PageNode, [TestFile])
    /// Cuts the uploads in pieces of the page, or lets them go on to their end.
    case interruptUploads
    case resumeUploads
    /// Submits a form: with that button, or as Enter in one of its fields does.
    case submit(PageNode, by: PageNode?)
    /// Presses a key, named as in `KeyboardEvent.key`, in that field or where the focus is.
    case press(String, in: PageNode?)
    /// Presses a key with modifiers, in that element or where the focus is.
    case key(PressedKey, in: PageNode?)
    /// Moves the mouse to a place of an element, and may press it.
    case mouse(MouseAct, at: PageNode)
    /// Dispatches the event of that name in the view, as the script of the custom element does.
    case dispatch(String, EventValues, at: PageNode)
    /// Performs an act about which the page asks, and answers by yes.
    case agreed(Act)
    /// The same, and answers by no.
    case declined(Act)
    /// Moves a row of a list that can be sorted.
    case drag(RowDrag)
    /// Scrolls until a node is in view.
    case scroll(PageNode)
    /// Loads an address of the program, as with the browser's address bar.
    case open(String)
    /// Goes to an address of the program, as by a link of the page.
    case arrive(String)
    case reload
    /// Closes the page. No action is possible on it any more.
    case closePage
    /// Switches to another tab or application, so that this page is hidden.
    case hidePage
    case showPage
    case goOffline
    case goOnline
}

/// The outcome of a visitor's action.
package struct Outcome {
    /// Why the action is impossible, as a sentence: nothing happened.
    package var impossible: String?
    /// The problems of a form's fields that kept the browser from sending it.
    package var complaints: [Problem] = []
    /// The refusals of the program's side. If fields are invalid, the status is 422, and the page itself shows the problems.
    package var refusals: [Refused] = []
    /// The errors that the program threw in its view, its start or an update. Nothing was changed then.
    package var failures: [any Error] = []
    /// The address that the visitor was sent to: another site, or a download.
    package var left: String?

    package init() {}

    package init(impossible sentence: String) { impossible = sentence }

    /// A refusal: an HTTP status, and the reason.
    package struct Refused: Equatable, Sendable {
        package var status: Int
        package var sentence: String
    }

    mutating func add(_ later: Outcome) {
        impossible = impossible ?? later.impossible
        complaints += later.complaints
        refusals += later.refusals
        failures += later.failures
        left = later.left ?? left
    }
}

/// Why a page cannot be shown, or an action is impossible, as a sentence.
package struct DriverFailure: Error, CustomStringConvertible {
    package let description: String
    /// The error that the program threw, if that is the reason.
    package var cause: (any Error)?

    package init(_ description: String, cause: (any Error)? = nil) {
        self.description = description
        self.cause = cause
    }
}
