/// The kind of a record of the tape. This module's README describes the layout.
@usableFromInline
package enum RecordKind: UInt8, Sendable {
    /// Unused bytes: room that a `table` reserved for a `tbody` and did not need.
    case nothing = 0
    case element = 1
    case text = 2
    /// Markup that the program trusts, written unchanged.
    case raw = 3
    case comment = 4
}

/// What a record contains somewhere: itself, or in its content.
///
/// The low 8 bits are those of ``ElementTraits``. A fact does not pass elements beyond which it has no effect: an `li` inside a
/// nested `ul` does not affect the outer `li`.
package struct Facts: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package init(_ traits: ElementTraits) { rawValue = UInt16(truncatingIfNeeded: traits.rawValue & 0xff) }

    package static let anchor = Self(rawValue: 1 << 0)
    package static let form = Self(rawValue: 1 << 1)
    package static let button = Self(rawValue: 1 << 2)
    package static let block = Self(rawValue: 1 << 3)
    package static let listItem = Self(rawValue: 1 << 4)
    package static let description = Self(rawValue: 1 << 5)
    package static let breakout = Self(rawValue: 1 << 6)
    package static let noBreak = Self(rawValue: 1 << 7)
    /// An element that offers a message, or has a handler. If it is not set, there is nothing to check a post against.
    package static let events = Self(rawValue: 1 << 8)
    /// A button that offers a message: it belongs to the page-wide form, anywhere on the page.
    package static let messageButton = Self(rawValue: 1 << 9)
    /// A control with a handler of changes outside any form: it belongs to the page-wide form.
    package static let loneControl = Self(rawValue: 1 << 10)
    /// `input` of type `file`.
    package static let fileInput = Self(rawValue: 1 << 11)
    /// An element with a key.
    package static let key = Self(rawValue: 1 << 12)
    /// An element in the memory of a lazy part: the bytes of the record are not all of it. It does not describe the view itself.
    static let parts = Self(rawValue: 1 << 13)
    /// A control that asks a question before its act.
    package static let asks = Self(rawValue: 1 << 14)
    /// An element whose children belong to a script.
    static let opaque = Self(rawValue: 1 << 15)

    /// Facts that have no effect outside of a form.
    package static let ofFormAlone: Self = [.loneControl, .fileInput]

    /// Facts that have no effect beyond an element that ends the parser's search for open elements.
    static let endingAtBarrier: Self = [.anchor, .button, .block, .noBreak, .breakout]
    /// Facts that have no effect beyond an element that ends the parser's search for a list's items.
    static let endingAtListBarrier: Self = [.listItem, .description]
}

/// The offsets of a record's parts, in bytes from its start.
package enum RecordLayout {
    /// An element's header: kind, 0, name (2), size (4), size of the attributes (4), height (2), facts (2).
    package static let elementHeader = 16
    /// The header of a text or a comment: kind, 3 zero bytes, size (4).
    package static let textHeader = 8
    /// An attribute's header: name (2), kind, size of a custom name before the value, size of both (4).
    package static let attributeHeader = 8

    package static let name = 2
    package static let size = 4
    package static let attributesSize = 8
    package static let height = 12
    package static let facts = 14

    package static let attributeKind = 2
    package static let attributeNameSize = 3
    package static let attributeSize = 4

    /// The record's kind of a reference to an element in a lazy part's memory. Readers see the element.
    static let partKind: UInt8 = 5
    /// A reference: kind, 0, name (2), size (4), size of the element as a flat record (4), height (2), facts (2), the element's
    /// address (8), the owner of its memory (8), hash of the element (8).
    static let part = 40
    static let partFlatSize = 8
    static let partElement = 16
    static let partOwner = 24
    static let partHash = 32
}

/// The limits of a view's depth and size.
package enum TapeLimits {
    /// Nested elements.
    package static let depth = 512
    /// Bytes of the arena of one render, including records that are not placed.
    package static let size = 64 << 20
    /// Returns the most bytes of the arena of a page whose HTML has at most that many. The records of short elements are longer than their
    /// HTML, and some may not be placed.
    package static func size(ofPage bytes: Int) -> Int { 4 * min(max(bytes, 16 << 10), size / 4) }
    /// Diagnostics of one render.
    package static let diagnostics = 100
}

/// Why a view could not be rendered.
public enum RenderingError: Error, Equatable, CustomStringConvertible, Sendable {
    /// More than 512 elements are nested.
    case tooDeep
    /// The view takes more than 64 MiB.
    case tooLarge

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .tooDeep: "The view nests more than \(TapeLimits.depth) elements."
        case .tooLarge: "The view needs more than \(TapeLimits.size >> 20) MiB."
        }
    }
}
