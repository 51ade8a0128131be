import Synchronization

/// The output buffer for HTML: one growing block of raw memory.
///
/// It is raw memory, since appending short runs to an `[UInt8]` costs six times as much. All writes check the room first
/// (`reserve`). 32 bytes beyond the reserved ones may always be overwritten, so that short names and texts are copied in whole
/// words.
struct HTMLBuffer: ~Copyable {
    private(set) var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0
    /// What is beyond it is counted and not retained: the buffer discards its content, and begins anew.
    private var limit = Int.max
    private var discarded = 0

    static let slack = 32

    /// Creates a buffer, reusing the memory of a previous page if there is any.
    init(capacity: Int, limit: Int = .max) {
        self.limit = limit
        if let idle = HTMLBufferPool.take() {
            base = idle.base
            self.capacity = idle.capacity
        } else {
            self.capacity = max(capacity, 16 << 10)
            base = .allocate(byteCount: self.capacity + Self.slack, alignment: 16)
        }
        reserve(capacity)
    }

    deinit { HTMLBufferPool.give(HTMLBufferPool.Idle(base: base, capacity: capacity)) }

    /// How many bytes were written, those beyond the limit too.
    var total: Int { discarded + count }

    /// Whether all that was written is within the limit, and is retained.
    var isWhole: Bool { discarded == 0 && count <= limit }

    /// The written bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Reserves room for that many bytes more.
    @inline(__always)
    mutating func reserve(_ size: Int) {
        if size > capacity - count { grow(by: size) }
    }

    @inline(never)
    private mutating func grow(by size: Int) {
        if size > limit - count {
            (discarded, count) = (discarded + count, 0)
            if size <= capacity { return }
        }
        let larger = max(capacity * 2, count + size)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger + Self.slack, alignment: 16)
        moved.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Writes a short name from its slot of 32 bytes, all of which are readable.
    @inline(__always)
    mutating func put(slot: UnsafeRawPointer, size: Int) {
        reserve(size)
        base.storeBytes(of: slot.loadUnaligned(as: SIMD16<UInt8>.self), toByteOffset: count, as: SIMD16<UInt8>.self)
        if size > 16 {
            base.storeBytes(
                of: slot.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self),
                toByteOffset: count + 16,
                as: SIMD16<UInt8>.self
            )
        }
        count += size
    }

    /// Discards the bytes beyond that size.
    mutating func truncate(to size: Int) { count = min(count, max(size, 0)) }

    /// Overwrites one byte.
    mutating func replace(_ position: Int, by byte: UInt8) {
        if (0..<count).contains(position) { base.storeBytes(of: byte, toByteOffset: position, as: UInt8.self) }
    }

    /// Writes a whole number in decimal digits.
    @inline(__always)
    mutating func put(decimal number: Int) {
        reserve(20)
        count += writeDecimal(number, at: base + count)
    }

    mutating func put(_ text: StaticString) {
        put(bytes: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes the first bytes of a word. There must be room for all 8.
    @inline(__always)
    mutating func put(word: UInt64, size: Int) {
        base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
        count += size
    }

    mutating func put(bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func put(escaping text: String) {
        var text = text
        text.withUTF8 { bytes in
            // Nothing beyond the end of a `String` may be read: its last bytes are written one by one.
            let wholeWords = bytes.count & ~7
            if wholeWords > 0, let start = bytes.baseAddress { put(escaping: start, size: wholeWords) }
            for byte in bytes[wholeWords...] { put(escaped: byte) }
        }
    }
}

extension HTMLBuffer {
    /// Writes text with `&`, `<`, `>`, `"`, CR and NUL as references (NUL, which HTML cannot hold, as U+FFFD).
    ///
    /// The same references serve text and quoted attribute values. Eight bytes are examined together; `source` must be readable for
    /// 8 bytes beyond its end, as the tape's buffer is.
    @inline(__always)
    mutating func put(escaping source: UnsafeRawPointer, size: Int) {
        // Most texts are a word or a number: one check, and no call.
        if (0..<8).contains(size) {
            let word = source.loadUnaligned(as: UInt64.self)
            if !Self.hasSpecial(word | ~0 &<< UInt64(truncatingIfNeeded: size * 8)) {
                reserve(size)
                base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                count += size
                return
            }
        }
        if (8...16).contains(size) {
            // Two words that overlap.
            let first = source.loadUnaligned(as: UInt64.self)
            let last = source.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
            if !Self.hasSpecial(first), !Self.hasSpecial(last) {
                reserve(size)
                base.storeBytes(of: first, toByteOffset: count, as: UInt64.self)
                base.storeBytes(of: last, toByteOffset: count + size - 8, as: UInt64.self)
                count += size
                return
            }
        }
        put(escapingLong: source, size: size)
    }

    @inline(never)
    private mutating func put(escapingLong source: UnsafeRawPointer, size: Int) {
        var offset = 0
        while offset < size {
            // Writes a part at a time, so that little more room than needed is reserved for the worst case (6 bytes for one).
            let end = min(size, offset + 1024)
            reserve((end - offset) * 6 + 8)
            while offset < end {
                let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let size = min(end - offset, 8)
                if Self.hasSpecial(size == 8 ? word : word | ~0 &<< UInt64(truncatingIfNeeded: size * 8)) {
                    let stop = offset + size
                    while offset < stop {
                        put(escaped: source.load(fromByteOffset: offset, as: UInt8.self))
                        offset += 1
                    }
                } else {
                    put(word: word, size: size)
                    offset += size
                }
            }
        }
    }

    /// Whether one of the 8 bytes may need a reference. `<` and `>` differ only in bit 1, `"` and `&` only in bit 2. The slow path
    /// distinguishes the bytes below 0x0e (CR, NUL, but also LF and TAB).
    @inline(__always)
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let angle = (word | ones &* 0x02) ^ (ones &* 0x3e)
        let quote = (word | ones &* 0x04) ^ (ones &* 0x26)
        let isAngle = (angle &- ones) & ~angle
        let isQuote = (quote &- ones) & ~quote
        let isLow = (word &- ones &* 0x0e) & ~word
        return (isAngle | isQuote | isLow) & highs != 0
    }

    /// Writes a byte of text, as a reference if needed. There must be room for 6 bytes.
    mutating func put(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): put("&amp;")
        case UInt8(ascii: "<"): put("&lt;")
        case UInt8(ascii: ">"): put("&gt;")
        case UInt8(ascii: "\""): put("&quot;")
        case 0x0d: put("&#13;")
        case 0x00: put("\u{FFFD}")
        default: put(byte)
        }
    }
}

/// Idle memory for the next page: the system would allocate and clear it anew for each large page.
enum HTMLBufferPool {
    /// Unused memory. `@unchecked Sendable` since it is either in the pool or with its one user.
    struct Idle: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let capacity: Int
    }

    private static let idle = Mutex<[Idle]>([])

    static func take() -> Idle? { idle.withLock { $0.popLast() } }

    static func give(_ memory: Idle) {
        let isKept =
            memory.capacity <= 1 << 20
            && idle.withLock { idle in
                guard idle.count < 16 else { return false }
                idle.append(memory)
                return true
            }
        if !isKept { memory.base.deallocate() }
    }
}
