/// A finished `lazy` part: immutable records in memory of their own, shared by all views that contain it.
///
/// The memory begins with the records that are placed in a view. Large elements are stored behind them, and a reference to each is
/// placed (``RecordLayout/partKind``). Small elements and texts are placed inline.
///
/// `@unchecked Sendable` since the memory is not written to once the part is made, and since its value is `Sendable`.
@usableFromInline
package class LazyPart: @unchecked Sendable {
    let content: LazyContent
    /// Whether it has used values from outside.
    @usableFromInline let hasInputs: Bool

    @usableFromInline
    init(_ content: LazyContent) {
        self.content = content
        hasInputs = content.extras.map { !$0.inputs.isEmpty } ?? false
        // References name the owner of the memory that they lead to, which exists only now.
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

    /// Whether the render on this thread would use the same values from outside.
    @usableFromInline var isCurrent: Bool {
        guard let inputs = content.extras?.inputs, let arena = Arena.current else { return true }
        return arena.pointee.inputs.isCurrent(inputs)
    }
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

/// The content of a lazy part.
@usableFromInline
struct LazyContent {
    /// The summary of the records that are placed in a view.
    let summary: ContentSummary
    let memory: UnsafeMutableRawPointer
    // Sizes have 32 bits: there may be a thousand parts in a view, and as many views as visitors.
    private let recordsSize: UInt32
    private let placedRecordsSize: UInt32
    private let surplus: UInt32
    /// Whether all of the part is one reference, and nothing is to be added to the view with it.
    let isReference: Bool
    /// The messages that are offered in it.
    let offers: OfferFilter
    /// The extras, which most parts do not have.
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
        isReference = placedSize == RecordLayout.part && extras == nil
    }

    /// The size of the records in bytes, and of those, from the first on, that are placed in a view.
    var size: Int { Int(recordsSize) }
    var placedSize: Int { Int(placedRecordsSize) }
    /// How many bytes more than ``placedSize`` the part would take inline.
    var flatSurplus: Int { Int(surplus) }

    func holds(_ address: Address) -> Bool { address >= Address(memory) && address < Address(memory) + size }
}

/// The extras that only some lazy parts have. `@unchecked Sendable` since it is not written to once the part is made.
final class LazyExtras: @unchecked Sendable {
    /// The handlers of events, by the offsets of their attributes in the part's memory, in increasing order.
    let handlers: [PlacedHandler]
    /// The parts that its records refer to.
    let parts: [LazyPart]
    /// The parts that were requested within it, for the render that builds it anew.
    let lists: [LazyStorage]
    let asksWhetherLive: Bool
    /// What it has used from outside.
    let inputs: [any ViewInput]

    init(
        handlers: [PlacedHandler],
        parts: [LazyPart],
        lists: [LazyStorage],
        asksWhetherLive: Bool,
        inputs: [any ViewInput]
    ) {
        self.handlers = handlers
        self.parts = parts
        self.lists = lists
        self.asksWhetherLive = asksWhetherLive
        self.inputs = inputs
    }
}

extension Records {
    /// The least size of an element, as a flat record, that is placed by reference; smaller ones are copied.
    ///
    /// It also decides how a view is hashed (``hash(of:seed:)``), so changing it changes all revisions.
    static let leastSizeOfPart = 128

    /// Whether the record is an element that a lazy part would place by reference.
    @inline(__always)
    static func isLarge(_ record: Address) -> Bool {
        switch kind(record) {
        case RecordKind.element.rawValue: size(record) >= leastSizeOfPart || facts(record).contains(.parts)
        case RecordLayout.partKind: true
        default: false
        }
    }

    /// Returns the owner of the memory that a reference leads to.
    static func owner(ofPart reference: Address) -> Unmanaged<LazyPart> {
        .fromOpaque(reference.loadUnaligned(fromByteOffset: RecordLayout.partOwner, as: Address.self))
    }

    /// Returns the size of the records with all parts inline.
    static func flatSize(of records: Range<Address>) -> Int {
        var size = records.upperBound - records.lowerBound
        forEachPart(in: records) { size += load32($0 + RecordLayout.partFlatSize) - RecordLayout.part }
        return size
    }

    /// Calls the function for each reference in the records, but not for those within referenced elements. The recursion is as deep
    /// as the view, which is bounded.
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

    /// Copies the records with all parts inline. There must be room for ``flatSize(of:)``.
    ///
    /// - Parameter didCopy: receives each range that was copied unchanged, the owner of its memory (nil: that of the records), and
    ///   its target.
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
