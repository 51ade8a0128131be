// Patches use the same buffers as pages.

extension HTMLBuffer {
    /// Reserves the position of a bracket that may prove unnecessary. JSON has no such byte.
    static let placeholder: UInt8 = 1

    /// Returns the output without the remaining placeholders.
    func withoutPlaceholders(_ placeholders: Int) -> [UInt8] {
        if placeholders == 0 { return [UInt8](bytes) }
        // Whole words are written, so there is room beyond the end.
        return [UInt8](unsafeUninitializedCapacity: count + 8) { result, written in
            guard let target = result.baseAddress.map(UnsafeMutableRawPointer.init) else { return }
            let ones: UInt64 = 0x0101_0101_0101_0101
            var offset = 0
            while offset < count {
                let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let others = word ^ ones &* UInt64(Self.placeholder)
                // The highest bit of the first byte that is a placeholder; with none, the size is 8.
                let found = (others &- ones) & ~others & 0x8080_8080_8080_8080
                let size = found.trailingZeroBitCount / 8
                target.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
                written += min(size, count - offset)
                offset += found == 0 ? size : size + 1
            }
        }
    }

    /// Writes a text within a JSON string. `source` must be readable for 8 bytes beyond its end.
    @inline(__always)
    mutating func put(json source: UnsafeRawPointer, size: Int) {
        // Most texts are a word or a number.
        if (0..<8).contains(size) {
            let word = source.loadUnaligned(as: UInt64.self)
            if !Self.needsEscape(word | ~0 &<< UInt64(truncatingIfNeeded: size * 8)) {
                reserve(8)
                put(word: word, size: size)
                return
            }
        }
        put(jsonLong: source, size: size)
    }

    @inline(never)
    private mutating func put(jsonLong source: UnsafeRawPointer, size: Int) {
        var offset = 0
        while offset < size {
            // Writes a part at a time, so that little more room than needed is reserved for the worst case (6 bytes for one).
            let end = min(size, offset + 1024)
            reserve((end - offset) * 6 + 8)
            while offset < end {
                let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let size = min(end - offset, 8)
                if Self.needsEscape(size == 8 ? word : word | ~0 &<< UInt64(truncatingIfNeeded: size * 8)) {
                    let stop = offset + size
                    while offset < stop {
                        put(jsonByte: source.load(fromByteOffset: offset, as: UInt8.self))
                        offset += 1
                    }
                } else {
                    put(word: word, size: size)
                    offset += size
                }
            }
        }
    }

    /// Whether one of the 8 bytes is `"`, `\` or below a space. A byte that follows such a byte may be reported too.
    @inline(__always)
    private static func needsEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5c)
        let isQuote = (quote &- ones) & ~quote
        let isBackslash = (backslash &- ones) & ~backslash
        let isLow = (word &- ones &* 0x20) & ~word
        return (isQuote | isBackslash | isLow) & highs != 0
    }

    /// Writes a byte of a text within a JSON string. NUL becomes U+FFFD, as in HTML.
    mutating func put(jsonByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case 0x0a: put("\\n")
        case 0x0d: put("\\r")
        case 0x09: put("\\t")
        case 0x00: put("\u{FFFD}")
        case 0x01..<0x20:
            put("\\u00")
            put(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 15
            put(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
        default: put(byte)
        }
    }

    /// Writes bytes of any sequence as a JSON string.
    mutating func put(jsonString bytes: some Sequence<UInt8>) {
        put(UInt8(ascii: "\""))
        for byte in bytes { put(jsonByte: byte) }
        put(UInt8(ascii: "\""))
    }
}
