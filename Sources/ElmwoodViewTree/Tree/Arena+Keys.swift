extension Arena {
    /// Adds a diagnostic for duplicate keys among the children of the element that ends now.
    ///
    /// Increasing keys (by length, then by bytes, as numbers are) need no table; others need one of hashes.
    mutating func checkKeys(of opened: OpenElement) {
        if hasRisingKeys(opened) { return }
        var offset = opened.contentStart
        var capacity = 16
        while capacity < content.keys * 2 { capacity *= 2 }
        var table = [Range<Address>?](repeating: nil, count: capacity)
        while offset < count {
            if let key = childKey(at: offset) {
                var slot = Int(truncatingIfNeeded: hash(key)) & (capacity - 1)
                while let other = table[slot] {
                    if areEqual(other, key) {
                        let text = Records.string(key)
                        diagnose("The key \"\(text)\" is used twice among the children of <\(opened.name.text)>.")
                        break
                    }
                    slot = (slot + 1) & (capacity - 1)
                }
                table[slot] = key
            }
            offset += size(at: offset)
        }
    }

    private mutating func hasRisingKeys(_ opened: OpenElement) -> Bool {
        var previous: Range<Address>?
        /// The size of a key of up to 8 bytes, and its bytes as a number; the size is -1 without a key.
        var last: (size: Int, word: UInt64) = (-1, 0)
        var offset = opened.contentStart
        while offset < count {
            if let key = childKey(at: offset) {
                let size = key.upperBound - key.lowerBound
                if size > 0, size <= 8 {
                    let word = word(key)
                    guard size > last.size || size == last.size && word > last.word else { return false }
                    last = (size, word)
                } else {
                    // A shorter key after a longer one is not increasing.
                    if let previous, !isBelow(previous, key) { return false }
                    last = (size, 0)
                }
                previous = key
            }
            offset += size(at: offset)
        }
        return true
    }

    // These are inlined, since a non-mutating method receives a copy of the arena.

    @inline(__always)
    private func childKey(at offset: Int) -> Range<Address>? {
        isElement(at: offset) ? key(at: offset) : nil
    }

    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    @inline(__always)
    private func isBelow(_ first: Range<Address>, _ second: Range<Address>) -> Bool {
        if first.count != second.count { return first.count < second.count }
        // Keys are short, and the bytes behind each are readable.
        if first.count <= 8, !first.isEmpty { return word(first) < word(second) }
        return Records.bytes(first).lexicographicallyPrecedes(Records.bytes(second))
    }

    /// Returns up to 8 bytes as a number, big-endian.
    @inline(__always)
    private func word(_ range: Range<Address>) -> UInt64 {
        let word = range.lowerBound.loadUnaligned(as: UInt64.self)
        return UInt64(bigEndian: word) >> UInt64(truncatingIfNeeded: 64 - range.count * 8)
    }

    private func areEqual(_ first: Range<Address>, _ second: Range<Address>) -> Bool {
        ElmwoodViewTree.areEqual(Records.bytes(first), Records.bytes(second))
    }

    /// Returns the 64-bit FNV-1a hash. Keys chosen to collide make only their own page slow, within the size of a page.
    private func hash(_ range: Range<Address>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in Records.bytes(range) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash ^ hash >> 32
    }
}
