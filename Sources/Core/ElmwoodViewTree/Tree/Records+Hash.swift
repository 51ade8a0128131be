// A view's hash does not depend on which of its elements are in the memory of lazy parts. Each large element is always hashed by
// itself, and its container's hash includes that hash in its place.

extension Records {
    /// Returns the hash of adjacent records. The recursion is as deep as the view, which is bounded.
    static func hash(of records: Range<Address>, seed: UInt64 = 0) -> UInt64 {
        hash(records.lowerBound, records, seed)
    }

    /// Returns the hash of a large element: of ``leastSizeOfPart`` bytes or more.
    static func hash(of element: Address, seed: UInt64 = 0) -> UInt64 {
        let attributes = attributes(element)
        let head =
            UInt64(name(element)) | UInt64(load16(element + RecordLayout.height)) << 16
            | UInt64(facts(element).subtracting(.parts).rawValue) << 32
        let size = UInt64(truncatingIfNeeded: attributes.upperBound - attributes.lowerBound)
        return combine(head | size << 48, hash(attributes.lowerBound, content(element), seed) ^ size)
    }

    /// Returns the hash of the bytes from `start` on and the records behind them.
    private static func hash(_ start: Address, _ records: Range<Address>, _ seed: UInt64) -> UInt64 {
        var run = start
        var result: UInt64 = 0
        var record = records.lowerBound
        while record < records.upperBound {
            let next = record + max(size(record), RecordLayout.textHeader)
            if isLarge(record) {
                if run < record { result = combine(result, ElmwoodViewTree.hash(bytes(run..<record), seed: seed)) }
                result = combine(result ^ 1, hash(ofLarge: record, seed))
                run = next
            }
            record = next
        }
        guard run < records.upperBound else { return result }
        let remainder = ElmwoodViewTree.hash(bytes(run..<records.upperBound), seed: seed)
        return result == 0 ? remainder : combine(result, remainder)
    }

    /// Returns the hash of a large element, inline or by reference.
    private static func hash(ofLarge record: Address, _ seed: UInt64) -> UInt64 {
        guard kind(record) == RecordLayout.partKind else { return hash(of: record, seed: seed) }
        if seed == 0 { return record.loadUnaligned(fromByteOffset: RecordLayout.partHash, as: UInt64.self) }
        return hash(of: element(ofPart: record), seed: seed)
    }

    @inline(__always)
    private static func combine(_ left: UInt64, _ right: UInt64) -> UInt64 {
        fold(left ^ 0xa076_1d64_78bd_642f, right ^ 0xe703_7ed1_a0b4_28db)
    }
}
