/// Identifies the work of a thread by a digest of it.
package struct FaultKey: Hashable, Sendable {
    package private(set) var high: UInt64
    package private(set) var low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package mutating func combine(_ number: UInt64) {
        high = (high ^ number) &* 0x9E37_79B9_7F4A_7C15
        high ^= high >> 32
        low = (low &+ number) &* 0xD1B5_4A32_D192_ED03
        low ^= low >> 29
    }

    /// Combines another key.
    package mutating func combine(_ key: FaultKey) {
        combine(key.high)
        combine(key.low)
    }

    /// Combines bytes, and the end of them.
    package mutating func combine(_ bytes: [UInt8]) { combine(all: bytes) }

    /// Combines a text, and the end of it.
    package mutating func combine(_ text: String) { combine(all: text.utf8) }

    /// Eight bytes at a time: this runs for every page that is shown.
    private mutating func combine(all bytes: some Sequence<UInt8>) {
        var word: UInt64 = 0
        var count: UInt64 = 0
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            count &+= 1
            guard count & 7 == 0 else { continue }
            combine(word)
            word = 0
        }
        combine(word)
        combine(count)
    }
}
