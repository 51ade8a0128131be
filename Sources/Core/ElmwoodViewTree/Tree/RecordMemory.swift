/// Memory that contains records, and its owner: the tape of a render, or a lazy part.
///
/// Each number is read with one check, so that a wrong offset reads zeros and never beyond the memory.
struct RecordMemory: Sendable {
    private enum Owner: Sendable {
        case tape(Tape)
        case part(LazyPart)
    }

    private let owner: Owner

    init(_ tape: Tape) { owner = .tape(tape) }

    /// The memory that a reference leads to.
    private init(_ part: LazyPart) { owner = .part(part) }

    private var base: Address {
        switch owner {
        case .tape(let tape): tape.base
        case .part(let part): Address(part.content.memory)
        }
    }

    private var count: Int {
        switch owner {
        case .tape(let tape): tape.count
        case .part(let part): part.content.size
        }
    }

    /// Returns the element that the reference leads to: its memory, and its range.
    func element(ofPart offset: Int) -> (RecordMemory, Range<Int>)? {
        guard offset >= 0, offset <= count - RecordLayout.part else { return nil }
        let part = Records.owner(ofPart: base + offset).takeUnretainedValue()
        let element = Records.element(ofPart: base + offset)
        let start = element - Address(part.content.memory)
        return (RecordMemory(part), start..<(start + Records.size(element)))
    }

    /// Returns the handler of the attribute record, or nil if it has none.
    func handler(at offset: Int) -> Handler? {
        let handlers: [PlacedHandler]
        switch owner {
        case .tape(let tape): handlers = tape.arena.pointee.handlers
        case .part(let part): handlers = part.content.extras?.handlers ?? []
        }
        let index = handlers.firstIndex(notBelow: offset)
        guard index < handlers.count, handlers[index].offset == offset else { return nil }
        return handlers[index].handler
    }

    func load8(_ offset: Int) -> UInt8 {
        offset >= 0 && offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    func load16(_ offset: Int) -> UInt16 {
        offset >= 0 && offset <= count - 2 ? base.loadUnaligned(fromByteOffset: offset, as: UInt16.self) : 0
    }

    func load32(_ offset: Int) -> Int {
        offset >= 0 && offset <= count - 4 ? Int(base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) : 0
    }

    /// Returns the bytes as a text; those beyond the end are left out.
    func string(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<count)
        return String(
            decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count),
            as: UTF8.self
        )
    }
}
