/// A finished `lazy` part: records in memory of their own, which never change, shared by all views that it stands in.
///
/// The memory begins with the records that are placed in a view. An element of some size is not among them, but behind
/// them, and what is placed is a reference to it (``RecordLayout/partKind``). Small elements and texts are placed as they are.
///
/// `@unchecked Sendable` since nobody writes to the memory once the part is made, and since its value is `Sendable`.
@usableFromInline
package class LazyPart: @unchecked Sendable {
    let content: LazyContent

    @usableFromInline
    init(_ content: LazyContent) {
        self.content = content
        // References tell who owns the memory that they lead to: only now is there somebody.
        var reference = content.memory
        let end = content.memory + content.placedSize
        while reference < end {
            let size = Records.size(reference)
            if Records.kind(reference) == RecordLayout.partKind, content.holds(Records.element(ofPart: reference)) {
                let owner = Unmanaged.passUnretained(self).toOpaque()
                reference.storeBytes(of: owner, toByteOffset: RecordLayout.partOwner, as: UnsafeMutableRawPointer.self)
            }
            reference += size
        }
    }

    deinit { content.memory.deallocate() }
}

/// A lazy part with the value that it was built from.
@usableFromInline
package final class LazyPartOf<Value>: LazyPart, @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value, _ content: LazyContent) {
        self.value = value
        super.init(content)
    }
}

/// What a lazy part is made of.
@usableFromInline
struct LazyContent {
    /// What is known of the records that are placed in a view.
    let summary: ContentSummary
    let memory: UnsafeMutableRawPointer
    // Sizes of 32 bits: there may be a thousand parts in a view, and as many views as there are visitors.
    private let recordsSize: UInt32
    private let placedRecordsSize: UInt32
    private let surplus: UInt32
    /// The messages that are offered in it.
    let offers: OfferFilter
    /// What most parts do not have.
    let extras: LazyExtras?

    init(
        summary: ContentSummary,
        memory: UnsafeMutableRawPointer,
        size: Int,
        placedSize: Int,
        flatSurplus: Int,
        offers: OfferFilter,
        extras: LazyExtras?
    ) {
        self.summary = summary
        self.memory = memory
        recordsSize = UInt32(truncatingIfNeeded: size)
        placedRecordsSize = UInt32(truncatingIfNeeded: placedSize)
        surplus = UInt32(truncatingIfNeeded: flatSurplus)
        self.offers = offers
        self.extras = extras
    }

    /// How many bytes the records have, and how many of them, from the first on, are placed in a view.
    var size: Int { Int(recordsSize) }
    var placedSize: Int { Int(placedRecordsSize) }
    /// How many bytes more than ``placedSize`` the part would take, had it been built in place.
    var flatSurplus: Int { Int(surplus) }

    func holds(_ address: Address) -> Bool { address >= Address(memory) && address < Address(memory) + size }
}

/// What only some lazy parts have. `@unchecked Sendable` since nobody writes to it once the part is made.
final class LazyExtras: @unchecked Sendable {
    /// The handlers of events, by the offsets of their attributes in the part's memory, in increasing order.
    let handlers: [PlacedHandler]
    /// The parts that its records refer to.
    let parts: [LazyPart]
    /// The parts that were asked for within it, for the render in which it is built anew.
    let lists: [LazyStorage]
    let asksWhetherLive: Bool

    init(handlers: [PlacedHandler], parts: [LazyPart], lists: [LazyStorage], asksWhetherLive: Bool) {
        self.handlers = handlers
        self.parts = parts
        self.lists = lists
        self.asksWhetherLive = asksWhetherLive
    }
}

extension Records {
    /// An element of that size as a flat record, or a larger one, is referred to; smaller ones are copied.
    ///
    /// It also says how a view is hashed (``hash(of:seed:)``), so another number makes other revisions.
    static let leastSizeOfPart = 128

    /// Whether the record there is an element that a lazy part would refer to.
    @inline(__always)
    static func isLarge(_ record: Address) -> Bool {
        switch kind(record) {
        case RecordKind.element.rawValue: size(record) >= leastSizeOfPart || facts(record).contains(.parts)
        case RecordLayout.partKind: true
        default: false
        }
    }

    /// Who owns the memory that a reference leads to.
    static func owner(ofPart reference: Address) -> Unmanaged<LazyPart> {
        .fromOpaque(reference.loadUnaligned(fromByteOffset: RecordLayout.partOwner, as: Address.self))
    }

    /// The size that the records there would have, had all of them been built in place.
    static func flatSize(of records: Range<Address>) -> Int {
        var size = records.upperBound - records.lowerBound
        forEachPart(in: records) { size += load32($0 + RecordLayout.partFlatSize) - RecordLayout.part }
        return size
    }

    /// Calls the function for each reference in the records there, but not for those within what is referred to. The
    /// recursion is as deep as the view, which is bounded.
    static func forEachPart(in records: Range<Address>, _ body: (Address) -> Void) {
        var record = records.lowerBound
        while record < records.upperBound {
            switch kind(record) {
            case RecordLayout.partKind: body(record)
            case RecordKind.element.rawValue:
                if facts(record).contains(.parts) { forEachPart(in: content(record), body) }
            default: break
            }
            record += max(size(record), RecordLayout.textHeader)
        }
    }

    /// Copies the records as they would be, had all of them been built in place; there is room for ``flatSize(of:)``.
    ///
    /// - Parameter didCopy: is told what was copied as it is, from whose memory (nil: from that of the records), and
    ///   where to.
    static func copyFlat(
        _ records: Range<Address>,
        of owner: LazyPart? = nil,
        to target: inout UnsafeMutableRawPointer,
        _ didCopy: (Range<Address>, LazyPart?, UnsafeMutableRawPointer) -> Void = { _, _, _ in }
    ) {
        func copy(_ bytes: Range<Address>) {
            let size = bytes.upperBound - bytes.lowerBound
            target.copyMemory(from: bytes.lowerBound, byteCount: size)
            didCopy(bytes, owner, target)
            target += size
        }
        var record = records.lowerBound
        while record < records.upperBound {
            let next = record + max(size(record), RecordLayout.textHeader)
            if kind(record) == RecordLayout.partKind {
                let element = element(ofPart: record)
                let owner = self.owner(ofPart: record).takeUnretainedValue()
                copyFlat(element..<(element + size(element)), of: owner, to: &target, didCopy)
            } else if kind(record) == RecordKind.element.rawValue, facts(record).contains(.parts) {
                let start = target
                let content = content(record)
                copy(record..<content.lowerBound)
                copyFlat(content, of: owner, to: &target, didCopy)
                let flatFacts = facts(record).subtracting(.parts).rawValue
                start.storeBytes(
                    of: UInt32(truncatingIfNeeded: target - start),
                    toByteOffset: RecordLayout.size,
                    as: UInt32.self
                )
                start.storeBytes(of: flatFacts, toByteOffset: RecordLayout.facts, as: UInt16.self)
            } else {
                copy(record..<next)
            }
            record = next
        }
    }
}
