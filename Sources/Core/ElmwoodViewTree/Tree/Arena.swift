import CElmwoodViewTree
import ElmwoodMessageText
import Synchronization

/// The buffer to which a render's records are written in order, with the state of the render.
///
/// It lives behind an `UnsafeMutablePointer` and is accessed through a thread-local one, since the elements have no
/// argument for it, and since a class would check each access for exclusivity at run time. Everything here checks room before it
/// writes; `count` never exceeds `capacity`, and the range of every handle lies below `count`. A handle can only be made here, so
/// reading a range needs no further check.
///
/// It cannot be copied: otherwise each use through the pointer would silently copy it whole, and retain its arrays.
@usableFromInline
package struct Arena: ~Copyable {
    var base: UnsafeMutableRawPointer
    var capacity: Int
    package var count = 0
    /// The number of the current render: never 0, and different for all renders.
    var render: UInt64 = 0
    /// Why nothing more is written; nil if the render has not failed.
    var failure: RenderingError?
    /// The most bytes of the records.
    var sizeLimit = TapeLimits.size
    /// How many elements are open.
    var depth = 0
    /// The summary of the content written so far of the innermost open element.
    var content = ContentSummary()
    /// The handlers of events by the offset of their attribute records, in increasing order.
    var handlers: [PlacedHandler] = []
    /// The ranges of fragments that consist of several.
    var pieces: [Range<Int>] = []
    var diagnostics: [String] = []
    /// Whether the view has read whether its page is live.
    var asksWhetherLive = false
    /// Whether the view has events with payloads, or forms that accept fields of scripts: both are checked when it is complete.
    var hasPayloads = false
    /// Tells where the site serves its files; nil if the view knows none.
    var assets: (any AssetAddresses)?
    /// What the page says about its response; nil if that is nothing.
    var response: DocumentResponse?
    /// What the view has used from outside or, while a part is built, what that has.
    var inputs = InputNotes()
    /// The notices of the page that its view has not read: the page's body begins with them.
    var notices: [String] = []
    /// The lazy parts of the view or, while a part is built, those within it.
    @usableFromInline var lazyScope = LazyScope()
    /// The previous render, whose lazy parts may be reused: it keeps them alive.
    var previous: Tape?
    /// The numbers of the view and of the lazy parts around the one that is being built. Their handles may be placed in it.
    var outerRenders: [UInt64] = []
    /// How many bytes more the records would take with all lazy parts inline.
    var flatSurplus = 0
    /// Numbers that no render has used.
    private var freshNumbers: Range<UInt64> = 0..<0
    /// Writes the texts of messages, and caches them across renders.
    private(set) lazy var messages = MessageWriter(remembers: 4096)

    static let initialCapacity = 16 << 10
    /// Readable bytes beyond the capacity, so that texts can be read in whole words.
    static let slack = 16

    init(capacity: Int = Self.initialCapacity) {
        base = .allocate(byteCount: capacity + Self.slack, alignment: 16)
        self.capacity = capacity
    }

    /// The arena of the current render on this thread.
    @inlinable
    @inline(__always)
    package static var current: UnsafeMutablePointer<Arena>? {
        elmwood_current_render()?.assumingMemoryBound(to: Arena.self)
    }

    /// Reserves room for that many bytes more. Returns false if the view has become too large, or has failed before.
    @inline(__always)
    mutating func reserve(_ size: Int) -> Bool { hasRoom(size) ? true : grow(by: size) }

    /// Whether that many bytes more can be written without growing.
    @inline(__always)
    func hasRoom(_ size: Int) -> Bool { size <= capacity &- count && failure == nil }

    @inline(never)
    private mutating func grow(by size: Int) -> Bool {
        guard failure == nil else { return false }
        guard size <= sizeLimit - count else {
            failure = .tooLarge
            return false
        }
        var larger = capacity
        while larger < count + size { larger *= 2 }
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger + Self.slack, alignment: 16)
        moved.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = moved
        capacity = larger
        return true
    }

    /// Returns the number of a new render, or of a lazy part that is built. A part has a number of its own, since the handles made
    /// in it are invalid once the part is finished.
    mutating func nextNumber() -> UInt64 {
        if freshNumbers.isEmpty { freshNumbers = ArenaPool.takeNumbers() }
        return freshNumbers.removeFirst()
    }

    /// Adds a diagnostic, once for each sentence.
    mutating func diagnose(_ sentence: String) {
        guard diagnostics.count < TapeLimits.diagnostics, !diagnostics.contains(sentence) else { return }
        diagnostics.append(sentence)
    }

    /// Resets the arena for the next render. The memory of a large view is released.
    mutating func reset() {
        count = 0
        render = 0
        failure = nil
        sizeLimit = TapeLimits.size
        depth = 0
        content = ContentSummary()
        // Most views need few of these, and clearing empty arrays would take longer than writing a small view's elements.
        if handlers.count < 4096 { while handlers.popLast() != nil {} } else { handlers = [] }
        if !pieces.isEmpty { pieces.removeAll(keepingCapacity: pieces.count < 4096) }
        if !diagnostics.isEmpty { diagnostics.removeAll() }
        if !lazyScope.lists.isEmpty || !lazyScope.source.isEmpty { lazyScope = LazyScope() }
        if !outerRenders.isEmpty { outerRenders.removeAll() }
        flatSurplus = 0
        asksWhetherLive = false
        hasPayloads = false
        if assets != nil { assets = nil }
        if response != nil { response = nil }
        if !inputs.isUnused { inputs = InputNotes() }
        if !notices.isEmpty { notices = [] }
        previous = nil
        if capacity > 1 << 20 {
            base.deallocate()
            base = .allocate(byteCount: Self.initialCapacity + Self.slack, alignment: 16)
            capacity = Self.initialCapacity
        }
    }
}

