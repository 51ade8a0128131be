extension Arena {
    /// Begins a lazy part: what is built from now on is its content.
    @usableFromInline
    mutating func beginPart(_ place: Int) -> OpenPart {
        let opened = OpenPart(
            start: count,
            content: content,
            render: render,
            pieces: pieces.count,
            flatSurplus: flatSurplus,
            asksWhetherLive: asksWhetherLive,
            scope: lazyScope
        )
        lazyScope = LazyScope(source: lazyScope.places[place].counterpart?.content.extras?.places ?? [])
        content = ContentSummary()
        asksWhetherLive = false
        outerRenders.append(render)
        render = nextNumber()
        return opened
    }

    /// Forgets a lazy part whose content could not be built.
    @usableFromInline
    mutating func abandon(_ opened: OpenPart) {
        lazyScope = opened.scope
        content = opened.content
        asksWhetherLive = opened.asksWhetherLive
        flatSurplus = opened.flatSurplus
        render = opened.render
        outerRenders.removeLast()
        pieces.removeLast(max(0, pieces.count - opened.pieces))
        // The memory is written anew: handles to what was in the part are those of a render that is over.
        count = opened.start
        while let last = handlers.last, last.offset >= count { handlers.removeLast() }
    }

    /// Ends a lazy part whose content is that fragment: it goes to memory of its own.
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
        let part = failure == nil ? lazyContent(range) : lazyContent(0..<0)
        abandon(opened)
        return part
    }

    /// The records there as a part.
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
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + Self.slack, alignment: 16)
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
        return LazyContent(
            memory: memory,
            size: size,
            placedSize: placedSize,
            handlers: handlers,
            places: lazyScope.places,
            asksWhetherLive: asksWhetherLive
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

    /// Writes a reference to an element. Who owns its memory is added by ``LazyPart``.
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

    /// Places a part that has just been built.
    @usableFromInline
    mutating func insert(_ part: LazyPart, _ place: Int) -> Fragment {
        withExtendedLifetime(part) { insert(Unmanaged.passUnretained(part), place) }
    }

    /// Places a part in the view, or in the part that is being built.
    @usableFromInline
    mutating func insert(_ part: Unmanaged<LazyPart>, _ place: Int) -> Fragment {
        guard failure == nil, place < lazyScope.places.count else { return .empty }
        lazyScope.places[place].list.pointee.append(part)
        return part._withUnsafeGuaranteedRef { part in
            let size = part.content.placedSize
            guard size > 0, reserve(size) else { return .empty }
            let start = count
            put(bytes: UnsafeRawBufferPointer(start: part.content.memory, count: size))
            addFlatSurplus(part.content.flatSurplus)
            if let extras = part.content.extras {
                if extras.asksWhetherLive { asksWhetherLive = true }
                for handler in extras.handlers where handler.offset < size {
                    handlers.append(handler.moved(by: start))
                }
            }
            noteRecords(in: start..<count)
            guard depth + content.height <= TapeLimits.depth else {
                if failure == nil { failure = .tooDeep }
                return .empty
            }
            return fragment(start..<count)
        }
    }

    /// The records there with no lazy part among them: the same where there is none, else a copy.
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
    init(
        memory: UnsafeMutableRawPointer,
        size: Int,
        placedSize: Int,
        handlers: [PlacedHandler],
        places: [LazyPlace],
        asksWhetherLive: Bool
    ) {
        self.memory = memory
        self.size = size
        self.placedSize = placedSize
        var surplus = 0
        var offers = OfferFilter()
        var parts: [LazyPart] = []
        let start = Address(memory)
        let elements = (start + placedSize)..<(start + size)
        var record = start
        // What is placed are the part's own elements, by reference, and what is small; or is another part's.
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
        flatSurplus = surplus
        self.offers = offers
        let isPlain = handlers.isEmpty && parts.isEmpty && places.isEmpty && !asksWhetherLive
        extras =
            isPlain
            ? nil : LazyExtras(handlers: handlers, parts: parts, places: places, asksWhetherLive: asksWhetherLive)
    }
}
