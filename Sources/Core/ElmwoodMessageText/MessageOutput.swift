/// The bytes of a text while it is written, and its open containers.
///
/// Codable notifies an encoder when a container begins, but not when it ends. A container ends when one around it is written to
/// again, or when its value has been encoded. So the open ones are a stack, and each operation on a container first closes those
/// above it.
final class MessageOutput {
    /// The kind of an open container, which decides how its entries are separated and how it ends.
    enum Kind: UInt8 {
        /// A keyed container without entries yet: `()`, unless its first entry is a nested keyed container.
        case keyed
        /// A keyed container whose only entry is a nested keyed container: a case.
        case enumCase
        /// A keyed container with other entries.
        case group
        /// The nested keyed container of a case: its payload.
        case arguments
        /// A dictionary with text keys.
        case dictionary
        /// An unkeyed container.
        case list
        /// The unkeyed container of a set.
        case set
        /// The unkeyed container of a dictionary with keys other than texts: alternating keys and values.
        case pairs
        /// A value that a super encoder will write.
        case value
    }

    struct Frame {
        var kind: Kind
        var start: Int
        var entries = 0
        /// The end of a case's name; the first mark of this container if its entries will be sorted.
        var place = 0
        var serial: UInt32 = 0
        /// Whether it is one level deeper than its container: a value's own container is not, nor is a case's payload.
        var deepens = true
    }

    private let limit: Int
    // One buffer for the life of the writer, as large as a text may be: every write is a bounds check and a store. An array in a
    // class would add a check for exclusive access and one for uniqueness to each byte.
    private let bytes: UnsafeMutableRawBufferPointer
    private(set) var count = 0
    private(set) var frames: [Frame] = []
    /// The positions of the entries of the open containers that will be sorted.
    private var marks: [Int] = []
    private var depth = 0
    private var serial: UInt32 = 0
    private(set) var failure: MessageTextError?

    init(limit: Int) {
        self.limit = max(limit, 0)
        bytes = .allocate(byteCount: self.limit, alignment: 8)
        frames.reserveCapacity(8)
    }

    deinit {
        bytes.deallocate()
    }

    /// The last text.
    var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

    /// Writes the text of a value, replacing the previous text.
    func encode<T: Encodable>(_ value: T) throws {
        count = 0
        depth = 0
        failure = nil
        frames.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        try writeValue(value)
        try check()
    }

    /// Appends the text of a value.
    func writeValue<T: Encodable>(_ value: T) throws {
        if depth >= MessageText.depthLimit { fail(.tooDeep) }
        try check()
        depth += 1
        let start = count
        let base = frames.count
        try value.encode(
            to: MessageEncoder(output: self, type: T.self, base: Int32(truncatingIfNeeded: base), parent: 0)
        )
        close(downTo: base)
        if count == start { append(literal: "()") }
        depth -= 1
    }

    /// Throws the error of an earlier operation that could not throw.
    func check() throws {
        if let failure { throw failure }
    }

    func fail(_ error: MessageTextError) {
        if failure == nil { failure = error }
    }
}

// MARK: - Bytes

extension MessageOutput {
    @inline(__always)
    func append(byte: UInt8) {
        guard count < limit else { return fail(.tooLong(limit: limit)) }
        bytes[count] = byte
        count += 1
    }

    func append(literal text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    func append(_ source: UnsafeRawBufferPointer) {
        guard source.count <= limit - count else { return fail(.tooLong(limit: limit)) }
        UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: source)
        count += source.count
    }

    /// Inserts bytes at an earlier position.
    private func insert(_ text: StaticString, at place: Int) {
        let length = text.utf8CodeUnitCount
        guard length <= limit - count, place <= count else { return fail(.tooLong(limit: limit)) }
        let tail = UnsafeRawBufferPointer(rebasing: bytes[place..<count])
        UnsafeMutableRawBufferPointer(rebasing: bytes[(place + length)...]).copyMemory(from: tail)
        UnsafeMutableRawBufferPointer(rebasing: bytes[place...])
            .copyMemory(from: UnsafeRawBufferPointer(start: text.utf8Start, count: length))
        count += length
    }

    /// Whether the bytes from that position on are `nil`, or a nil in any number of `some(…)`.
    func isNil(from start: Int) -> Bool {
        guard count - start >= 3, count > 0, bytes[count - 1] == UInt8(ascii: ")") || count - start == 3 else {
            return false
        }
        var low = start
        var high = count
        while high - low > 6, bytes[high - 1] == UInt8(ascii: ")"), bytes[low..<low + 5].elementsEqual("some(".utf8) {
            low += 5
            high -= 1
        }
        return bytes[low..<high].elementsEqual("nil".utf8)
    }

    /// Writes `some(nil)`, which distinguishes an optional that contains a nil from one that is nil.
    func wrapNil(from start: Int) {
        guard isNil(from: start) else { return }
        insert("some(", at: start)
        append(byte: UInt8(ascii: ")"))
    }
}

// MARK: - Containers

extension MessageOutput {
    /// Opens a container at the end, and returns its identification.
    func open(_ kind: Kind, deepens: Bool = true) -> ContainerPlace {
        if deepens {
            if depth >= MessageText.depthLimit { fail(.tooDeep) }
            depth += 1
        }
        serial &+= 1
        frames.append(Frame(kind: kind, start: count, place: marks.count, serial: serial, deepens: deepens))
        return ContainerPlace(index: frames.count - 1, serial: serial)
    }

