extension Arena {
    /// Begins a lazy part: what is built from now on is its content.
    @usableFromInline
    mutating func beginPart(_ list: UnsafeMutablePointer<LazyList>) -> OpenPart {
        let opened = OpenPart(
            start: count,
            content: content,
            render: render,
            pieces: pieces.count,
            flatSurplus: flatSurplus,
            asksWhetherLive: asksWhetherLive,
            inputs: inputs.used,
            scope: lazyScope
        )
        lazyScope = LazyScope(source: list.pointee.counterpart?.content.extras?.lists ?? [])
        content = ContentSummary()
        asksWhetherLive = false
        inputs.used = []
        outerRenders.append(render)
        render = nextNumber()
        return opened
    }

    /// Discards a lazy part whose content could not be built.
    @usableFromInline
    mutating func abandon(_ opened: OpenPart) {
        lazyScope = opened.scope
        content = opened.content
        asksWhetherLive = opened.asksWhetherLive
        inputs.used = opened.inputs
        flatSurplus = opened.flatSurplus
        render = opened.render
        outerRenders.removeLast()
        pieces.removeLast(max(0, pieces.count - opened.pieces))
        // The memory is overwritten: handles to the part's content belong to a finished render.
        count = opened.start
        while let last = handlers.last, last.offset >= count { handlers.removeLast() }
    }

    /// Ends a lazy part whose content is that fragment, and moves it to memory of its own.
    @usableFromInline
    mutating func endPart(_ opened: OpenPart, _ fragment: Fragment) -> LazyContent {
        let range: Range<Int>
        if owns(fragment), !fragment.isPieces {
            range = Int(fragment.start)..<Int(fragment.end)
        } else {
            let start = count
            place(fragment)
            range = start..<count
        }
        lazyScope.forgetSource()
        checkFlatSurplus()
        let part = failure == nil ? lazyContent(range) : lazyContent(0..<0)
        abandon(opened)
        return part
    }

