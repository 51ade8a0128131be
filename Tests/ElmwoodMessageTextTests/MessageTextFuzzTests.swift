import Testing

@testable import ElmwoodMessageText

#if canImport(Glibc)
    import Glibc
#endif

/// Random messages and random texts, the same ones in each run; `ELMWOOD_FUZZ_ROUNDS` multiplies the rounds.
struct MessageTextFuzzTests {
    private static let factor = getenv("ELMWOOD_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1

    @Test func `Random messages survive a round trip, and no two have the same text`() throws {
        var random = SplitMix(state: 7)
        var seen: [String: Message] = [:]
        for _ in 0..<5_000 * Self.factor {
            let message = randomMessage(depth: 0, &random)
            let text = try MessageText.text(of: message)
            #expect(try MessageText.decode(Message.self, from: text) == message)
            if let other = seen.updateValue(message, forKey: text) { #expect(other == message) }
        }
    }

    @Test func `A changed text is refused, or is exactly the text of the message that it decodes to`() throws {
        var random = SplitMix(state: 11)
        let alphabet = Array("()[],:\"\\`_-+.0159aeinlstru{}\n\u{0}é ".utf8)
        for _ in 0..<20_000 * Self.factor {
            var bytes = Array(try MessageText.text(of: randomMessage(depth: 0, &random)).utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.insert(byte, at: place)
                case 1 where place < bytes.count: bytes.remove(at: place)
                default: if place < bytes.count { bytes[place] = byte }
                }
            }
            if let message = try? MessageText.decode(Message.self, from: bytes) {
                #expect(try Array(MessageText.text(of: message).utf8) == bytes)
            }
        }
    }

    @Test func `Random bytes never trap`() {
        var random = SplitMix(state: 13)
        let alphabet = Array("()[]:,\"\\`nil u{}s4-".utf8)
        for round in 0..<20_000 * Self.factor {
            let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                round % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
            }
            for decoded in [
                (try? MessageText.decode(Message.self, from: bytes)).map { try? MessageText.text(of: $0) },
                (try? MessageText.decode(Address.self, from: bytes)).map { try? MessageText.text(of: $0) },
                (try? MessageText.decode([String: [Int?]].self, from: bytes)).map { try? MessageText.text(of: $0) },
            ] {
                guard let decoded else { continue }
                #expect(decoded.map { Array($0.utf8) } == bytes)
            }
        }
    }

    private func randomMessage(depth: Int, _ random: inout SplitMix) -> Message {
        let number = { (random: inout SplitMix) in
            Bool.random(using: &random)
                ? Int.random(in: -3...3, using: &random) : Int.random(in: .min ... .max, using: &random)
        }
        let numbers = { (random: inout SplitMix) in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in number(&random) }
        }
        switch Int.random(in: depth < 6 ? 0..<17 : 1..<17, using: &random) {
        case 0: return .child(randomMessage(depth: depth + 1, &random))
        case 1: return .increment
        case 2: return .nil
        case 3: return .set(to: number(&random))
        case 4: return .rename(id: number(&random), name: randomText(&random))
        case 5: return .todo(number(&random), Bool.random(using: &random) ? .toggle : .remove)
        case 6: return .move(to: Address(street: randomText(&random), city: randomText(&random)))
        case 7: return .select(numbers(&random))
        case 8: return .count(Dictionary(numbers(&random).map { ("\($0)", $0) }) { $1 })
        case 9:
            return .weigh(
                Dictionary(numbers(&random).map { ($0, Double(bitPattern: UInt64(bitPattern: Int64($0)))) }) { $1 }
                    .filter { !$0.value.isNaN }
            )
        case 10: return .paint([.red: numbers(&random).map { $0 > 0 }, .blue: []])
        case 11: return .tag(Set(numbers(&random).map { _ in randomText(&random) }))
        case 12: return .limit(numbers(&random).first)
        case 13: return .doubly(Bool.random(using: &random) ? nil : .some(numbers(&random).first))
        case 14: return .some(numbers(&random).first)
        case 15: return .level(.high, Float(number(&random)) / 3)
        default: return .default
        }
    }

    private func randomText(_ random: inout SplitMix) -> String {
        let alphabet: [Character] = ["a", "\"", "\\", "\n", "\r", "\u{0}", "é", "😀", "(", ")", ",", ":", "[", "`", " "]
        return String(
            (0..<Int.random(in: 0..<20, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" }
        )
    }
}

/// A small random number generator with a fixed seed: the same numbers in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
