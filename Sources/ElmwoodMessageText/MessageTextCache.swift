/// The texts of messages that were written lately, found by the messages' bytes.
///
/// To encode `remove(id:5)` costs ten times what finding it here does: each of Codable's containers is a box on the heap
/// and several lookups of generic types. A page with a thousand buttons has nearly the same thousand texts at every
/// render.
///
/// Only messages of plain values alone (numbers, UUIDs, enums and structs of these) are kept: two of one type with equal
/// bytes are equal, and have one text. What refers to something has none that its bytes determine: an object may change
/// though its address does not (`Sendable` lets it, behind a `Mutex`), and another object may come to lie where it was. A
/// type with a `String` in it refers to the string's storage, so its messages are written anew each time. The bytes of equal
/// messages may differ in their padding: then the text is written once more.
///
/// It is a table of fixed size, four slots to a bucket, and two buckets for each text: so nearly all that there is room for
/// is found. Where both are full, a new text takes the place of an old one.
final class MessageTextCache {
    /// A message's type and bytes.
    struct Key {
        fileprivate var type: ObjectIdentifier
        fileprivate var words: Words = (0, 0, 0, 0)

        /// The key of a value; nil where it is not a plain one, or has more than 32 bytes.
        @inline(__always)
        init?<T>(_ value: T) {
            guard _isPOD(T.self), MemoryLayout<T>.size <= 32 else { return nil }
            type = ObjectIdentifier(T.self)
            withUnsafeBytes(of: value) { bytes in
                withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
            }
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

    /// The longest text that is kept.
    private static let room = 40

    // Plain buffers, so that a hit is a comparison and a pointer; an array of arrays would be a retain, a release and
    // bounds checks more. Both live exactly as long as this object.
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

    /// The text kept for a message, or nil. Its bytes are valid until the next text is kept.
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

    /// How many slots of the bucket have been used: the first ones.
    private func used(_ bucket: Int) -> Int {
        (bucket..<bucket + 4).firstIndex { slots[$0].type == nil }.map { $0 - bucket } ?? 4
    }

    /// Keeps the text of a value, unless it is too long for that.
    func keep(_ text: UnsafeRawBufferPointer, for key: Key) {
        guard text.count <= Self.room else { return }
        let hash = key.hash
        let first = Int(hash & mask)
        let second = Int(hash >> 32 & mask)
        let (inFirst, inSecond) = (used(first), used(second))
        turn = (turn + 1) & 7
        // The emptier one of the two, so that few are ever full.
        let isFirst = inFirst == inSecond ? turn & 4 == 0 : inFirst < inSecond
        let isFull = inFirst == 4 && inSecond == 4
        let index = (isFirst ? first : second) + (isFull ? turn & 3 : min(inFirst, inSecond))
        slots[index] = Slot(type: key.type, words: key.words, length: text.count)
        UnsafeMutableRawBufferPointer(rebasing: texts[(index * Self.room)...]).copyMemory(from: text)
    }
}
