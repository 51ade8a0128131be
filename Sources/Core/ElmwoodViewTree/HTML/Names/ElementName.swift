/// The facts about an element's name that the HTML parser, the writer and the contract need.
package struct ElementTraits: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // The low 8 bits are facts: what an element of this name adds to the facts of its ancestors (`Facts`). The next 6 are the kinds
    // that it has as a child (`ChildKinds`), which follow from its other traits.

    /// `a`.
    package static let anchor = Self(rawValue: 1 << 0)
    /// `form`.
    package static let form = Self(rawValue: 1 << 1)
    /// `button`.
    package static let button = Self(rawValue: 1 << 2)
    /// An element whose start tag ends an open `p` (HTML 13.2.6.4.7): `div`, `ul`, `table`, `p` itself, …
    package static let block = Self(rawValue: 1 << 3)
    /// `li`.
    package static let listItem = Self(rawValue: 1 << 4)
    /// `dd` and `dt`.
    package static let description = Self(rawValue: 1 << 5)
    /// An HTML element whose start tag ends an open `svg` (HTML 13.2.6.5): `div`, `p`, `span`, `table`, …
    package static let breakout = Self(rawValue: 1 << 6)
    /// `nobr`.
    package static let noBreak = Self(rawValue: 1 << 7)

    /// `svg` and `math`, which HTML may contain.
    package static let foreignRoot = Self(rawValue: 1 << 14)
    /// No content and no end tag: `br`, `img`, `input`, …
    package static let void = Self(rawValue: 1 << 16)
    /// Content is written unescaped: `script`, `style`, `iframe`, `noembed`, `noframes`.
    package static let rawText = Self(rawValue: 1 << 17)
    /// Content is text only, with character references: `title`, `textarea`.
    package static let escapableRawText = Self(rawValue: 1 << 18)
    /// In the SVG namespace.
    package static let svg = Self(rawValue: 1 << 19)
    /// The parser drops one line feed right after the start tag: `pre`, `textarea`, `listing`.
    package static let leadingLineFeed = Self(rawValue: 1 << 20)
    /// Ends the parser's search for an open `p`, `a` or `button`: `table`, `td`, `th`, `caption`, `object`,
    /// `template`, and in SVG `foreignObject`, `desc`, `title`.
    package static let barrier = Self(rawValue: 1 << 21)
    /// "Special" in HTML 13.2.4.2 and neither `address`, `div` nor `p`: ends the search for an open `li`, `dd`, `dt`.
    package static let listBarrier = Self(rawValue: 1 << 22)
    /// `h1` to `h6`.
    package static let heading = Self(rawValue: 1 << 23)
    /// May be a direct child of `table`: `caption`, `colgroup`, `thead`, `tbody`, `tfoot`, and script, style, template.
    package static let tablePart = Self(rawValue: 1 << 24)
    /// `thead`, `tbody`, `tfoot`.
    package static let tableSection = Self(rawValue: 1 << 25)
    /// `tr`.
    package static let tableRow = Self(rawValue: 1 << 26)
    /// `td` and `th`.
    package static let tableCell = Self(rawValue: 1 << 27)
    /// Allowed only in particular parents, and the parser drops its tag elsewhere: `caption`, `col`, `colgroup`, the sections, rows
    /// and cells of a table, `html`, `head`, `body`, `frame`, `frameset`.
    package static let dependent = Self(rawValue: 1 << 28)
    /// Allowed in `head`: `base`, `link`, `meta`, `noscript`, `script`, `style`, `template`, `title`.
    package static let metadata = Self(rawValue: 1 << 29)
    /// In the MathML namespace.
    package static let mathML = Self(rawValue: 1 << 30)
    /// The parser accepts only some elements as direct children, or else makes another tree: `html`, `head`, `p`, `template`,
    /// `table`, `colgroup`, `select`.
    package static let particular = Self(rawValue: 1 << 31)

    /// SVG or MathML elements.
    static let foreign: Self = [.svg, .mathML]
    /// Elements that are allowed only in a table.
    static let ofTables: Self = [.tablePart, .tableRow, .tableCell]
}

/// The name of an element: a small number, and its traits, both constants at the call.
///
/// The numbers are indices of ``definitions``. The tape stores only the number.
@usableFromInline
package struct ElementName: Equatable, Sendable {
    package let id: UInt16
    package let traits: ElementTraits

    package init(_ id: UInt16, _ traits: ElementTraits = ElementTraits(rawValue: 0)) {
        self.id = id
        self.traits = traits.union(ElementTraits(.kinds(ofElementWith: traits)))
    }

    @usableFromInline package static func == (left: ElementName, right: ElementName) -> Bool { left.id == right.id }

    /// An element that the table does not have: its name is inline in the tape.
    @usableFromInline package static var custom: ElementName { ElementName(0) }

    /// Creates the element of that number; ``custom`` if there is none.
    package init(id: UInt16) {
        let table = Self.definitions
        self = Int(id) < table.count ? table[Int(id)].element : .custom
    }

    /// The name as HTML; empty for ``custom``.
    package var text: StaticString {
        let table = Self.definitions
        return Int(id) < table.count ? table[Int(id)].text : ""
    }
}
