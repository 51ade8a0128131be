import Glibc

/// The number of rounds of a fuzzing test: `ELMWOOD_FUZZ_ROUNDS` multiplies it.
func rounds(_ count: Int) -> Int {
    count * (environmentNumber("ELMWOOD_FUZZ_ROUNDS") ?? 1)
}

/// A random number generator (SplitMix64) that gives the same numbers for the same seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }

    /// Up to a number of bytes out of these.
    mutating func bytes(of choices: [UInt8], upTo length: Int) -> [UInt8] {
        (0..<below(length + 1)).map { _ in choices[below(choices.count)] }
    }

    /// A short text with characters that encodings care about.
    mutating func text() -> String {
        let choices: [String] = [
            "a", "Z", "0", " ", "+", "%", "%22", "%0D", "&", "=", ";", "\"", "\\", "\r", "\n", "\r\n", "--", "é", "漢",
            "😀", "\0",
        ]
        return (0..<below(8)).map { _ in choices[below(choices.count)] }.joined()
    }
}

private func environmentNumber(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
}
