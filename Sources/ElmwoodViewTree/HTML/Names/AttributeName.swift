/// What the builder and the writer need to know about an attribute, by its name alone.
package struct AttributeTraits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Its value is an address, or a list of them: `href`, `src`, `action`, `formaction`, `srcset`, `poster`, `data`,
    /// `cite`, `ping`, `background`, `xlink:href`, and `to`, `from`, `by`, `values` of SVG's animations.
    package static let url = Self(rawValue: 1 << 0)
    /// Its value is a whole document as text: `srcdoc`.
    package static let markup = Self(rawValue: 1 << 1)
    /// It is an event: its record holds a message, or has a handler in the side table, and its name is the DOM's
    /// name of the event: `click`, `dblclick`, `input`.
    package static let event = Self(rawValue: 1 << 2)
    /// Several of it on one element are joined by that: a space for `class`, `; ` for `style`.
    package static let joinedBySpace = Self(rawValue: 1 << 3)
    package static let joinedBySemicolon = Self(rawValue: 1 << 4)
    /// It is there or not, and has no value: `disabled`, `checked`, `hidden`.
    package static let boolean = Self(rawValue: 1 << 5)

    /// Its value is a whole number of pixels on elements of HTML, and a length on others: `width`, `height`.
    static let pixels = Self(rawValue: 1 << 6)

    /// What a value may be that is checked before it is written.
    static let toBeChecked: Self = [.url, .markup, .pixels]
}

/// The name of an attribute or of an event: a small number, and its traits, both constants at the call.
///
/// The numbers are positions in ``definitions``. The tape holds the number alone.
@usableFromInline
package struct AttributeName: Equatable, Sendable {
    package let id: UInt16
    package let traits: AttributeTraits

    package init(_ id: UInt16, _ traits: AttributeTraits = AttributeTraits(rawValue: 0)) {
        self.id = id
        self.traits = traits
    }

    @usableFromInline package static func == (left: AttributeName, right: AttributeName) -> Bool { left.id == right.id }

    /// An attribute whose name the table does not have: its name is inline in the tape.
    @usableFromInline package static var custom: AttributeName { AttributeName(0) }
    /// The name of an element that the table of elements does not have; it is not written as an attribute.
    @usableFromInline package static var tag: AttributeName { AttributeName(1) }
    /// The name of a typed form: the writer of forms writes it, as `data-form`.
    @usableFromInline package static var formName: AttributeName { AttributeName(2) }
    /// The key of an element among its siblings (`.key`), so that a live page can tell them apart.
    @usableFromInline package static var key: AttributeName { AttributeName(3) }

    /// The last number of those that are not written as attributes of their own names.
    package static let lastUnwritten: UInt16 = 2

    /// The attribute of that number; ``custom`` where the number is none.
    package init(id: UInt16) {
        let table = Self.definitions
        self = Int(id) < table.count ? table[Int(id)].attribute : .custom
    }

    /// The name as it is written; empty for ``custom``.
    package var text: StaticString {
        let table = Self.definitions
        return Int(id) < table.count ? table[Int(id)].text : ""
    }
}
