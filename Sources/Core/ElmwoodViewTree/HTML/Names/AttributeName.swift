/// The facts about an attribute's name that the builder and the writer need.
package struct AttributeTraits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Its value is an address, or a list of them: `href`, `src`, `action`, `formaction`, `srcset`, `poster`, `data`,
    /// `cite`, `ping`, `background`, `xlink:href`, and `to`, `from`, `by`, `values` of SVG's animations.
    package static let url = Self(rawValue: 1 << 0)
    /// Its value is a whole document as text: `srcdoc`.
    package static let markup = Self(rawValue: 1 << 1)
    /// It is an event: its record contains a message, or has a handler in the side table. Its name is the DOM's name of the event:
    /// `click`, `dblclick`, `input`.
    package static let event = Self(rawValue: 1 << 2)
    /// Several values on one element are joined: by a space for `class`, by `; ` for `style`.
    package static let joinedBySpace = Self(rawValue: 1 << 3)
    package static let joinedBySemicolon = Self(rawValue: 1 << 4)
    /// It is present or not, and has no value: `disabled`, `checked`, `hidden`.
    package static let boolean = Self(rawValue: 1 << 5)

    /// Several on one element are joined, by line ends.
    package static let joinedByLine = Self(rawValue: 1 << 7)

    /// Its value is a whole number of pixels on HTML elements, and a length on others: `width`, `height`.
    static let pixels = Self(rawValue: 1 << 6)

    /// The traits whose values are checked before they are written.
    static let toBeChecked: Self = [.url, .markup, .pixels]
}

/// The name of an attribute or of an event: a small number, and its traits, both constants at the call.
///
/// The numbers are indices of ``definitions``. The tape stores only the number.
@usableFromInline
package struct AttributeName: Equatable, Sendable {
    package let id: UInt16
    package let traits: AttributeTraits

    package init(_ id: UInt16, _ traits: AttributeTraits = AttributeTraits(rawValue: 0)) {
        self.id = id
        self.traits = traits
    }

    @usableFromInline package static func == (left: AttributeName, right: AttributeName) -> Bool { left.id == right.id }

    /// An attribute that the table does not have: its name is inline in the tape.
    @usableFromInline package static var custom: AttributeName { AttributeName(0) }
    /// The name of an element that the table does not have; it is not written as an attribute.
    @usableFromInline package static var tag: AttributeName { AttributeName(1) }
    /// The name of a typed form: the writer of forms writes it, as `data-form`.
    @usableFromInline package static var formName: AttributeName { AttributeName(2) }
    /// The time zone in which a control's value is a `Date`: only the server needs it, so it is not written.
    @usableFromInline package static var timeZone: AttributeName { AttributeName(3) }
    /// The key of an element among its siblings (`.key`), by which a live page identifies it.
    @usableFromInline package static var key: AttributeName { AttributeName(459) }

    /// Whether a dialog is open as a modal one: it is written together with `open`, which a browser without script obeys.
    @usableFromInline package static var modal: AttributeName { AttributeName(460, .boolean) }

    /// The question before an act, and before a form is left with unsent text; the text that a button copies.
    @usableFromInline package static var confirm: AttributeName { AttributeName(461) }
    @usableFromInline package static var copies: AttributeName { AttributeName(462) }
    @usableFromInline package static var confirmLeaving: AttributeName { AttributeName(463) }
    /// Whether an element has an event with a payload: the builder writes it, by which the script finds such elements.
    @usableFromInline package static var payload: AttributeName { AttributeName(464, .boolean) }
    /// Events that come in streams, of which only the values are of use.
    @usableFromInline package static var onPointerMove: AttributeName { AttributeName(465, .event) }
    @usableFromInline package static var onWheel: AttributeName { AttributeName(466, .event) }
    @usableFromInline package static var onScroll: AttributeName { AttributeName(467, .event) }
    @usableFromInline package static var onTimeUpdate: AttributeName { AttributeName(468, .event) }

    /// The changes that are made before an answer; whether the answer is asked for before the act.
    @usableFromInline package static var meanwhile: AttributeName { AttributeName(469, .joinedByLine) }
    @usableFromInline package static var foreseen: AttributeName { AttributeName(470, .boolean) }
    /// Whether the children of an element belong to a script.
    @usableFromInline package static var opaque: AttributeName { AttributeName(471, .boolean) }
    /// The kind of the value that a custom element sends with a form, and the greatest length of a text.
    @usableFromInline package static var field: AttributeName { AttributeName(472) }
    /// The fields that others may add to a form, each as its greatest length, a colon and its name.
    @usableFromInline package static var acceptedFields: AttributeName { AttributeName(473, .joinedBySpace) }
    /// The address of the script of a custom element.
    @usableFromInline package static var module: AttributeName { AttributeName(474) }

    /// The last number that is not written as an attribute.
    package static let lastUnwritten: UInt16 = 3

    /// Creates the attribute of that number; ``custom`` if there is none.
    package init(id: UInt16) {
        let table = Self.definitions
        self = Int(id) < table.count ? table[Int(id)].attribute : .custom
    }

    /// The name as HTML; empty for ``custom``.
    package var text: StaticString {
        let table = Self.definitions
        return Int(id) < table.count ? table[Int(id)].text : ""
    }
}
