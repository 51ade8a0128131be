extension Arena {
    /// Returns the handle to a range that was just written.
    @usableFromInline
    func fragment(_ range: Range<Int>) -> Fragment {
        Fragment(
            start: UInt32(truncatingIfNeeded: range.lowerBound),
            end: UInt32(truncatingIfNeeded: range.upperBound),
            owner: render << 1
        )
    }

    /// Whether the fragment was made in this render: in the part that is being built, or around it.
    @inline(__always)
    func owns(_ fragment: Fragment) -> Bool {
        fragment.owner >> 1 == render || !outerRenders.isEmpty && outerRenders.contains(fragment.owner >> 1)
    }

    /// Concatenates two fragments as pieces. A fragment of another render is left out.
    mutating func combine(_ first: Fragment, _ second: Fragment) -> Fragment {
        let start: Int
        if owns(first), first.isPieces, Int(first.end) == pieces.count {
            start = Int(first.start)
        } else {
            start = pieces.count
            append(piecesOf: first)
        }
        append(piecesOf: second)
        return Fragment(
            start: UInt32(truncatingIfNeeded: start),
            end: UInt32(truncatingIfNeeded: pieces.count),
            owner: render << 1 | 1
        )
    }

    private mutating func append(piecesOf fragment: Fragment) {
        let first = pieces.count
        forEachRange(of: fragment) { arena, range in
            if arena.pieces.count > first, let last = arena.pieces.last, last.upperBound == range.lowerBound {
                arena.pieces[arena.pieces.count - 1] = last.lowerBound..<range.upperBound
            } else {
                arena.pieces.append(range)
            }
        }
    }

    /// Calls the function for the ranges of the fragment in order. If the fragment belongs to another render, there are none, and a
    /// diagnostic is added.
    mutating func forEachRange(of fragment: Fragment, _ body: (inout Arena, Range<Int>) -> Void) {
        if fragment.isEmpty { return }
        guard owns(fragment) else {
            diagnose(
                "A view that was built in another render, or outside of a render, is left out. "
                    + "Build it where it is placed."
            )
            return
        }
        if fragment.isPieces {
            for index in Int(fragment.start)..<Int(fragment.end) { body(&self, pieces[index]) }
        } else {
            body(&self, Int(fragment.start)..<Int(fragment.end))
        }
    }

    /// Writes the element anew at the cursor, with the fragment as its content.
    mutating func rewrite(_ opened: inout OpenElement, with fragment: Fragment) {
        copyHead(of: &opened)
        content = ContentSummary()
        place(fragment)
    }

    /// Begins the element anew at the cursor: its header, its attributes and, for a `table`, the room before its rows.
    mutating func copyHead(of opened: inout OpenElement) {
        let start = count
        copy(opened.start..<opened.contentStart)
        opened.contentStart += start - opened.start
        opened.start = start
    }

    /// Writes a copy of the fragment at the cursor, as content of the innermost open element.
    mutating func place(_ fragment: Fragment) {
        forEachRange(of: fragment) { arena, range in
            let start = arena.count
            arena.copy(range)
            guard arena.failure == nil else { return }
            if arena.flatSurplus > 0 { arena.addFlatSurplus(of: start..<arena.count) }
            arena.noteRecords(in: start..<arena.count)
        }
    }

    /// Copies a range to the cursor, with the handlers in it.
    mutating func copy(_ range: Range<Int>) {
        guard reserve(range.count) else { return }
        let distance = count - range.lowerBound
        (base + count).copyMemory(from: base + range.lowerBound, byteCount: range.count)
        count += range.count
        var index = handlers.firstIndex(notBelow: range.lowerBound)
        let last = handlers.count
        while index < last, handlers[index].offset < range.upperBound {
            handlers.append(handlers[index].moved(by: distance))
            index += 1
        }
    }

    /// Adds the flat surplus of the lazy parts in the records: the bytes that they would take inline. Otherwise a part that is
    /// doubled repeatedly would be small here, and a page without end.
    mutating func addFlatSurplus(of range: Range<Int>) {
        let records = Address(base + range.lowerBound)..<Address(base + range.upperBound)
        addFlatSurplus(Records.flatSize(of: records) - range.count)
    }

    mutating func addFlatSurplus(_ surplus: Int) {
        flatSurplus += surplus
        checkFlatSurplus()
    }

    /// Checks the flat surplus of the lazy parts that were placed.
    mutating func checkFlatSurplus() {
        if flatSurplus > sizeLimit - count, failure == nil { failure = .tooLarge }
    }

    /// Adds the records to the summary as children of the innermost open element.
    mutating func noteRecords(in range: Range<Int>) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if isElement(at: offset) {
                note(element: offset, ElementName(id: load16(offset + RecordLayout.name)))
                if hasKey(at: offset) { content.keys += 1 }
            } else {
                note(text: offset)
            }
            offset += size(at: offset)
        }
    }

    /// Whether the record is an element, inline or by reference.
    @inline(__always)
    func isElement(at offset: Int) -> Bool {
        load8(offset) == RecordKind.element.rawValue || load8(offset) == RecordLayout.partKind
    }

    /// Whether the record is an element of that name.
    @inline(__always)
    func isElement(_ name: ElementName, at offset: Int) -> Bool {
        isElement(at: offset) && load16(offset + RecordLayout.name) == name.id
    }

    /// Whether the element has a key of its own.
    @inline(__always)
    func hasKey(at offset: Int) -> Bool { key(at: offset) != nil }

    /// Returns the address of the element.
    @inline(__always)
    func element(at offset: Int) -> Address {
        let record = Address(base + offset)
        return load8(offset) == RecordLayout.partKind ? Records.element(ofPart: record) : record
    }

    /// Returns the key of the element, or nil if it has none.
    @inline(__always)
    func key(at offset: Int) -> Range<Address>? {
        guard Facts(rawValue: load16(offset + RecordLayout.facts)).contains(.key) else { return nil }
        return Records.key(element(at: offset))
    }

    /// Returns the value of that attribute of the element, or nil if it has none.
    @inline(__always)
    func value(of name: AttributeName, at offset: Int) -> Range<Address>? {
        Records.value(of: name, in: Records.attributes(element(at: offset)))
    }
}

extension [PlacedHandler] {
    /// Returns the index of the first entry at or after that offset.
    func firstIndex(notBelow offset: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