    /// Returns the records as a part.
    private mutating func lazyContent(_ range: Range<Int>) -> LazyContent {
        var placedSize = 0
        var elementsSize = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            let size = size(at: offset)
            if isToBeReferred(at: offset) {
                placedSize += RecordLayout.part
                elementsSize += size
            } else {
                placedSize += size
            }
            offset += size
        }
        let size = placedSize + elementsSize
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + LazyContent.slack, alignment: 16)
        var handlers: [PlacedHandler] = []
        var placed = 0
        var end = placedSize
        offset = range.lowerBound
        while offset < range.upperBound {
            let next = offset + self.size(at: offset)
            let isReferred = isToBeReferred(at: offset)
            let target = isReferred ? end : placed
            (memory + target).copyMemory(from: base + offset, byteCount: next - offset)
            appendHandlers(in: offset..<next, movedBy: target - offset, to: &handlers)
            if isReferred {
                Self.writeReference(to: memory + target, at: memory + placed)
                placed += RecordLayout.part
                end += next - offset
            } else {
                placed += next - offset
            }
            offset = next
        }
        handlers.sort { $0.offset < $1.offset }
        content = ContentSummary()
        noteRecords(in: range)
        // For the records around the part, an element by reference is one with parts.
        if elementsSize > 0 { content.facts.insert(.parts) }
        return LazyContent(
            summary: content,
            memory: memory,
            size: size,
            placedSize: placedSize,
            handlers: handlers,
            lists: lazyScope.lists,
            asksWhetherLive: asksWhetherLive,
            inputs: inputs.used
        )
    }

    @inline(__always)
    private func isToBeReferred(at offset: Int) -> Bool {
        load8(offset) == RecordKind.element.rawValue && Records.isLarge(base + offset)
    }

    private func appendHandlers(in range: Range<Int>, movedBy distance: Int, to target: inout [PlacedHandler]) {
        if handlers.isEmpty { return }
        var index = handlers.firstIndex(notBelow: range.lowerBound)
        while index < handlers.count, handlers[index].offset < range.upperBound {
            target.append(handlers[index].moved(by: distance))
            index += 1
        }
    }

    /// Writes a reference to an element. ``LazyPart`` adds the owner of its memory.
    private static func writeReference(to element: UnsafeMutableRawPointer, at target: UnsafeMutableRawPointer) {
        let size = Records.size(element)
        target.copyMemory(from: element, byteCount: RecordLayout.elementHeader)
        target.storeBytes(of: RecordLayout.partKind, as: UInt8.self)
        target.storeBytes(of: UInt32(RecordLayout.part), toByteOffset: RecordLayout.size, as: UInt32.self)
        let flatSize = Records.flatSize(of: Address(element)..<Address(element + size))
        target.storeBytes(
            of: UInt32(truncatingIfNeeded: flatSize),
            toByteOffset: RecordLayout.partFlatSize,
            as: UInt32.self
        )
        let facts = Records.facts(element).union(.parts)
        target.storeBytes(of: facts.rawValue, toByteOffset: RecordLayout.facts, as: UInt16.self)
        target.storeBytes(of: Address(element), toByteOffset: RecordLayout.partElement, as: Address.self)
        target.storeBytes(of: 0, toByteOffset: RecordLayout.partOwner, as: UInt.self)
        target.storeBytes(of: Records.hash(of: Address(element)), toByteOffset: RecordLayout.partHash, as: UInt64.self)
    }

    /// Places a newly built part.
    @usableFromInline
    mutating func insert(_ part: LazyPart, _ list: UnsafeMutablePointer<LazyList>) -> Fragment {
        list.pointee.append(built: part)
        return place(Unmanaged.passUnretained(part))
    }

    /// Places a part of the previous render.
    @usableFromInline
    @inline(never)
    mutating func insert(_ part: Unmanaged<LazyPart>, _ list: UnsafeMutablePointer<LazyList>) -> Fragment {
        list.pointee.append(part)
        return place(part)
    }

    /// Places the next part of the previous render.
    @usableFromInline
    mutating func insertNext(_ next: Unmanaged<LazyPart>, _ list: UnsafeMutablePointer<LazyList>) -> Fragment {
        list.pointee.search.found(list.pointee.search.position)
        // No call is made for most rows of most lists: saving registers for one would take as long as all else.
        guard next._withUnsafeGuaranteedRef({ $0.content.isReference }), list.pointee.hasRoom,
            hasRoom(RecordLayout.part)
        else { return insert(next, list) }
        list.pointee.append(next)
        return placeReference(to: next)
    }

    /// Places a part in the view, or in the part that is being built.
    private mutating func place(_ part: Unmanaged<LazyPart>) -> Fragment {
        part._withUnsafeGuaranteedRef { part in
            let start = count
            let size = part.content.placedSize
            guard reserve(size) else { return .empty }
            (base + start).copyMemory(from: part.content.memory, byteCount: size)
            count = start + size
            content.add(part.content.summary)
            flatSurplus += part.content.flatSurplus
            if part.content.extras != nil { insertExtras(of: part, at: start) }
            return fragment(start..<count)
        }
    }

    /// Places a part that is one reference. There must be room for it.
    @inline(__always)
    private mutating func placeReference(to part: Unmanaged<LazyPart>) -> Fragment {
        // Each number is read by itself: a value with a reference would be retained and released for each part.
        let memory = part._withUnsafeGuaranteedRef { $0.content.memory }
        let start = count
        (base + start).storeBytes(of: memory.loadUnaligned(as: Reference.self), as: Reference.self)
        count = start + RecordLayout.part
        content.add(part._withUnsafeGuaranteedRef { $0.content.summary })
        flatSurplus &+= part._withUnsafeGuaranteedRef { $0.content.flatSurplus }
        return fragment(start..<count)
    }

    /// A type of the size of a reference.
    private typealias Reference = (UInt64, UInt64, UInt64, UInt64, UInt64)

    /// Adds the extras of a part that was placed at that offset.
    @inline(never)
    private mutating func insertExtras(of part: LazyPart, at start: Int) {
        guard let extras = part.content.extras else { return }
        if extras.asksWhetherLive { asksWhetherLive = true }
        for input in extras.inputs { inputs.use(input) }
        for handler in extras.handlers where handler.offset < part.content.placedSize {
            handlers.append(handler.moved(by: start))
        }
    }

    /// Returns the records with all lazy parts inline: the same range if there is none, else a copy.
    mutating func flat(_ range: Range<Int>) -> Range<Int> {
        if flatSurplus == 0 { return range }
        let size = Records.flatSize(of: Address(base + range.lowerBound)..<Address(base + range.upperBound))
        guard size > range.count, reserve(size) else { return range }
        let start = count
        var target = base + count
        let copies = base
        Records.copyFlat(Address(base + range.lowerBound)..<Address(base + range.upperBound), to: &target) {
            source,
            owner,
            target in
            let distance = Address(target) - Address(copies)
            if let owner {
                let memory = Address(owner.content.memory)
                for handler in owner.content.extras?.handlers ?? []
                where handler.offset >= source.lowerBound - memory && handler.offset < source.upperBound - memory {
                    handlers.append(handler.moved(by: distance - (source.lowerBound - memory)))
                }
            } else {
                let offset = source.lowerBound - Address(copies)
                var index = handlers.firstIndex(notBelow: offset)
                let last = handlers.count
                while index < last, handlers[index].offset < source.upperBound - Address(copies) {
                    handlers.append(handlers[index].moved(by: distance - offset))
                    index += 1
                }
            }
        }
        count = start + size
        return start..<count
    }
}

extension LazyContent {
    /// Readable bytes beyond the records, since texts are read in whole words.
    static let slack = 8

    /// Creates the content of the records in that memory, and takes ownership of it.
    init(
        summary: ContentSummary,
        memory: UnsafeMutableRawPointer,
        size: Int,
        placedSize: Int,
        handlers: [PlacedHandler],
        lists: [LazyStorage],
        asksWhetherLive: Bool,
        inputs: [any ViewInput]
    ) {
        var surplus = 0
        var offers = OfferFilter()
        var parts: [LazyPart] = []
        let start = Address(memory)
        let elements = (start + placedSize)..<(start + size)
        var record = start
        // The placed records are references to the part's own elements, small records, or references to another part's.
        while record < start + placedSize {
            let end = record + Records.size(record)
            if Records.kind(record) == RecordLayout.partKind {
                surplus += Records.load32(record + RecordLayout.partFlatSize) - RecordLayout.part
                let element = Records.element(ofPart: record)
                if !elements.contains(element) {
                    let owner = Records.owner(ofPart: record).takeUnretainedValue()
                    offers.formUnion(owner.content.offers)
                    parts.append(owner)
                }
            } else {
                offers.insert(offersIn: record..<end, &parts)
            }
            record = end
        }
        offers.insert(offersIn: elements, &parts)
        let isPlain = handlers.isEmpty && parts.isEmpty && lists.isEmpty && !asksWhetherLive && inputs.isEmpty
        self.init(
            summary: summary,
            memory: memory,
            size: size,
            placedSize: placedSize,
            flatSurplus: surplus,
            offers: offers,
            extras: isPlain
                ? nil
                : LazyExtras(
                    handlers: handlers,
                    parts: parts,
                    lists: lists,
                    asksWhetherLive: asksWhetherLive,
                    inputs: inputs
                )
        )
    }
}
