import ElmwoodAccounts
import ElmwoodTesting
import Foundation
import Synchronization
import Testing

@testable import ElmwoodDatabaseExamples

/// The mails that were sent.
final class MailBox: MailSender {
    private let box = Mutex<[Mail]>([])

    var mails: [Mail] { box.withLock { $0 } }

    func send(_ mail: Mail) async throws { box.withLock { $0.append(mail) } }
}

/// A time that stands still until a test advances it.
final class TestDate: Sendable {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let beginning = ContinuousClock.now
    private let date = Mutex(TestDate.start)

    var value: Date { date.withLock { $0 } }

    /// The same time, by the clock that counts tries.
    var moment: ContinuousClock.Instant { beginning + .seconds(value.timeIntervalSince(Self.start)) }

    func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }
}

/// A service of accounts whose mails, hashes and date the test knows.
final class AccountsFixture: Sendable {
    static let password = "correct horse battery"
    static let email = "ada@example.org"

    let mailBox = MailBox()
    let hasher = PasswordHasher(cost: .leastForTests)
    let service: AccountService
    /// The time of the service.
    let date = TestDate()

    init(key: SealingKey = SealingKey(), passwordTries: AttemptLimit = AttemptLimit(), accounts: AccountTable = .init())
    {
        var service = AccountService(accounts, key: key, mails: mailBox, address: "https://shop.example/accounts")
        service.hasher = hasher
        service.passwordTries = passwordTries
        service.now = { [date] in date.value }
        service.moment = { [date] in date.moment }
        self.service = service
    }

    var program: Accounts { Accounts(service) }

    /// The path with query of the link in the latest mail.
    var link: String {
        get throws {
            let mail = try #require(mailBox.mails.last)
            let address = try #require(mail.text.firstMatch(of: #/https://shop\.example/accounts(/\S+)/#))
            return String(address.1)
        }
    }

    /// The token of the link in the latest mail.
    var token: String {
        get throws { String(try #require(try link.split(separator: "token=").last)) }
    }

    /// Asks for a mail, and returns the token of its link.
    func token(for email: String = AccountsFixture.email) async throws -> String {
        try await service.sendLink(to: email, from: nil, as: UUID().uuidString)
        return try token
    }

    /// Opens an account.
    @discardableResult
    func open(_ email: String = AccountsFixture.email) async throws -> Identity {
        try await service.open(try await token(for: email), name: "Ada", password: Self.password)
    }

    /// Signs in as a visitor does.
    func signIn(_ visitor: ProgramTest<Accounts>, _ password: String = AccountsFixture.password) {
        visitor.open("/")
        visitor.fill("Mail address", Self.email)
        visitor.fill("Password", password)
        visitor.click("Sign in")
        visitor.perform()
        visitor.expectAddress("/")
    }

    /// Opens the list of the sessions. A page without script may have to be loaded again.
    func openSessions(_ visitor: ProgramTest<Accounts>) {
        visitor.click("Sessions")
        visitor.reload()
    }
}
