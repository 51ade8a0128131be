/// The streams of a loop whose sockets the library no longer owns, by slot.
struct DetachedStreams {
    private var streams: [DetachedStream?] = []
    private var freeSlots: [Int] = []

    /// The number of streams.
    var count: Int { streams.count - freeSlots.count }

    /// Reserves the slot for the next stream.
    mutating func takeSlot() -> Int {
        if let slot = freeSlots.popLast() { return slot }
        streams.append(nil)
        return streams.count - 1
    }

    /// Puts a stream at its slot.
    mutating func add(_ stream: DetachedStream) { streams[stream.request.slot] = stream }

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
