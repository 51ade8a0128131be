import Glibc

/// Whether every test runs in full, as with `./dev test --all`. Otherwise tests that do the same again and again, with other numbers each
/// time, do it less often: `Tests/left-out` says so.
package let runsInFull = getenv("ELMWOOD_TESTS_ALL") != nil

/// The number of rounds of a fuzzing test: that one in full, else a quarter of it. The environment's `ELMWOOD_FUZZ_ROUNDS` multiplies it.
package func fuzzRounds(_ count: Int) -> Int {
    let factor = max(1, getenv("ELMWOOD_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1)
    return (runsInFull ? count : (count + 3) / 4) * factor
}

/// A random number generator (SplitMix64) that gives the same numbers for the same seed, so that a failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, a bound.
    package mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }

    /// Returns at most that many random bytes of these.
    package mutating func bytes(of choices: [UInt8], upTo length: Int) -> [UInt8] {
        (0..<below(length + 1)).map { _ in choices[below(choices.count)] }
    }

    /// Returns at most that many random bytes of a text.
    package mutating func bytes(of choices: String, upTo length: Int) -> [UInt8] {
        bytes(of: Array(choices.utf8), upTo: length)
    }

    /// Returns at most that many random pieces, joined.
    package mutating func text(of pieces: [String], upTo length: Int) -> String {
        (0..<below(length + 1)).map { _ in pieces[below(pieces.count)] }.joined()
    }
}
