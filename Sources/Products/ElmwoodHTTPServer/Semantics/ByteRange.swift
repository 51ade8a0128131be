/// The bytes of a file that a `Range` header requests (RFC 9110 §14).
///
/// One range is answered as 206. Several ranges are answered with the whole file, which §14.2 allows: no browser requests several,
/// and overlapping ones are a known way to make a server send a file many times over. A malformed header is also answered with the
/// whole file.
public enum ByteRange: Equatable, Sendable {
    /// The whole file: 200.
    case whole
    /// These bytes, at least one, counted from 0: 206.
    case part(Range<Int>)
    /// None of the requested bytes exist: 416.
    case unsatisfiable

    /// Reads a `Range` header for a file of this many bytes.
    public init(_ header: String, size: Int) {
        let bytes = Array(header.utf8)
        guard let equals = bytes.firstIndex(of: 0x3D), Self.isBytesUnit(bytes[..<equals]) else {
            self = .whole
            return
        }
        let ranges = bytes[(equals + 1)...].split(separator: 0x2C, maxSplits: 16).compactMap { piece in
            let trimmed = Self.trimmed(piece)
            return trimmed.isEmpty ? nil : trimmed
        }
        guard ranges.count == 1, let range = ranges.first, let dash = range.firstIndex(of: 0x2D) else {
            self = .whole
            return
        }
        self = Self.range(first: range[..<dash], last: range[(dash + 1)...], size: max(size, 0))
    }

    private static func range(first: ArraySlice<UInt8>, last: ArraySlice<UInt8>, size: Int) -> ByteRange {
        if first.isEmpty {
            guard let length = number(last) else { return .whole }
            guard length > 0 else { return .unsatisfiable }
            // No range of an empty file can be expressed, and its last bytes are all of it.
            return size == 0 ? .whole : .part(size - min(length, size)..<size)
        }
        guard let start = number(first) else { return .whole }
        if last.isEmpty { return start < size ? .part(start..<size) : .unsatisfiable }
        guard let end = number(last), start <= end else { return .whole }
        guard start < size else { return .unsatisfiable }
        return .part(start..<min(end, size - 1) + 1)
    }

    /// Reads a decimal number, limited to the largest `Int`. Returns nil if there is no digit, or anything else.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tens, tensOverflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(Int(byte - 0x30))
            number = tensOverflow || overflow ? Int.max : sum
        }
        return number
    }

    private static func isBytesUnit(_ unit: ArraySlice<UInt8>) -> Bool {
        // Range units are case-insensitive (RFC 9110 §14.1).
        unit.count == 5 && zip(unit, "bytes".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return bytes
    }
}
