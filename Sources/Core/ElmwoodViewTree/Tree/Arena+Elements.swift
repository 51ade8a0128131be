/// An element that has begun and not yet ended.
@usableFromInline
struct OpenElement {
    let name: ElementName
    // Offsets have 32 bits: it is copied to the element's function and back.
    private var startOffset: UInt32
    private var contentOffset: UInt32 = 0
    /// The summary of its parent's content.
    let parent: ContentSummary
    /// The facts of the element itself.
    var facts: Facts
    var hasKey = false
    /// Whether it has an event with a payload.
    var hasPayload = false

    init(_ name: ElementName, at start: Int, parent: ContentSummary) {
        self.name = name
        startOffset = UInt32(truncatingIfNeeded: start)
        self.parent = parent
        facts = Facts(name.traits)
    }

    var start: Int {
        get { Int(startOffset) }
        set { startOffset = UInt32(truncatingIfNeeded: newValue) }
    }

    /// Where its content begins.
    var contentStart: Int {
        get { Int(contentOffset) }
        set { contentOffset = UInt32(truncatingIfNeeded: newValue) }
    }
}

extension Arena {
    /// Writes a button that offers the message of that text: what `button("+", .increment)` is. The text is passed as bytes and
    /// copied directly into the record, since a `String` and an array for it would take longer than the button.
    @usableFromInline
    mutating func messageButton(
        _ label: String,
        message: UnsafeRawBufferPointer,
        _ attributes: [AttributeValue]
    ) -> Fragment {
        guard let opened = open(.button, [], attributes, clickMessage: message) else { return .empty }
        return close(opened, fragment(text(label, kind: .text)))
    }

    /// Begins an element: writes its header and its attributes. Returns nil if the render has failed.
    @usableFromInline
    mutating func open(
        _ name: ElementName,
        _ own: [AttributeValue],
        _ attributes: [AttributeValue],
        clickMessage: UnsafeRawBufferPointer? = nil
    ) -> OpenElement? {
        guard depth < TapeLimits.depth else {
            if failure == nil { failure = .tooDeep }
            return nil
        }
        let start = count
        guard reserve(RecordLayout.elementHeader * 2) else { return nil }
        count += RecordLayout.elementHeader
        base.storeBytes(
            of: UInt32(RecordKind.element.rawValue) | UInt32(name.id) << 16,
            toByteOffset: start,
            as: UInt32.self
        )
        var opened = OpenElement(name, at: start, parent: content)
        if let clickMessage { record(clickMessage: clickMessage, in: &opened) }
        if own.isEmpty {
            if !attributes.isEmpty { write(attributes, to: &opened) }
        } else {
            write(attributes.isEmpty ? own : own + attributes, to: &opened)
        }
        store(
            UInt32(truncatingIfNeeded: count - start - RecordLayout.elementHeader),
            at: start + RecordLayout.attributesSize
        )
        if name == .table { keepRoomForSection() }
        guard failure == nil else {
            count = start
            return nil
        }
        opened.contentStart = count
        depth += 1
        content = ContentSummary()
        return opened
    }

    /// Discards an element whose content could not be built.
    @usableFromInline
    mutating func abandon(_ opened: OpenElement) {
        depth -= 1
        content = opened.parent
    }

    /// Ends an element whose content is that fragment.
    ///
    /// If the content was written right after the attributes, and nothing else was, only the sizes are filled in. Otherwise the
    /// element is written anew at the cursor, and its first bytes become garbage that no handle refers to.
    @usableFromInline
    mutating func close(_ opened: OpenElement, _ fragment: Fragment) -> Fragment {
        depth -= 1
        let isInPlace =
            fragment.isEmpty
            ? count == opened.contentStart
            : Int(fragment.start) == opened.contentStart && Int(fragment.end) == count && fragment.owner == render << 1
        if isInPlace, failure == nil, !content.mustBeChecked(in: opened.name), content.keys <= 1,
            content.height < TapeLimits.depth
        {
            return finish(opened)
        }
        return closeWithCare(opened, fragment)
    }

    /// Ends an element that is not in one piece, or whose content must be checked.
    @inline(never)
    private mutating func closeWithCare(_ opened: OpenElement, _ fragment: Fragment) -> Fragment {
        guard failure == nil else { return .empty }
        var opened = opened
        let isInPlace =
            fragment.isEmpty
            ? count == opened.contentStart
            : Int(fragment.start) == opened.contentStart && Int(fragment.end) == count && fragment.owner == render << 1
        if !isInPlace { rewrite(&opened, with: fragment) }
        guard failure == nil else { return .empty }
        if content.mustBeChecked(in: opened.name) { check(&opened) }
        guard failure == nil, content.height < TapeLimits.depth else {
            if failure == nil { failure = .tooDeep }
            return .empty
        }
        if content.keys > 1 { checkKeys(of: opened) }
        return finish(opened)
    }

    /// Fills in the header of a complete element, and adds it to its parent's summary.
    @inline(__always)
    private mutating func finish(_ opened: OpenElement) -> Fragment {
        let start = opened.start
        let facts = opened.facts.union(passingFacts(of: opened.name))
        let height = UInt16(truncatingIfNeeded: content.height + 1)
        store(UInt32(truncatingIfNeeded: count - start), at: start + RecordLayout.size)
        store(UInt32(height) | UInt32(facts.rawValue) << 16, at: start + RecordLayout.height)
        content = opened.parent
        content.add(
            height: height,
            facts: opened.name == .form ? facts.subtracting(.ofFormAlone) : facts,
            traits: opened.name.traits
        )
        if opened.hasKey { content.keys += 1 }
        return Fragment(
            start: UInt32(truncatingIfNeeded: start),
            end: UInt32(truncatingIfNeeded: count),
            owner: render << 1
        )
    }

    /// Reserves room for the `tbody` that the parser would put between a `table` and its rows.
    private mutating func keepRoomForSection() {
        guard reserve(RecordLayout.elementHeader) else { return }
        base.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
        base.storeBytes(of: 0, toByteOffset: count + 8, as: UInt64.self)
        store(UInt32(RecordLayout.elementHeader), at: count + RecordLayout.size)
        count += RecordLayout.elementHeader
    }

    /// Returns the facts of the content that also apply outside of this element.
    func passingFacts(of name: ElementName) -> Facts {
        var facts = content.facts
        if facts.isEmpty { return facts }
        facts.subtract(factsThatEnd(at: name))
        return facts
    }

    /// Returns the facts that do not apply outside of an element of that name.
    func factsThatEnd(at name: ElementName) -> Facts {
        var facts: Facts = []
        if name.traits.contains(.barrier) { facts.formUnion(.endingAtBarrier) }
        if name.traits.contains(.listBarrier) { facts.formUnion(.endingAtListBarrier) }
        if name == .button { facts.insert(.block) }
        return facts
    }
}
