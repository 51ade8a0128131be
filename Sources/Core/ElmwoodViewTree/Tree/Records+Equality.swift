// Compares two records, whichever of their elements are in the memory of lazy parts. In most cases their addresses or their bytes
// decide.

/// Whether two nodes are the same.
@inline(__always)
func areEqual(_ left: Node, _ right: Node) -> Bool {
    haveSameBytes(left, right) || mayBeEqual(left, right) && Records.areEqual(left.start, right.start)
}

/// Whether two nodes have the same bytes, and are thus the same.
@inline(__always)
func haveSameBytes(_ left: Node, _ right: Node) -> Bool {
    left.start == right.start && left.end == right.end
        || areEqual(Records.bytes(left.range), Records.bytes(right.range))
}

/// Whether two nodes may be the same though their bytes differ.
@inline(__always)
func mayBeEqual(_ left: Node, _ right: Node) -> Bool {
    Records.isElement(left) && Records.isElement(right)
        && Records.facts(left.start).union(Records.facts(right.start)).contains(.parts)
}

extension Records {
    /// Whether two elements are the same. The recursion is as deep as the view, which is bounded.
    @inline(never)
    fileprivate static func areEqual(_ left: Address, _ right: Address) -> Bool {
        name(left) == name(right) && load16(left + RecordLayout.height) == load16(right + RecordLayout.height)
            && facts(left).subtracting(.parts) == facts(right).subtracting(.parts)
            && ElmwoodViewTree.areEqual(bytes(attributes(left)), bytes(attributes(right)))
            && areEqual(content(left), content(right))
    }

    /// Whether the records are the same.
    static func areEqual(_ left: Range<Address>, _ right: Range<Address>) -> Bool {
        if ElmwoodViewTree.areEqual(bytes(left), bytes(right)) { return true }
        var first = left.lowerBound
        var second = right.lowerBound
        while first < left.upperBound, second < right.upperBound {
            guard areEqualRecords(first, second) else { return false }
            first += max(size(first), RecordLayout.textHeader)
            second += max(size(second), RecordLayout.textHeader)
        }
        return first >= left.upperBound && second >= right.upperBound
    }

    @inline(__always)
    private static func areEqualRecords(_ left: Address, _ right: Address) -> Bool {
        if kind(left) == RecordLayout.partKind, kind(right) == RecordLayout.partKind {
            if element(ofPart: left) == element(ofPart: right) { return true }
            // Different hashes mean different elements; equal hashes decide nothing.
            if hash(ofPart: left) != hash(ofPart: right) { return false }
        }
        return ElmwoodViewTree.areEqual(node(left, size: size(left)), node(right, size: size(right)))
    }

    @inline(__always)
    private static func hash(ofPart reference: Address) -> UInt64 {
        reference.loadUnaligned(fromByteOffset: RecordLayout.partHash, as: UInt64.self)
    }
}
