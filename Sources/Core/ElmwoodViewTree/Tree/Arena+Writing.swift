extension Arena {
    // Each of these writes at the cursor, and is called only after `reserve` has returned true.

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    @inline(__always)
    func store(_ value: UInt16, at offset: Int) { base.storeBytes(of: value, toByteOffset: offset, as: UInt16.self) }

    @inline(__always)
    func store(_ value: UInt32, at offset: Int) { base.storeBytes(of: value, toByteOffset: offset, as: UInt32.self) }

    @inline(__always)
    func load8(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

    @inline(__always)
    func load16(_ offset: Int) -> UInt16 { base.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }

    @inline(__always)
    func load32(_ offset: Int) -> Int { Int(base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }

    /// Returns the size of the record.
    @inline(__always)
    func size(at offset: Int) -> Int { load32(offset + RecordLayout.size) }

    @inline(__always)
    mutating func put(bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Writes a text, raw or comment record. An empty text leaves no record.
    @usableFromInline
    mutating func text(_ text: String, kind: RecordKind) -> Range<Int> {
        let start = count
        let size = text.utf8.count
        guard size > 0, reserve(RecordLayout.textHeader + size) else { return start..<start }
        count += RecordLayout.textHeader
        putUTF8(text)
        endText(at: start, kind)
        return start..<count
    }

    /// Writes the header of a text record whose text is written, and adds it to its parent's summary.
    @inline(__always)
    mutating func endText(at start: Int, _ kind: RecordKind) {
        store(UInt32(kind.rawValue), at: start)
        store(UInt32(truncatingIfNeeded: count - start), at: start + RecordLayout.size)
        // Most texts begin with another character than a space.
        if kind == .text, load8(start + RecordLayout.textHeader) > 0x20 {
            content.insert(.text)
        } else {
            note(text: start)
        }
    }

    @inline(__always)
    mutating func putUTF8(_ text: String) {
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { put(bytes: UnsafeRawBufferPointer($0)) }
        if copied == nil {
            for byte in text.utf8 { put(byte) }
        }
    }

    /// Writes a whole number in decimal digits. Room for 20 of them must be reserved.
    @inline(__always)
    mutating func put(_ number: Int) {
        count += writeDecimal(number, at: base + count)
    }

    /// Adds the text, raw or comment record to the summary as a child of the innermost open element.
    mutating func note(text start: Int) {
        switch load8(start) {
        case RecordKind.raw.rawValue: content.insert(.raw)
        case RecordKind.comment.rawValue: content.insert(.comment)
        case RecordKind.text.rawValue:
            if content.kinds.contains(.text) { return }
            var offset = start + RecordLayout.textHeader
            let end = start + size(at: start)
            while offset < end, isWhiteSpace(load8(offset)) { offset += 1 }
            if offset < end { content.insert(.text) }
        default: break
        }
    }

    /// Adds the element record to the summary as a child of the innermost open element.
    @inline(__always)
    mutating func note(element start: Int, _ name: ElementName) {
        var facts = Facts(rawValue: load16(start + RecordLayout.facts))
        if name == .form { facts.subtract(.ofFormAlone) }
        content.add(
            height: load16(start + RecordLayout.height),
            facts: facts,
            traits: name.traits
        )
    }
}

/// Whether the byte is HTML's ASCII whitespace.
@inline(__always)
func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c
}
