/// The texts of recent messages, found by the messages' bytes.
///
/// Encoding `remove(id:5)` costs ten times as much as finding it here: each of Codable's containers is a heap allocation and
/// several lookups of generic types. A page with a thousand buttons has nearly the same thousand texts at every render.
///
/// Only messages that consist of plain values (numbers, UUIDs, enums and structs of these) are cached: two of one type with equal
/// bytes are equal, and have the same text. The bytes of a message with references do not determine its text: an object may change
/// though its address does not (`Sendable` allows that, behind a `Mutex`), and another object may be allocated at its address. A
/// type with a `String` refers to the string's storage, so its messages are written anew each time. The bytes of equal messages may
/// differ in their padding: then the text is written once more.
///
/// It is a table of fixed size, with four slots in a bucket, and two buckets for each text, so nearly all texts within its capacity
/// are found. If both buckets are full, a new text replaces an old one.
final class MessageTextCache {
    /// A message's type and bytes.
    struct Key {
        fileprivate var type: ObjectIdentifier
        fileprivate var words: Words = (0, 0, 0, 0)

        /// Creates the key of a value. Returns nil if the value is not plain, or has more than 32 bytes.
        @inline(__always)
        init?<T>(_ value: T) {
            guard _isPOD(T.self), MemoryLayout<T>.size <= 32 else { return nil }
            type = ObjectIdentifier(T.self)
            withUnsafeMutableBytes(of: &words) { $0.storeBytes(of: value, as: T.self) }
        }

        /// Mixes all bits into the low ones, as splitmix64 does.
        fileprivate var hash: UInt64 {
            let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
            var mixed = UInt64(UInt(bitPattern: type)) ^ words.0
            mixed = (mixed &* factor) ^ (mixed >> 29) ^ words.1
            mixed = (mixed &* factor) ^ (mixed >> 29) ^ words.2
            mixed = (mixed &* factor) ^ (mixed >> 29) ^ words.3
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            return mixed ^ (mixed >> 31)
        }
    }

    fileprivate typealias Words = (UInt64, UInt64, UInt64, UInt64)

    private struct Slot {
        var type: ObjectIdentifier?
        var words: Words = (0, 0, 0, 0)
        var length = 0
    }

    /// The longest text that is cached.
    private static let room = 40

    // Plain buffers, so that a hit is a comparison and a pointer; an array of arrays would add a retain, a release and bounds
    // checks. Both live exactly as long as this object.
    private let slots: UnsafeMutableBufferPointer<Slot>
    private let texts: UnsafeMutableRawBufferPointer
    private let mask: UInt64
    private var turn = 0

    /// Creates a cache with room for that many texts, rounded up to a power of two, at most a million.
    init(capacity: Int) {
        var size = 64
        while size < min(capacity, 1 << 20) { size *= 2 }
        mask = UInt64(size - 1) & ~3
        slots = .allocate(capacity: size)
        slots.initialize(repeating: Slot())
        texts = .allocate(byteCount: size * Self.room, alignment: 8)
    }

    deinit {
        slots.deinitialize()
        slots.deallocate()
        texts.deallocate()
    }

    /// Returns the cached text of a message, or nil. Its bytes are valid until the next text is added.
    func text(for key: Key) -> UnsafeRawBufferPointer? {
        let hash = key.hash
        guard let index = find(key, in: Int(hash & mask)) ?? find(key, in: Int(hash >> 32 & mask)) else { return nil }
        let start = index * Self.room
        return UnsafeRawBufferPointer(rebasing: texts[start..<start + slots[index].length])
    }

    @inline(__always)
    private func find(_ key: Key, in bucket: Int) -> Int? {
        for index in bucket..<bucket + 4 where slots[index].words == key.words && slots[index].type == key.type {
            return index
        }
        return nil
    }

    /// Returns how many slots of the bucket are used, from the first on.
    private func used(_ bucket: Int) -> Int {
        (bucket..<bucket + 4).firstIndex { slots[$0].type == nil }.map { $0 - bucket } ?? 4
    }

    /// Adds the text of a value, unless it is too long.
    func keep(_ text: UnsafeRawBufferPointer, for key: Key) {
        guard text.count <= Self.room else { return }
        let hash = key.hash
        let first = Int(hash & mask)
        let second = Int(hash >> 32 & mask)
        let (inFirst, inSecond) = (used(first), used(second))
        turn = (turn + 1) & 7
        // The bucket with more free slots, so that few are ever full.
        let isFirst = inFirst == inSecond ? turn & 4 == 0 : inFirst < inSecond
        let isFull = inFirst == 4 && inSecond == 4
        let index = (isFirst ? first : second) + (isFull ? turn & 3 : min(inFirst, inSecond))
        slots[index] = Slot(type: key.type, words: key.words, length: text.count)
        UnsafeMutableRawBufferPointer(rebasing: texts[(index * Self.room)...]).copyMemory(from: text)
    }
}
