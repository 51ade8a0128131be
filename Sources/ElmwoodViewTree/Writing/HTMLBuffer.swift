import Synchronization

/// Where HTML is written to: one growing block of raw memory.
///
/// Raw memory, since appending short runs to an `[UInt8]` costs six times as much. Everything checks its room first
/// (`reserve`); 32 bytes beyond what is reserved may always be overwritten, so that short names and texts are copied in
/// whole words.
struct HTMLBuffer: ~Copyable {
    private(set) var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    static let slack = 32

    /// Takes the memory of a page that was written before, if there is one.
    init(capacity: Int) {
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

    /// What was written.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Makes room for that many bytes more.
    @inline(__always)
    mutating func reserve(_ size: Int) {
        if size > capacity - count { grow(by: size) }
    }

    @inline(never)
    private mutating func grow(by size: Int) {
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

    /// Writes a short name out of its slot of 32 bytes, all of which can be read.
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

    /// Forgets what was written beyond that many bytes.
    mutating func truncate(to size: Int) { count = min(count, max(size, 0)) }

    /// Writes another byte where one is.
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

    /// Writes the first bytes of a word. Room for all 8 is there.
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
            for byte in bytes { put(escaped: byte) }
        }
    }
}

extension HTMLBuffer {
    /// Writes text with `&`, `<`, `>`, `"`, CR and NUL as references (NUL, which HTML cannot hold, as U+FFFD).
    ///
    /// The same references serve text and quoted attribute values. Eight bytes are looked at together; `source` must
    /// be readable for 8 bytes beyond its end, which the tape's buffer is.
    @inline(__always)
    mutating func put(escaping source: UnsafeRawPointer, size: Int) {
        // Most texts are a word or a number: one look, and no call.
        if (0...8).contains(size) {
            let word = source.loadUnaligned(as: UInt64.self)
            if !Self.hasSpecial(word | ~0 << UInt64(truncatingIfNeeded: size * 8)) {
                reserve(size)
                base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
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
            // A part at a time, so that room for the worst case (6 bytes for one) is never much too much.
            let end = min(size, offset + 1024)
            reserve((end - offset) * 6 + 8)
            while offset < end {
                let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let left = end - offset
                if Self.hasSpecial(left >= 8 ? word : word | ~0 << UInt64(truncatingIfNeeded: left * 8)) {
                    let stop = min(end, offset + 8)
                    while offset < stop {
                        put(escaped: source.load(fromByteOffset: offset, as: UInt8.self))
                        offset += 1
                    }
                } else {
                    base.storeBytes(of: word, toByteOffset: count, as: UInt64.self)
                    let size = min(left, 8)
                    count += size
                    offset += size
                }
            }
        }
    }

    /// Whether one of the 8 bytes may need a reference. `<` and `>` differ in bit 1 alone, `"` and `&` in bit 2, and
    /// whatever is below 0x0e (CR, NUL, but also LF and TAB) is left to the slow way to tell apart.
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

    /// Writes a byte of text, as a reference where it needs one. Room for 6 bytes is there.
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

/// Memory that waits for the next page: what the system gives anew for each large page, it also clears anew.
enum HTMLBufferPool {
    /// Memory that nobody uses. `@unchecked Sendable` since it is in the pool or with its one user, never both.
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
