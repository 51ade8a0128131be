import CElmwoodViewTree
import ElmwoodMessageText
import Synchronization

/// The buffer that a render's records are written to, one after the other, and what goes with them.
///
/// It lives behind an `UnsafeMutablePointer` and is reached through a thread-local one, since the element functions
/// take no argument for it, and since a class would check each access for exclusivity at run time. Everything here
/// checks room before it writes; `count` never passes `capacity`, and every range that a handle names lies below
/// `count`. A handle can only be made here, so reading a range needs no further check.
///
/// It cannot be copied: each use through the pointer would else copy it whole, arrays retained, without a word.
@usableFromInline
package struct Arena: ~Copyable {
    var base: UnsafeMutableRawPointer
    var capacity: Int
    package var count = 0
    /// The number of the render that is going on, never 0, never the same for two renders.
    var render: UInt64 = 0
    /// Why nothing more is written, or nil where all is well.
    var failure: RenderingError?
    /// How many elements are open.
    var depth = 0
    /// What is known of the content written so far of the innermost open element.
    var content = ContentSummary()
    /// The handlers of events by the offset of their attribute records, in increasing order.
    var handlers: [PlacedHandler] = []
    /// The ranges of fragments that are not one range.
    var pieces: [Range<Int>] = []
    var diagnostics: [String] = []
    /// Whether the view has asked whether its page is live.
    var asksWhetherLive = false
    /// The lazy parts of the view, or, while a part is built, those within it.
    var lazyScope = LazyScope()
    /// The render before this one, whose lazy parts may be taken over: it keeps them alive.
    var previous: Tape?
    /// The numbers of the view and of the lazy parts around the one that is being built, whose handles may be placed in it.
    var outerRenders: [UInt64] = []
    /// How many bytes more the records would take, had all lazy parts been built in place.
    var flatSurplus = 0
    /// Numbers that no render has had.
    private var freshNumbers: Range<UInt64> = 0..<0
    /// Writes the texts of messages, and remembers them from render to render.
    private(set) lazy var messages = MessageWriter(remembers: 4096)

    static let initialCapacity = 16 << 10
    /// Bytes beyond the capacity that can be read, so that texts can be read in whole words.
    static let slack = 16

    init(capacity: Int = Self.initialCapacity) {
        base = .allocate(byteCount: capacity + Self.slack, alignment: 16)
        self.capacity = capacity
    }

    /// The arena of the render that is going on on this thread.
    @inlinable
    @inline(__always)
    package static var current: UnsafeMutablePointer<Arena>? {
        elmwood_current_render()?.assumingMemoryBound(to: Arena.self)
    }

    /// Makes room for that many bytes more; false where the view has become too large, or has failed before.
    @inline(__always)
    mutating func reserve(_ size: Int) -> Bool {
        if size <= capacity - count, failure == nil { return true }
        return grow(by: size)
    }

    @inline(never)
    private mutating func grow(by size: Int) -> Bool {
        guard failure == nil else { return false }
        guard size <= TapeLimits.size - count else {
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

    /// The number of a new render, or of a lazy part that is built. A part has one of its own, since what is built in it is
    /// nowhere once the part is finished.
    mutating func nextNumber() -> UInt64 {
        if freshNumbers.isEmpty { freshNumbers = ArenaPool.takeNumbers() }
        return freshNumbers.removeFirst()
    }

    /// Remembers what was left out and why, once for each sentence.
    mutating func diagnose(_ sentence: String) {
        guard diagnostics.count < TapeLimits.diagnostics, !diagnostics.contains(sentence) else { return }
        diagnostics.append(sentence)
    }

    /// Makes the arena as good as new. What a large view needed is not kept for ever.
    mutating func reset() {
        count = 0
        render = 0
        failure = nil
        depth = 0
        content = ContentSummary()
        // Most views need few of these, and emptying what is empty would take longer than a small view's elements.
        if handlers.count < 4096 { while handlers.popLast() != nil {} } else { handlers = [] }
        if !pieces.isEmpty { pieces.removeAll(keepingCapacity: pieces.count < 4096) }
        if !diagnostics.isEmpty { diagnostics.removeAll() }
        if !lazyScope.lists.isEmpty || !lazyScope.source.isEmpty { lazyScope = LazyScope() }
        if !outerRenders.isEmpty { outerRenders.removeAll() }
        flatSurplus = 0
        asksWhetherLive = false
        previous = nil
        if capacity > 1 << 20 {
            base.deallocate()
            base = .allocate(byteCount: Self.initialCapacity + Self.slack, alignment: 16)
            capacity = Self.initialCapacity
        }
    }
}

/// What is known of the content of an element while it is written: two words.
struct ContentSummary {
    /// The facts of all children.
    var facts: Facts = []
    /// The greatest height among the children; an element without children has the height 1.
    private var greatest: UInt16 = 0
    /// The traits of all children.
    var traits: ElementTraits = []
    private var keyCount: UInt32 = 0
    /// What else stands among the children.
    var kinds: ChildKinds = []

    var height: Int {
        get { Int(greatest) }
        set { greatest = UInt16(truncatingIfNeeded: newValue) }
    }

    /// How many children have a key.
    var keys: Int {
        get { Int(keyCount) }
        set { keyCount = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Takes the children of another summary into account.
    @inline(__always)
    mutating func add(_ other: ContentSummary) {
        add(height: other.greatest, facts: other.facts, traits: other.traits, kinds: other.kinds)
        keyCount &+= other.keyCount
    }

    /// Takes another child into account.
    @inline(__always)
    mutating func add(height: UInt16, facts: Facts, traits: ElementTraits, kinds: ChildKinds) {
        greatest = max(greatest, height)
        self.facts.formUnion(facts)
        self.traits.formUnion(traits)
        self.kinds.formUnion(kinds)
    }
}

/// What stands among the children of an element.
struct ChildKinds: OptionSet, Sendable {
    let rawValue: UInt8

    /// Text that is not white space alone.
    static let text = Self(rawValue: 1 << 0)
    /// Any element.
    static let element = Self(rawValue: 1 << 1)
    /// An element that may not stand straight in `table`, its rows and cells aside.
    static let flow = Self(rawValue: 1 << 2)
    static let comment = Self(rawValue: 1 << 3)
    static let raw = Self(rawValue: 1 << 4)
    /// An element of SVG or MathML that is neither `svg` nor `math`.
    static let foreign = Self(rawValue: 1 << 5)

    /// What an element of that name is among the children of another.
    @inline(__always)
    static func element(_ name: ElementName) -> Self {
        let traits = name.traits
        if !traits.isDisjoint(with: .foreign), name != .svg, name != .math { return foreignElement }
        return traits.isDisjoint(with: .ofTables) ? flowElement : .element
    }

    private static let foreignElement: Self = [.element, .flow, .foreign]
    private static let flowElement: Self = [.element, .flow]
}
