import Elmwood

/// Something that a visitor does on a page, with what was found there.
package enum Act {
    /// Clicks on something.
    case click(PageNode)
    case doubleClick(PageNode)
    /// Writes that into a field, in place of what it held.
    case fill(PageNode, String)
    /// Ticks a box or takes the tick away, or chooses a radio button.
    case check(PageNode, Bool)
    /// Clicks on an option of a `select`: it is chosen then, or, where several can be, not any more.
    case choose(PageNode, of: PageNode)
    /// Attaches files to a field, in place of those that it held.
    case attach(PageNode, [TestFile])
    /// Sends a form: by that button, or as Enter in one of its fields does.
    case submit(PageNode, by: PageNode?)
    /// Presses a key by its name in `KeyboardEvent.key`, in that field or where the focus is.
    case press(String, in: PageNode?)
    /// Goes to an address of the program, as by the browser's address bar.
    case open(String)
    case reload
    /// Closes the page: nothing can be done on it any more.
    case closePage
    /// Turns to another page or program, so that this one is hidden.
    case hidePage
    case showPage
    case goOffline
    case goOnline
}

/// A file that a visitor attaches.
public struct TestFile: Equatable, Sendable {
    /// The name that it has on the visitor's machine.
    public var name: String
    /// Its media type, as the browser makes it out.
    public var type: String
    /// What is in it.
    public var content: [UInt8]

    /// A file of those bytes.
    public init(_ name: String, type: String = "application/octet-stream", content: [UInt8]) {
        self.name = name
        self.type = type
        self.content = content
    }

    /// A text file.
    public init(_ name: String, text: String) {
        self.init(name, type: "text/plain", content: Array(text.utf8))
    }
}

/// What came of something that a visitor did.
package struct Outcome {
    /// Why it could not be done, as a sentence: nothing happened.
    package var impossible: String?
    /// What the browser found wrong with a form's fields, so that it did not send it.
    package var complaints: [Problem] = []
    /// What the program's side refused. Where fields are wrong the status is 422, and the page says by itself what is wrong.
    package var refusals: [Refused] = []
    /// What the program threw: in its view or its start, or in an update. Nothing was changed then.
    package var failures: [any Error] = []
    /// Where the visitor was led away to: another site, or a download's address.
    package var left: String?

    package init() {}

    package init(impossible sentence: String) { impossible = sentence }

    /// Something that was refused: a status of HTTP, and why.
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

/// Why a page cannot be shown, or something cannot be done, as a sentence.
package struct DriverFailure: Error, CustomStringConvertible {
    package let description: String
    /// What the program threw, where that is why.
    package var cause: (any Error)?

    package init(_ description: String, cause: (any Error)? = nil) {
        self.description = description
        self.cause = cause
    }
}
