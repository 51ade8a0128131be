/// Returns a 64-bit hash of the bytes that is the same in every process: for revisions, and for the tables of a diff.
///
/// It multiplies 16 bytes at a time to 128 bits and folds them, in three parallel lanes (the method of wyhash), since one lane
/// would wait for its multiplication. It resists accidental collisions, not chosen ones. With a secret seed nobody can choose bytes
/// that collide.
func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let count = bytes.count
    let secrets = (0xa076_1d64_78bd_642f ^ seed, 0xe703_7ed1_a0b4_28db ^ seed, 0x8ebc_6af0_9c88_c6e3 ^ seed)
    var first = 0x9e37_79b9_7f4a_7c15 ^ seed
    var offset = 0
    if count > 48 {
        var second = first
        var third = first
        repeat {
            first = fold(word(base, offset) ^ secrets.0, word(base, offset + 8) ^ first)
            second = fold(word(base, offset + 16) ^ secrets.1, word(base, offset + 24) ^ second)
            third = fold(word(base, offset + 32) ^ secrets.2, word(base, offset + 40) ^ third)
            offset += 48
        } while count - offset > 48
        first ^= second ^ (third << 1 | third >> 63)
    }
    while count - offset > 16 {
        first = fold(word(base, offset) ^ secrets.0, word(base, offset + 8) ^ first)
        offset += 16
    }
    // The remainder, at most 16 bytes. Nothing beyond the end is read.
    let remainder = count - offset
    var low: UInt64 = 0
    var high: UInt64 = 0
    if remainder >= 8 {
        low = word(base, offset)
        if remainder > 8 { high = word(base, count - 8) >> UInt64(truncatingIfNeeded: (16 - remainder) * 8) }
    } else if remainder > 0, count >= 8 {
        low = word(base, count - 8) >> UInt64(truncatingIfNeeded: (8 - remainder) * 8)
    } else {
        for index in 0..<remainder {
            let byte = UInt64(base.load(fromByteOffset: index, as: UInt8.self))
            low |= byte << (UInt64(truncatingIfNeeded: index) * 8)
        }
    }
    let last = fold(low ^ secrets.1, high ^ first)
    return fold(last ^ secrets.2, UInt64(truncatingIfNeeded: count) ^ 0x5899_65cc_7537_4cc3)
}

/// Returns a 64-bit hash of the bytes that is the same in every process: see ``hash(_:seed:)``.
package func hash(of bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { hash($0) } }

@inline(__always)
private func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always)
func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
}
