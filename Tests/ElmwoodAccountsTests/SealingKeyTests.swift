import ElmwoodAccounts
import ElmwoodTestSupport
import Foundation
import Testing

struct SealingKeyTests {
    private struct Reset: Codable, Equatable {
        var account: Int
        var name = "Zoë"
    }

    private let key = SealingKey()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func seal(_ purpose: String = "reset", for duration: Duration = .seconds(60)) throws -> String {
        try key.seal(Reset(account: 7), for: purpose, validFor: duration, at: now)
    }

    private func open(_ text: String, _ purpose: String = "reset", with key: SealingKey? = nil, after: Double = 0)
        -> Reset?
    {
        (key ?? self.key).open(text, as: Reset.self, for: purpose, at: now + after)
    }

    @Test func whatIsSealedIsOpenedAndHidden() throws {
        let text = try seal()
        #expect(open(text) == Reset(account: 7))
        #expect(
            text.utf8.allSatisfy {
                $0 == 0x2D || $0 == 0x5F || Character(UnicodeScalar($0)).isLetter
                    || Character(UnicodeScalar($0)).isNumber
            }
        )
        #expect(!text.contains("account"))
        #expect(try seal() != text)
    }

    @Test func nothingOpensForAnotherPurposeOrType() throws {
        let text = try seal()
        #expect(open(text, "reset2") == nil)
        #expect(open(text, "") == nil)
        #expect(key.open(text, as: Int.self, for: "reset", at: now) == nil)
        #expect(key.verify(text, as: Reset.self, for: "reset", at: now) == nil)
        #expect(open(try key.sign(Reset(account: 7), for: "reset", validFor: .seconds(60), at: now)) == nil)
    }

    @Test func textOpensUntilItsTimeIsOver() throws {
        let text = try seal()
        #expect(open(text, after: 59.9) != nil)
        #expect(open(text, after: 60) == nil)
        #expect(try open(seal(for: .zero)) == nil)
        #expect(try open(seal(for: .seconds(-1))) == nil)
        #expect(try open(seal(for: .seconds(Int64.min))) == nil)
        #expect(try open(seal(for: .seconds(Int64.max)), after: 1e12) != nil)
    }

    @Test func noChangedOrShortenedTextOpens() throws {
        let text = try seal()
        let signed = try key.sign(Reset(account: 7), for: "reset", validFor: .seconds(60), at: now)
        for text in [text, signed] {
            for index in text.indices {
                let other: Character = text[index] == "A" ? "B" : "A"
                let changed = text[..<index] + String(other) + text[text.index(after: index)...]
                #expect(open(String(changed)) == nil)
                #expect(key.verify(String(changed), as: Reset.self, for: "reset", at: now) == nil)
                #expect(open(String(text[..<index])) == nil)
                #expect(key.verify(String(text[..<index]), as: Reset.self, for: "reset", at: now) == nil)
            }
            for extra in ["A", "=", " ", "\n", "\0", "é"] {
                #expect(open(text + extra) == nil && open(extra + text) == nil)
                #expect(key.verify(text + extra, as: Reset.self, for: "reset", at: now) == nil)
            }
        }
    }

    @Test func textsOfAnotherKeyOpenOnlyWhileThatIsAFormerOne() throws {
        let (old, new) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let before = try SealingKey(bytes: old)
        let text = try before.seal(Reset(account: 7), for: "reset", validFor: .seconds(60), at: now)
        let signed = try before.sign(Reset(account: 7), for: "reset", validFor: .seconds(60), at: now)
        let rotated = try SealingKey(bytes: new, former: [old])
        let later = try SealingKey(bytes: new)
        #expect(open(text, with: rotated) == Reset(account: 7))
        #expect(rotated.verify(signed, as: Reset.self, for: "reset", at: now) == Reset(account: 7))
        #expect(open(text, with: later) == nil)
        #expect(later.verify(signed, as: Reset.self, for: "reset", at: now) == nil)
        let fresh = try rotated.seal(Reset(account: 8), for: "reset", validFor: .seconds(60), at: now)
        #expect(open(fresh, with: later) == Reset(account: 8))
        #expect(open(fresh, with: before) == nil)
    }

    @Test func signedValuesCanBeReadAndNotBeMadeForAnotherPurpose() throws {
        let text = try key.sign(Reset(account: 7), for: "list", validFor: .seconds(60), at: now)
        #expect(key.verify(text, as: Reset.self, for: "list", at: now) == Reset(account: 7))
        #expect(key.verify(text, as: Reset.self, for: "lists", at: now) == nil)
        #expect(key.verify(text, as: Reset.self, for: "list", at: now + 60) == nil)
        #expect(SealingKey().verify(text, as: Reset.self, for: "list", at: now) == nil)
    }

    @Test func secretsAreLongAndSeparatedByCommas() throws {
        let (old, new) = (String(repeating: "o", count: 32), String(repeating: "n", count: 64))
        let text = try SealingKey(secret: old).seal(1, for: "x", validFor: .seconds(60))
        #expect(try SealingKey(secret: "\(new), \(old)").open(text, as: Int.self, for: "x") == 1)
        #expect(try SealingKey(secret: new).open(text, as: Int.self, for: "x") == nil)
        for secret in ["", "short", old + ",", "," + old, String(repeating: " ", count: 40)] {
            #expect(throws: SealingKey.Invalid.self) { try SealingKey(secret: secret) }
        }
        #expect(throws: SealingKey.Invalid.self) { try SealingKey(bytes: []) }
        #expect(throws: SealingKey.Invalid.self) { try SealingKey(bytes: [UInt8](repeating: 0, count: 31)) }
    }

    @Test func keyIsNotPrinted() throws {
        let key = try SealingKey(bytes: [UInt8](repeating: 171, count: 32))
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "SealingKey" && String(reflecting: key) == "SealingKey")
        #expect(!dumped.contains("["))
    }

    @Test func noTextTraps() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet = "ABCDEFghijklmnop0189-_AQAC"
        for _ in 0..<fuzzRounds(3_000) {
            let token = String(decoding: random.bytes(of: alphabet, upTo: 200), as: UTF8.self)
            let bytes = String(decoding: random.bytes(of: Array(0...255), upTo: 100), as: UTF8.self)
            for text in [token, "AQ" + token, "Ag" + token, bytes] {
                #expect(key.open(text, as: Reset.self, for: "reset") == nil)
                #expect(key.verify(text, as: Reset.self, for: "reset") == nil)
            }
        }
        #expect(open(String(repeating: "A", count: 1 << 20)) == nil)
        #expect(open("") == nil)
    }
}
