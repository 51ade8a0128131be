/// What a record of the tape is. The record's layout is in this folder's README.
@usableFromInline
package enum RecordKind: UInt8, Sendable {
    /// Bytes that mean nothing: room that a `table` kept for a `tbody` it turned out not to need.
    case nothing = 0
    case element = 1
    case text = 2
    /// Markup that the program vouches for, written as it is.
    case raw = 3
    case comment = 4
}

/// What is so somewhere in a record: in the record itself, or in what it contains.
///
/// The low 8 bits are those of ``ElementTraits``. A fact stops at the elements beyond which it no longer matters:
/// an `li` inside a nested `ul` is nothing to the outer `li`.
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
    /// An element that offers a message, or has a handler. Where it is not set there is nothing to check a post against.
    package static let events = Self(rawValue: 1 << 8)
    /// A button that offers a message: it belongs to the page-wide form, wherever it stands.
    package static let messageButton = Self(rawValue: 1 << 9)
    /// A control with a handler of changes outside any form: it belongs to the page-wide form.
    package static let loneControl = Self(rawValue: 1 << 10)
    /// `input` of type `file`.
    package static let fileInput = Self(rawValue: 1 << 11)
    /// An element with a key.
    package static let key = Self(rawValue: 1 << 12)
    /// An element that a lazy part has in memory of its own: the bytes of the record are not all of it. It says nothing about
    /// the view itself.
    static let parts = Self(rawValue: 1 << 13)

    /// What is nothing to what stands around a form.
    package static let ofFormAlone: Self = [.loneControl, .fileInput]

    /// What matters no longer beyond an element that ends the parser's search for what is open.
    static let endingAtBarrier: Self = [.anchor, .button, .block, .noBreak, .breakout]
    /// What matters no longer beyond an element that ends the parser's search for a list's items.
    static let endingAtListBarrier: Self = [.listItem, .description]
}

/// Where the parts of a record are, in bytes from its start.
package enum RecordLayout {
    /// An element's: kind, 0, name (2), size (4), size of the attributes (4), height (2), facts (2).
    package static let elementHeader = 16
    /// A text's, a comment's: kind, 3 zero bytes, size (4).
    package static let textHeader = 8
    /// An attribute's: name (2), kind, size of a custom name in front of the value, size of both (4).
    package static let attributeHeader = 8

    package static let name = 2
    package static let size = 4
    package static let attributesSize = 8
    package static let height = 12
    package static let facts = 14

    package static let attributeKind = 2
    package static let attributeNameSize = 3
    package static let attributeSize = 4

    /// What stands in the place of an element that a lazy part has in memory of its own, as a record's kind. Readers see the
    /// element.
    static let partKind: UInt8 = 5
    /// A part's: kind, 0, name (2), size (4), size of the element as a flat record (4), height (2), facts (2), the
    /// element's address (8), the owner of its memory (8), hash of the element (8).
    static let part = 40
    static let partFlatSize = 8
    static let partElement = 16
    static let partOwner = 24
    static let partHash = 32
}

/// How deep and how large a view may be.
package enum TapeLimits {
    /// Elements within elements.
    package static let depth = 512
    /// Bytes of the arena of one render, what is not placed included.
    package static let size = 64 << 20
    /// Sentences kept of one render.
    package static let diagnostics = 100
}

/// Why a view could not be rendered.
public enum RenderingError: Error, Equatable, CustomStringConvertible, Sendable {
    /// Elements stand within more than 512 others.
    case tooDeep
    /// The view takes more than 64 MiB.
    case tooLarge

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .tooDeep: "The view nests more than \(TapeLimits.depth) elements."
        case .tooLarge: "The view takes more than \(TapeLimits.size >> 20) MiB."
        }
    }
}
