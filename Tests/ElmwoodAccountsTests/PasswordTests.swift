import ElmwoodAccounts
import Testing

struct PasswordTests {
    private let hasher = PasswordHasher(cost: .leastForTests)

    @Test func onlyTheSamePasswordMatchesItsHash() async throws {
        let hash = try await hasher.hash("correct horse")
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await hasher.verify("correct horse", against: hash))
        #expect(try await !hasher.verify("correct horsf", against: hash))
        #expect(try await !hasher.verify("", against: hash))
        #expect(try await hasher.hash("correct horse") != hash)
    }

    @Test func emptyPasswordsAndNulCharactersAreHashedAsTheyAre() async throws {
        let (empty, nul) = (try await hasher.hash(""), try await hasher.hash("a\0b"))
        #expect(try await hasher.verify("", against: empty))
        #expect(try await !hasher.verify("\0", against: empty))
        #expect(try await hasher.verify("a\0b", against: nul))
        #expect(try await !hasher.verify("a", against: nul))
        #expect(try await !hasher.verify("a\0c", against: nul))
    }

    @Test func bothWaysToWriteALetterAreTheSamePassword() async throws {
        let hash = try await hasher.hash("caf\u{E9}")
        #expect(try await hasher.verify("cafe\u{301}", against: hash))
        #expect(try await !hasher.verify("cafe", against: hash))
    }

    @Test func whoHasNoAccountCostsOneVerificationToo() async throws {
        let hash = try await hasher.hash("secret")
        let before = hasher.count
        #expect(try await !hasher.verify("secret", against: nil))
        #expect(hasher.count == before + 1)
        #expect(try await !hasher.verify("wrong", against: hash))
        #expect(hasher.count == before + 2)
    }

    @Test(arguments: ["", "secret", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA", "$2b$10$abc", "a\0b"])
    func textThatIsNoHashMatchesNoPassword(text: String) async throws {
        #expect(try await !hasher.verify("secret", against: text))
        #expect(try await !hasher.verify("", against: text))
        #expect(hasher.needsRehash("secret"))
    }

    @Test func longPasswordsAreRefusedBeforeTheyAreHashed() async throws {
        let longest = String(repeating: "x", count: PasswordHasher.longest)
        let hash = try await hasher.hash(longest)
        #expect(try await hasher.verify(longest, against: hash))
        let before = hasher.count
        await #expect(throws: PasswordError.tooLong) { try await hasher.hash(longest + "x") }
        #expect(try await !hasher.verify(longest + "x", against: hash))
        #expect(hasher.count == before)
    }

    @Test func hashOfAnotherCostIsVerifiedAndNeedsToBeMadeAgain() async throws {
        let dearer = PasswordHasher(cost: PasswordHasher.Cost(passes: 2, memory: 16))
        let hash = try await hasher.hash("secret")
        #expect(!hasher.needsRehash(hash))
        #expect(dearer.needsRehash(hash))
        #expect(try await dearer.verify("secret", against: hash))
        #expect(try await !dearer.needsRehash(dearer.hash("secret")))
    }

    @Test func costsOutsideOfWhatArgonKnowsAreBounded() async throws {
        let least = PasswordHasher.Cost(passes: .min, memory: -1)
        #expect(least.passes == 1 && least.memory == 8)
        let most = PasswordHasher.Cost(passes: .max, memory: .max)
        #expect(most.passes == 1_000 && most.memory == 4 << 20)
    }

    @Test func manyAtOnceAllHaveTheirTurn() async throws {
        let hasher = PasswordHasher(cost: .leastForTests, atOnce: 2, waiting: 100)
        let hash = try await hasher.hash("secret")
        let matches = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<50 {
                group.addTask { try await hasher.verify(index.isMultiple(of: 2) ? "secret" : "wrong", against: hash) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(matches == 25)
        #expect(hasher.count == 51)
    }

    @Test func standardCostIsThatOfTheProcess() async throws {
        let hash = try await Password.hash("secret")
        #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(try await Password.verify("secret", against: hash))
        #expect(try await !Password.verify("secret", against: nil))
        #expect(!Password.needsRehash(hash))
    }
}
