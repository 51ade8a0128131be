import ElmwoodAccounts
import Foundation
import Testing

@testable import ElmwoodDatabaseExamples

/// The service of the accounts, as somebody attacks it who knows how it is made.
@Suite struct AccountServiceTests {
    private let password = AccountsFixture.password
    private let email = AccountsFixture.email

    // MARK: Who has an account

    @Test func `A sign-in costs one hash and says the same, whether there is an account or not`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        for email in [email, "nobody@example.org"] {
            let count = fixture.hasher.count
            await #expect(throws: Refusal.wrongSignIn) {
                try await fixture.service.signIn(email, password: "wrong horse battery", from: nil)
            }
            #expect(fixture.hasher.count == count + 1)
        }
    }

    @Test func `Who asks for a link gets a mail and no hash is made, whether there is an account or not`() async throws
    {
        let fixture = AccountsFixture()
        try await fixture.open()
        let (count, mails) = (fixture.hasher.count, fixture.mailBox.mails.count)
        try await fixture.service.sendLink(to: email, from: nil, as: "one")
        #expect(try fixture.link.hasPrefix("/reset?token="))
        try await fixture.service.sendLink(to: "nobody@example.org", from: nil, as: "other")
        #expect(try fixture.link.hasPrefix("/welcome?token="))
        #expect(fixture.hasher.count == count)
        #expect(fixture.mailBox.mails.count == mails + 2)
        #expect(Set(fixture.mailBox.mails.map(\.subject)) == ["Your account"])
    }

    @Test func `An account is found by its mail address in capitals too`() async throws {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        #expect(try await fixture.service.signIn("ADA@Example.org", password: password, from: nil) == identity)
        _ = try await fixture.token(for: "ADA@Example.org")
        #expect(try fixture.link.hasPrefix("/reset"))
    }

    // MARK: Limits

    @Test(arguments: [AccountsFixture.email, "nobody@example.org"])
    func `Beyond the limit no password of an account is tried, from wherever it comes`(email: String) async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        for number in 1...10 {
            await #expect(throws: Refusal.wrongSignIn) {
                try await fixture.service.signIn(email, password: "guess \(number)", from: "192.0.2.\(number)")
            }
        }
        let count = fixture.hasher.count
        await #expect(throws: Refusal.tooManyTries(minutes: 2)) {
            try await fixture.service.signIn(email, password: password, from: "198.51.100.1")
        }
        #expect(fixture.hasher.count == count)
    }

    @Test func `Beyond the limit no password is tried from an address, for whatever account`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        for number in 1...50 {
            await #expect(throws: Refusal.wrongSignIn) {
                try await fixture.service.signIn("a\(number)@example.org", password: "guess", from: "192.0.2.1")
            }
        }
        await #expect(throws: Refusal.tooManyTries(minutes: 1)) {
            try await fixture.service.signIn(email, password: password, from: "192.0.2.1")
        }
        // Others are not affected.
        _ = try await fixture.service.signIn(email, password: password, from: "192.0.2.2")
    }

    @Test func `Tries from elsewhere do not keep the owner out whose browser is known`() async throws {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        let cookie = try fixture.service.cookie(of: "ADA@example.org", former: nil)
        func useUp(_ cookie: String?) async {
            for number in 1...10 {
                await #expect(throws: Refusal.wrongSignIn) {
                    try await fixture.service.signIn(email, password: "guess \(number)", from: nil, knownBy: cookie)
                }
            }
            await #expect(throws: Refusal.tooManyTries(minutes: 2)) {
                try await fixture.service.signIn(email, password: password, from: nil, knownBy: cookie)
            }
        }
        await useUp(nil)
        #expect(try await fixture.service.signIn(email, password: password, from: nil, knownBy: cookie) == identity)
        // Who has stolen the cookie has no more tries by it, and those from elsewhere remain used up.
        await useUp(cookie)
        await #expect(throws: Refusal.tooManyTries(minutes: 2)) {
            try await fixture.service.signIn(email, password: password, from: nil)
        }
    }

    @Test func `A try for which no hash is made does not count`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        for _ in 1...20 {
            await #expect(throws: CancellationError.self) {
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    _ = try await fixture.service.signIn(email, password: "guess", from: nil)
                }.value
            }
        }
        _ = try await fixture.service.signIn(email, password: password, from: nil)
    }

    @Test func `A stolen session cannot try more passwords than a sign-in can`() async throws {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        for _ in 1...5 {
            await #expect(throws: Refusal.wrongPassword) {
                _ = try await fixture.service.change(identity, from: "guess", to: "another horse battery", by: nil)
            }
            await #expect(throws: Refusal.wrongPassword) {
                try await fixture.service.delete(identity, password: "guess", by: nil)
            }
        }
        for _ in 1...2 {
            await #expect(throws: Refusal.tooManyTries(minutes: 2)) {
                try await fixture.service.delete(identity, password: password, by: nil)
            }
        }
        #expect(try await fixture.service.profile(identity) != nil)
    }

    @Test func `Who signs in has all tries again, and who resets the password too`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        func fail(_ count: Int) async {
            for _ in 0..<count {
                await #expect(throws: Refusal.wrongSignIn) {
                    try await fixture.service.signIn(email, password: "guess", from: nil)
                }
            }
        }
        await fail(9)
        _ = try await fixture.service.signIn(email, password: password, from: nil)
        await fail(10)
        _ = try await fixture.service.reset(try await fixture.token(), password: "another horse battery")
        await fail(10)
    }

    @Test(arguments: [AccountsFixture.email, "nobody@example.org"])
    func `Nobody is sent more than five mails in an hour`(email: String) async throws {
        let fixture = AccountsFixture()
        try await fixture.open("bob@example.org")
        for number in 1...5 {
            try await fixture.service.sendLink(to: email, from: "192.0.2.\(number)", as: "mail-\(number)")
        }
        await #expect(throws: Refusal.tooManyTries(minutes: 12)) {
            try await fixture.service.sendLink(to: email, from: "192.0.2.6", as: "mail-6")
        }
        #expect(fixture.mailBox.mails.filter { $0.to.map(\.address) == [email] }.count == 5)
    }

    // MARK: Links

    @Test func `A link is void after its hour`() async throws {
        let fixture = AccountsFixture()
        let welcome = try await fixture.token(for: "bob@example.org")
        try await fixture.open()
        let reset = try await fixture.token()
        fixture.date.advance(by: 3_599)
        #expect(try await fixture.service.isValid(welcome, for: .welcome))
        #expect(try await fixture.service.isValid(reset, for: .reset))
        fixture.date.advance(by: 1)
        await expectVoid(welcome, reset, fixture)
    }

    @Test func `A link for one purpose does not serve another`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let reset = try await fixture.token()
        let welcome = try await fixture.token(for: "bob@example.org")
        await expectVoid(reset, welcome, fixture)
    }

    @Test func `A link that was changed in any character is void`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let reset = try await fixture.token()
        for index in reset.indices {
            let other: Character = reset[index] == "A" ? "B" : "A"
            let changed = String(reset[..<index]) + String(other) + String(reset[reset.index(after: index)...])
            #expect(try await !fixture.service.isValid(changed, for: .reset))
        }
        #expect(try await fixture.service.isValid(reset, for: .reset))
    }

    @Test(arguments: [
        "", "1", "AQAA", String(repeating: "A", count: 200), String(repeating: "/", count: 100_000), "ä\0",
    ])
    func `A guessed link is void, and costs no hash`(token: String) async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let count = fixture.hasher.count
        await expectVoid(token, token, fixture)
        #expect(fixture.hasher.count == count)
    }

    @Test func `A link that another key has sealed is void`() async throws {
        let table = AccountTable()
        let fixture = AccountsFixture(accounts: table)
        let identity = try await fixture.open()
        let key = SealingKey()
        let forged = try key.seal(identity, for: "reset", validFor: .seconds(60), at: fixture.date.value)
        await expectVoid(forged, forged, fixture)
        // It is this key alone that is missing.
        _ = try await AccountsFixture(key: key, accounts: table).service.reset(forged, password: password)
    }

    @Test func `A link can be used once`() async throws {
        let fixture = AccountsFixture()
        let welcome = try await fixture.token()
        _ = try await fixture.service.open(welcome, name: "Ada", password: password)
        let reset = try await fixture.token()
        _ = try await fixture.service.reset(reset, password: "another horse battery")
        await expectVoid(welcome, reset, fixture)
        _ = try await fixture.service.signIn(email, password: "another horse battery", from: nil)
    }

    @Test func `A link to another password is void once the password was changed, and once the account is deleted`()
        async throws
    {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        let first = try await fixture.token()
        let second = try await fixture.token()
        let changed = try await fixture.service.change(identity, from: password, to: "another horse battery", by: nil)
        for token in [first, second] { #expect(try await !fixture.service.isValid(token, for: .reset)) }
        let third = try await fixture.token()
        try await fixture.service.delete(changed, password: "another horse battery", by: nil)
        // The next account of this address is another one.
        try await fixture.open()
        #expect(try await !fixture.service.isValid(third, for: .reset))
        #expect(try await fixture.service.profile(changed) == nil)
    }

    private func expectVoid(_ welcome: String, _ reset: String, _ fixture: AccountsFixture) async {
        await #expect(throws: Refusal.voidLink) {
            try await fixture.service.open(welcome, name: "Mallory", password: password)
        }
        await #expect(throws: Refusal.voidLink) { try await fixture.service.reset(reset, password: password) }
    }

    // MARK: Two at once

    /// Does the same twenty times at once, and returns how often it succeeded.
    private func atOnce(_ body: @escaping @Sendable (Int) async throws -> Void) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask { (try? await body(number)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test func `Of registrations of one address at once, one opens the account`() async throws {
        let fixture = AccountsFixture()
        let tokens = [try await fixture.token(), try await fixture.token()]
        let count = await atOnce {
            _ = try await fixture.service.open(tokens[$0 % 2], name: "Ada", password: "battery number \($0)")
        }
        #expect(count == 1)
        let fitting = await atOnce {
            var service = fixture.service
            service.passwordTries = AttemptLimit()
            _ = try await service.signIn(AccountsFixture.email, password: "battery number \($0)", from: nil)
        }
        #expect(fitting == 1)
    }

    @Test func `Of uses of one link at once, one changes the password`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let token = try await fixture.token()
        let count = await atOnce { _ = try await fixture.service.reset(token, password: "battery number \($0)") }
        #expect(count == 1)
    }

    @Test func `Of a change of the password and deletions at once, one succeeds`() async throws {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        let count = await atOnce { number in
            var service = fixture.service
            service.passwordTries = AttemptLimit()
            if number % 2 == 0 {
                _ = try await service.change(
                    identity,
                    from: AccountsFixture.password,
                    to: "another one \(number)",
                    by: nil
                )
            } else {
                try await service.delete(identity, password: AccountsFixture.password, by: nil)
            }
        }
        #expect(count == 1)
        #expect(try await fixture.service.profile(identity) == nil)
    }

    @Test func `Sign-ins at once all succeed, and mails asked for at once are counted`() async throws {
        let fixture = AccountsFixture()
        try await fixture.open()
        let count = await atOnce { _ in
            var service = fixture.service
            service.passwordTries = AttemptLimit()
            _ = try await service.signIn(AccountsFixture.email, password: AccountsFixture.password, from: nil)
        }
        #expect(count == 20)
        let mails = await atOnce {
            try await fixture.service.sendLink(to: "bob@example.org", from: nil, as: "mail-\($0)")
        }
        #expect(mails == 5)
    }

    // MARK: What is stored

    @Test func `A hash of another cost is replaced at the sign-in, and the session stays`() async throws {
        let fixture = AccountsFixture()
        let identity = try await fixture.open()
        var service = fixture.service
        service.hasher = PasswordHasher(cost: .init(passes: 2, memory: 8))
        let before = try #require(try await service.accounts.account(identity))
        #expect(try await service.signIn(email, password: password, from: nil) == identity)
        let after = try #require(try await service.accounts.account(identity))
        #expect(before.hash != after.hash)
        #expect(!service.hasher.needsRehash(after.hash))
        #expect(try await service.signIn(email, password: password, from: nil) == identity)
    }

    @Test func `Links begin with the address of the settings`() async throws {
        let fixture = AccountsFixture()
        _ = try await fixture.token()
        #expect(fixture.mailBox.mails.last?.text.contains("https://shop.example/accounts/welcome?token=") == true)
    }
}
