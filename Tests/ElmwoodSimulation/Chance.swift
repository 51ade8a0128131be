/// Random numbers from a seed, the same in any process (SplitMix64, by Sebastiano Vigna).
package struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
        // Otherwise consecutive seeds would begin with similar numbers.
        for _ in 0..<4 { _ = next() }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Returns true with that probability.
    mutating func happens(_ probability: Double) -> Bool {
        probability > 0 && Double(next() >> 11) * 0x1p-53 < probability
    }

    /// Returns a number in that range.
    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

    mutating func index(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }

    /// Returns one of the values, or nil if there is none.
    mutating func pick<Value>(_ values: [Value]) -> Value? { values.isEmpty ? nil : values[index(values.count)] }
}

/// Times and durations of the simulation, in microseconds.
typealias Microseconds = Int64

extension Microseconds {
    static func milliseconds(_ count: Int64) -> Int64 { count * 1_000 }
    static func seconds(_ count: Int64) -> Int64 { count * 1_000_000 }
}

extension Duration {
    /// In microseconds, clamped to the range of the simulation's times.
    var inMicroseconds: Microseconds {
        let (seconds, attoseconds) = components
        guard abs(seconds) < 1 << 40 else { return seconds < 0 ? -1 << 60 : 1 << 60 }
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
