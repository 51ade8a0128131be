import Elmwood
import ElmwoodAccounts
import ElmwoodSQL
import Testing

/// A database without a free connection, behind a page and behind an endpoint; and passwords of which too many wait.
@Suite struct DatabaseOverloadTests {
    /// A program whose page shows a value of a database.
    private struct Report: Program {
        struct Model: Codable, Equatable, Sendable {}

        struct Count: Read {
            func value(from database: Database) async throws -> Int? { try await database.value("SELECT 7") }
        }

        let database: Database
        var hasErrorPage = false

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Never) -> Command<Self> {}

        func view(_ model: Model, on page: Page) throws -> Document<Never> {
            let count = try page.read(Count(), from: database)
            return Document("Report") { p { "\(count ?? 0)" } }
        }

        func view(_ error: any Error, on page: Page) -> Document<Never>? {
            hasErrorPage ? Document("Report") { p { "Later." } } : nil
        }
    }

    /// A database whose connections are all in use: nobody may wait for one, and none is open.
    private let database: Database = {
        var limits = DatabaseLimits()
        limits.waiting = 0
        return Database(.sqlite(":memory:"), limits: limits)
    }()

    private func site() throws -> TestSite {
        var site = Site()
        site.mount(Report(database: database), at: "/")
        site.mount(Report(database: database, hasErrorPage: true), at: "/own")
        site.get("/api/count") { [database] _ in
            try .json(try await database.value("SELECT 7", as: Int.self))
        }
        site.get("/api/fault") { [database] _ in
            try await database.transaction { try await $0.execute("SELECT 7") }
            return .noContent
        }
        site.get("/api/password") { _ in throw PasswordError.busy }
        site.get("/api/memory") { _ in throw PasswordError.noMemory }
        site.get("/api/long") { _ in throw PasswordError.tooLong }
        site.get("/api/misuse") { _ in throw DatabaseError(.misuse, "It was closed.") }
        return try TestSite(site, over: .inProcess)
    }

    @Test(arguments: ["/", "/own", "/api/count", "/api/fault", "/api/password", "/api/memory"], ["text/html", "*/*"])
    func `A request that finds no connection or no turn is answered with 503, and when to try again`(
        address: String,
        accept: String
    ) async throws {
        let reply = try await site().send("GET", address, headers: [(name: "Accept", value: accept)])
        #expect(reply.status == 503)
        #expect(reply.values(of: "Retry-After") == ["1"])
        #expect(!reply.text.contains("connection"))
        if address == "/own", accept == "text/html" { #expect(reply.text.contains("Later.")) }
    }

    @Test(arguments: ["/api/misuse", "/api/long"]) func `Any other failure is 500`(address: String) async throws {
        let reply = try await site().send("GET", address)
        #expect(reply.status == 500)
        #expect(reply["Retry-After"] == nil)
    }
}
