/// A filter of the messages that may be offered in some records: 64 bits, of which each message sets two. A message whose bits are
/// not all set is not offered there.
struct OfferFilter {
    private(set) var bits: UInt64 = 0

    init() {}

    /// Creates the filter of one message, from its first and last 8 bytes. Messages with the same bits are distinguished by the
    /// search itself.
    @inline(__always)
    init(_ text: UnsafeRawBufferPointer) {
        guard let base = text.baseAddress else { return }
        var word = UInt64(truncatingIfNeeded: text.count)
        if text.count >= 8 {
            let last = base.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
            word ^= base.loadUnaligned(as: UInt64.self) ^ (last << 31 | last >> 33)
        } else {
            for byte in text { word = word << 8 ^ UInt64(byte) }
        }
        let hash = fold(word, 0x9e37_79b9_7f4a_7c15)
        bits = 1 << (hash & 63) | 1 << (hash >> 6 & 63)
    }

    func mayContain(_ message: OfferFilter) -> Bool { bits & message.bits == message.bits }

    mutating func formUnion(_ other: OfferFilter) { bits |= other.bits }

    /// Adds the messages in the records, and collects the parts that they refer to, whose messages are added too. The recursion is
    /// as deep as the view, which is bounded.
    mutating func insert(offersIn records: Range<Address>, _ parts: inout [LazyPart]) {
        var record = records.lowerBound
        while record < records.upperBound {
            let size = max(Records.size(record), RecordLayout.textHeader)
            switch Records.kind(record) {
            case RecordLayout.partKind:
                let owner = Records.owner(ofPart: record).takeUnretainedValue()
                formUnion(owner.content.offers)
                parts.append(owner)
            case RecordKind.element.rawValue:
                guard !Records.facts(record).isDisjoint(with: [.events, .parts]) else { break }
                insert(offersIn: Records.attributes(record))
                insert(offersIn: Records.content(record), &parts)
            default: break
            }
            record += size
        }
    }

    private mutating func insert(offersIn attributes: Range<Address>) {
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let value = attribute + RecordLayout.attributeHeader
            let end = value + Records.load32(attribute + RecordLayout.attributeSize)
            if Records.kind(attribute + RecordLayout.attributeKind) == AttributeValue.Kind.message.rawValue {
                formUnion(OfferFilter(Records.bytes((value + Records.nameSize(attribute))..<end)))
            }
            attribute = end
        }
    }
}
