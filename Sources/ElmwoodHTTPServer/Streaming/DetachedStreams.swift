/// The streams of a loop whose sockets are no longer the library's, each at its slot.
struct DetachedStreams {
    private var streams: [DetachedStream?] = []
    private var freeSlots: [Int] = []

    /// How many there are.
    var count: Int { streams.count - freeSlots.count }

    /// The slot for the next stream.
    mutating func takeSlot() -> Int {
        if let slot = freeSlots.popLast() { return slot }
        streams.append(nil)
        return streams.count - 1
    }

    /// Puts a stream at its slot.
    mutating func add(_ stream: DetachedStream) { streams[stream.place.slot] = stream }

    /// Frees a slot.
    mutating func remove(slot: Int) {
        streams[slot] = nil
        freeSlots.append(slot)
    }

    /// The stream at a slot.
    subscript(slot: Int) -> DetachedStream? { streams.indices.contains(slot) ? streams[slot] : nil }

    /// All streams.
    var all: [DetachedStream] { streams.compactMap { $0 } }
}
