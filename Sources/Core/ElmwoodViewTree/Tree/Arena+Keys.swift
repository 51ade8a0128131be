extension Arena {
    /// Adds a diagnostic for duplicate keys among the children of the element that ends now.
    ///
    /// Increasing keys (by length, then by bytes, as numbers are) need no table; others need one of hashes.
    mutating func checkKeys(of opened: OpenElement) {
        let children = Address(base + opened.contentStart)..<Address(base + count)
        if Records.haveIncreasingKeys(children) { return }
        for key in Records.repeatedKeys(children, count: content.keys) {
            let text = Records.string(key)
            diagnose("The key \"\(text)\" is used twice among the children of <\(opened.name.text)>.")
        }
    }

    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    }
}

extension Records {
    /// Whether each key is longer than the one before or, if it has the same length, follows it in the order of bytes.
    fileprivate static func haveIncreasingKeys(_ children: Range<Address>) -> Bool {
        var last: UInt64 = 0
        /// The last key that is not short. No short one may follow it.
        var long: Range<Address>?
        return forEachKey(of: children) { _, key in
            if let number = number(ofShortKey: key) {
                if number <= last { return false }
                last = number
            } else {
                if let long, !isBelow(long, key) { return false }
                long = key
                last = .max
            }
            return true
        }
    }

    /// Returns the keys that a child before has too, of that many keys.
    fileprivate static func repeatedKeys(_ children: Range<Address>, count: Int) -> [Range<Address>] {
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        let mask = capacity - 1
        let seed = NodeGroups.seed
        var repeated: [Range<Address>] = []
        /// The offsets of children with a key, plus 1; 0 is an empty slot.
        var table = [UInt32](repeating: 0, count: capacity)
        table.withUnsafeMutableBufferPointer { table in
            _ = forEachKey(of: children) { child, key in
                var slot = Int(truncatingIfNeeded: hash(ofKey: key, seed)) & mask
                while table[slot] > 0 {
                    let other = self.key(ofChild: children.lowerBound + Int(table[slot] - 1))
                    if let other, ElmwoodViewTree.areEqual(bytes(other), bytes(key)) {
                        repeated.append(key)
                        break
                    }
                    slot = (slot + 1) & mask
                }
                table[slot] = UInt32(truncatingIfNeeded: child - children.lowerBound + 1)
                return true
            }
        }
        return repeated
    }

    /// Calls the function for each child with a key, until it returns false. Returns whether it always returned true.
    @inline(__always)
    private static func forEachKey(
        of children: Range<Address>,
        _ body: (Address, Range<Address>) -> Bool
    ) -> Bool {
        var child = children.lowerBound
        while child < children.upperBound {
            if let key = key(ofChild: child), !body(child, key) { return false }
            child += max(size(child), RecordLayout.textHeader)
        }
        return true
    }

    /// Returns the range of the record's key, or nil if it is not an element that has one.
    @inline(__always)
    private static func key(ofChild record: Address) -> Range<Address>? {
        switch kind(record) {
        case RecordKind.element.rawValue: key(record)
        case RecordLayout.partKind: key(element(ofPart: record))
        default: nil
        }
    }

    /// Returns a number for a key of up to 7 bytes, which increases with its size and then with its bytes; nil for a longer key.
    @inline(__always)
    private static func number(ofShortKey key: Range<Address>) -> UInt64? {
        let size = UInt64(truncatingIfNeeded: key.upperBound - key.lowerBound)
        // The bytes behind each key are readable.
        let word = UInt64(bigEndian: key.lowerBound.loadUnaligned(as: UInt64.self))
        return size <= 7 ? size << 56 | (word &>> 8) &>> (56 - size * 8) : nil
    }

    private static func isBelow(_ first: Range<Address>, _ second: Range<Address>) -> Bool {
        let sizes = (first.upperBound - first.lowerBound, second.upperBound - second.lowerBound)
        return sizes.0 == sizes.1 ? bytes(first).lexicographicallyPrecedes(bytes(second)) : sizes.0 < sizes.1
    }

    @inline(__always)
    private static func hash(ofKey key: Range<Address>, _ seed: UInt64) -> UInt64 {
        guard let number = number(ofShortKey: key) else { return ElmwoodViewTree.hash(bytes(key), seed: seed) }
        return fold(number ^ seed, 0x9e37_79b9_7f4a_7c15)
    }
}