    /// Returns the container of a value whose own container has the index `base`: the one that it has opened already, or a new one
    /// of that kind.
    ///
    /// `parent` is the serial number of the container around a super encoder's value, or 0: a super encoder can be retained and
    /// used after its container was closed.
    func container(_ kind: Kind, at base: Int, parent: UInt32) -> ContainerPlace {
        if parent != 0, !resume(ContainerPlace(index: base - 1, serial: parent), keepingNext: true) {
            return ContainerPlace(index: .max, serial: 0)
        }
        guard base < frames.count else { return open(kind, deepens: false) }
        // A class and its superclass may both use the one encoder: they share the container.
        if frames[base].kind.isKeyed != kind.isKeyed { fail(.twoValues) }
        return ContainerPlace(index: base, serial: frames[base].serial)
    }

    /// Whether a single value can be written by the encoder of such a value.
    func isEmpty(at base: Int, parent: UInt32) -> Bool {
        if parent != 0, !resume(ContainerPlace(index: base - 1, serial: parent), keepingNext: true) { return false }
        return base >= frames.count
    }

    func entries(in place: ContainerPlace) -> Int {
        isOpen(place) ? frames[place.index].entries : 0
    }

    private func isOpen(_ place: ContainerPlace) -> Bool {
        place.index < frames.count && frames[place.index].serial == place.serial
    }

    /// Makes the container the innermost one again, for its next entry.
    @inline(__always)
    func resume(_ place: ContainerPlace, keepingNext: Bool = false) -> Bool {
        guard isOpen(place) else {
            fail(.outOfOrder)
            return false
        }
        if !keepingNext, frames.count > place.index + 1 { close(downTo: place.index + 1) }
        return true
    }

    /// Writes the prefix of a keyed container's next entry: a separator and the key.
    func beginEntry(_ key: some CodingKey, in place: ContainerPlace) {
        guard resume(place) else { return }
        let frame = frames[place.index]
        frames[place.index].entries += 1
        switch frame.kind {
        case .dictionary:
            append(byte: frame.entries == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            marks.append(count)
            appendQuoted(key.stringValue, quote: UInt8(ascii: "\""))
            return append(byte: UInt8(ascii: ":"))
        case .enumCase:
            // It seemed to be a case, but is a group: the nested container becomes its first argument.
            let isEmpty = frame.place == count
            insert(":", at: frame.place)
            if isEmpty { append(literal: "()") }
            insert("(", at: frame.start)
            frames[place.index].kind = .group
            append(byte: UInt8(ascii: ","))
        case .keyed:
            frames[place.index].kind = .group
            append(byte: UInt8(ascii: "("))
        default:
            append(byte: frame.entries == 0 ? UInt8(ascii: "(") : UInt8(ascii: ","))
        }
        appendLabel(key.stringValue, index: frame.entries)
    }

    /// Opens the nested keyed container of a key.
    func openNested(_ key: some CodingKey, in place: ContainerPlace, isDictionary: Bool) -> ContainerPlace {
        guard resume(place) else { return ContainerPlace(index: .max, serial: 0) }
        guard frames[place.index].kind == .keyed, !isDictionary else {
            beginEntry(key, in: place)
            return open(isDictionary ? .dictionary : .keyed)
        }
        appendName(key.stringValue)
        frames[place.index].kind = .enumCase
        frames[place.index].entries = 1
        frames[place.index].place = count
        return open(.arguments, deepens: false)
    }

    /// Writes the prefix of an unkeyed container's next element.
    func beginElement(in place: ContainerPlace) {
        guard resume(place) else { return }
        let frame = frames[place.index]
        frames[place.index].entries += 1
        let isValue = frame.kind == .pairs && frame.entries % 2 == 1
        append(byte: frame.entries == 0 ? UInt8(ascii: "[") : isValue ? UInt8(ascii: ":") : UInt8(ascii: ","))
        if frame.kind != .list, !isValue { marks.append(count) }
    }

    /// Ends the containers from the innermost to the one at that index.
    func close(downTo base: Int) {
        while frames.count > base, let frame = frames.popLast() {
            if frame.deepens { depth -= 1 }
            switch frame.kind {
            case .keyed: append(literal: "()")
            case .enumCase: break
            case .group: append(byte: UInt8(ascii: ")"))
            case .arguments: if frame.entries > 0 { append(byte: UInt8(ascii: ")")) }
            case .list: append(literal: frame.entries > 0 ? "]" : "[]")
            case .set:
                sortEntries(from: frame.place)
                append(literal: frame.entries > 0 ? "]" : "[]")
            case .dictionary, .pairs:
                sortEntries(from: frame.place)
                append(literal: frame.entries > 0 ? "]" : "[:]")
            case .value: if count == frame.start { append(literal: "()") }
            }
        }
    }

    /// Sorts the entries that end here by their bytes: a set's own order differs in every process.
    private func sortEntries(from firstMark: Int) {
        let starts = marks[firstMark...]
        defer { marks.removeSubrange(firstMark...) }
        guard failure == nil, starts.count > 1, let first = starts.first else { return }
        // An entry ends before the comma of the next one; the last one ends here.
        let ends = starts.dropFirst().map { $0 - 1 } + [count]
        let entries = zip(starts, ends).map { Array(bytes[$0..<$1]) }
        count = first
        for (index, entry) in entries.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
            if index > 0 { append(byte: UInt8(ascii: ",")) }
            entry.withUnsafeBytes { append($0) }
        }
    }
}

/// Identifies an open container: its index in the stack, and its serial number.
struct ContainerPlace {
    var index: Int
    var serial: UInt32
}