/// The summary of an element's content while it is written: twelve bytes.
struct ContentSummary {
    private var keyCount: UInt32 = 0
    /// The facts of all children.
    var facts: Facts = []
    /// The greatest height among the children; an element without children has the height 1.
    private var greatest: UInt16 = 0
    /// The traits of all children, and their kinds.
    private(set) var traits: ElementTraits = []

    var height: Int {
        get { Int(greatest) }
        set { greatest = UInt16(truncatingIfNeeded: newValue) }
    }

    /// How many children have a key.
    var keys: Int {
        get { Int(keyCount) }
        set { keyCount = UInt32(truncatingIfNeeded: newValue) }
    }

    /// The kinds of the children.
    var kinds: ChildKinds { traits.kinds }

    /// Adds a child of that kind that is no element.
    @inline(__always)
    mutating func insert(_ kind: ChildKinds) { traits.formUnion(ElementTraits(kind)) }

    /// Adds the children of another summary.
    @inline(__always)
    mutating func add(_ other: ContentSummary) {
        add(height: other.greatest, facts: other.facts, traits: other.traits)
        keyCount &+= other.keyCount
    }

    /// Adds another child.
    @inline(__always)
    mutating func add(height: UInt16, facts: Facts, traits: ElementTraits) {
        greatest = max(greatest, height)
        self.facts.formUnion(facts)
        self.traits.formUnion(traits)
    }
}

/// The kinds of the children of an element. Among the traits of an element's name are those that it has as a child.
struct ChildKinds: OptionSet, Sendable {
    let rawValue: UInt8

    /// Text other than white space.
    static let text = Self(rawValue: 1 << 0)
    /// Any element.
    static let element = Self(rawValue: 1 << 1)
    /// An element that may not be a direct child of `table`, except rows and cells.
    static let flow = Self(rawValue: 1 << 2)
    static let comment = Self(rawValue: 1 << 3)
    static let raw = Self(rawValue: 1 << 4)
    /// An element of SVG or MathML that is neither `svg` nor `math`.
    static let foreign = Self(rawValue: 1 << 5)

    /// Returns the kinds of an element whose name has those traits.
    static func kinds(ofElementWith traits: ElementTraits) -> Self {
        if !traits.isDisjoint(with: .foreign), !traits.contains(.foreignRoot) { return [.element, .flow, .foreign] }
        return traits.isDisjoint(with: .ofTables) ? [.element, .flow] : .element
    }
}

extension ElementTraits {
    /// The kinds of a child.
    init(_ kinds: ChildKinds) { self.init(rawValue: UInt32(kinds.rawValue) << 8) }

    var kinds: ChildKinds { ChildKinds(rawValue: UInt8(truncatingIfNeeded: rawValue >> 8 & 0x3f)) }
}
