import ElmwoodAccounts
import ElmwoodSQL
import ElmwoodTesting
import Testing

@testable import Shop

struct AccountTests {
    private let password = "correct horse battery"

    /// No accounts, in a database in memory, with passwords that are fast to verify.
    private func accounts() async throws -> Accounts {
        let database = Database(.sqlite(":memory:"))
        try await database.migrate(migrations)
        return Accounts(database: database, hasher: PasswordHasher(cost: .leastForTests))
    }

    @Test(arguments: Script.allCases)
    func `A visitor registers, signs out, and signs in`(script: Script) async throws {
        // Loosely: only what is asked for is checked.
        let test = ProgramTest(AccountPage(accounts: try await accounts()), script: script, .loosely)
        test.expectAccessible()
        test.click("Register")
        test.expectAccessible()
        test.fill("Name", "Ada")
        test.fill("Password", password)
        test.click("Register")
        test.perform()
        test.expectCommand(.renewSession)
        test.expect(.h1, "Hello, ada")
        test.expectAccessible()
        test.click("Sign out")
        test.expectCommand(.endSession)
        test.expectNotice("You have signed out.")
        test.fill("Name", "ada")
        test.fill("Password", password)
        test.click("Sign in")
        test.perform()
        test.expectCommand(.renewSession)
        test.expect(.h1, "Hello, ada")
    }

    @Test(arguments: Script.allCases)
    func `A wrong password and an unknown name are refused in the same words`(script: Script) async throws {
        let accounts = try await accounts()
        _ = try await accounts.register(Credentials(name: "ada", password: password), from: nil)
        for name in ["ada", "bob"] {
            let test = ProgramTest(AccountPage(accounts: accounts), script: script, .loosely)
            test.fill("Name", name)
            test.fill("Password", "wrong horse battery")
            test.click("Sign in")
            test.perform()
            test.expectProblem("The name or the password is wrong.")
            test.expectField("Name", name)
            test.expectField("Password", "")
        }
    }

    @Test func `A name has one account, in whatever case it is written`() async throws {
        let accounts = try await accounts()
        _ = try await accounts.register(Credentials(name: "ada", password: password), from: nil)
        await #expect(throws: Accounts.Refusal.nameIsTaken) {
            try await accounts.register(Credentials(name: "ADA", password: "another horse battery"), from: nil)
        }
    }

    @Test func `After ten attempts no password of an account is tried`() async throws {
        let accounts = try await accounts()
        let attempt = Credentials(name: "ada", password: "guess")
        for _ in 1...10 {
            await #expect(throws: Accounts.Refusal.wrongSignIn) { try await accounts.signIn(attempt, from: nil) }
        }
        await #expect(throws: Accounts.Refusal.tooManyAttempts(minutes: 2)) {
            try await accounts.signIn(attempt, from: nil)
        }
    }
}
