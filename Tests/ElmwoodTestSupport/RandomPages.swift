import ElmwoodViewTree

/// Pairs of random pages for tests of patches: the second page is the first one with a few random changes.
///
/// The pages contain everything that is difficult for patches: keyed lists with unusual keys, controls in and outside of forms,
/// tables, SVG, MathML, templates, raw markup, comments, adjacent texts. The same seed gives the same pairs.
///
/// ```swift
/// var pages = RandomPages(seed: 1)
/// for _ in 0..<100 {
///     let pair = try pages.next()
///     // Load pair.oldHTML if pair.isNewPage is true, and otherwise continue with the current page. Apply pair.operations:
///     // the page is then the same as pair.newHTML.
/// }
/// ```
package struct RandomPages {
    /// Two pages, and the patch from one to the other.
    package struct Pair: Sendable {
        package let old: Rendering
        package let new: Rendering
        /// Whether the first page differs from the second one of the previous pair.
        package let isNewPage: Bool
        /// The first page as HTML, UTF-8.
        package var oldHTML: [UInt8] { old.html() }
        /// The second page as HTML.
        package var newHTML: [UInt8] { new.html() }
        /// The patch's operations as JSON.
        package var operations: [UInt8] { new.patch(from: old) }
    }

    /// Two pages without lazy parts, and the same two with some. The second one with lazy parts shares as many as possible with the
    /// first.
    package struct LazyPair {
        package let plain: Pair
        package let oldLazy: Rendering
        package let newLazy: Rendering
    }

    private var random: SeededGenerator
    private let size: Int
    private var shown: (page: RandomPage, rendering: Rendering)?
    private var shownLazy: Rendering?

    /// Creates a generator of pages with about that many nodes.
    package init(seed: UInt64, size: Int = 20) {
        random = SeededGenerator(seed: seed)
        self.size = size
    }

    /// Returns the next pair. In most cases its first page is the second one of the previous pair, so that patches can also be
    /// applied one after the other: ``Pair/isNewPage`` tells when it is not.
    package mutating func next() throws -> Pair { try nextPages().pair }

    /// Returns the next pair, with and without lazy parts.
    package mutating func nextLazy() throws -> LazyPair {
        let choice = LazyChoice(seed: random.next())
        let (pair, oldPage, newPage) = try nextPages()
        // Sometimes it is the one before, whose lazy parts were other ones.
        let kept = pair.isNewPage || random.below(2) == 0 ? nil : shownLazy
        let old = try kept ?? oldPage.render(choice)
        let new = try newPage.render(choice, previous: random.below(4) == 0 ? old.kept() : old)
        shownLazy = new
        return LazyPair(plain: pair, oldLazy: old, newLazy: new)
    }

    private mutating func nextPages() throws -> (pair: Pair, old: RandomPage, new: RandomPage) {
        if random.below(10) == 0 { shown = nil }
        let isNewPage = shown == nil
        let oldPage = shown?.page ?? RandomPage(&random, size: size)
        var page = oldPage
        let old = try shown?.rendering ?? page.render()
        for _ in 0...random.below(4) { page.change(&random) }
        let new = try page.render()
        shown = (page, new)
        return (Pair(old: old, new: new, isNewPage: isNewPage), oldPage, page)
    }
}

/// A page as data that can be changed.
struct RandomPage {
    private var title = "Title"
    private var language = "en"
    private var htmlAttributes: [RandomPart.Named] = []
    private var bodyAttributes: [RandomPart.Named] = []
    private var head: [RandomPart] = []
    private var body: [RandomPart] = []

    init(_ random: inout SeededGenerator, size: Int) {
        var left = size
        while left > 0 { body.append(RandomPart(in: .flow, 5, &left, &random)) }
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(16) {
        case 0: title = RandomPart.texts.randomElement(using: &random) ?? ""
        case 1: language = language == "en" ? "de" : "en"
        case 2: RandomPart.change(&bodyAttributes, &random)
        case 3: RandomPart.change(&htmlAttributes, &random)
        case 4:
            if head.isEmpty || random.below(2) == 0 {
                head.append(.element("link", key: nil, [("rel", "x-\(random.below(9))"), ("href", "/a")], []))
            } else {
                head.remove(at: random.below(head.count))
            }
        default: RandomPart.change(&body, in: .flow, &random)
        }
    }

    func render(_ choice: LazyChoice? = nil, previous: Rendering? = nil) throws -> Rendering {
        try Rendering.render(previous: previous) {
            pageElement(
                title: title,
                language: language,
                htmlAttributes: htmlAttributes.map { .attribute($0.name, $0.value) },
                bodyAttributes: bodyAttributes.map { .attribute($0.name, $0.value) },
                head: { RandomPart.html(head, choice) },
                body: { RandomPart.html(body, choice) }
            )
        }
    }
}

/// Which kinds of parts of a random page are lazy: about one in three.
struct LazyChoice: Sendable {
    var seed: UInt64

    func contains(_ description: String) -> Bool {
        var hash = 0xcbf2_9ce4_8422_2325 ^ seed
        for byte in description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (hash ^ hash >> 32) % 3 == 0
    }
}

/// The messages of a random page's controls.
enum RandomMessage: Codable, Sendable {
    case press(id: Int)
    case enter(String)
    case send([String: String])
}
