import ElmwoodSQL
import ElmwoodSQLBehavior
import Foundation
import Testing

/// Databases by an address, as a setting has it.
@Suite struct AddressTests {
    @Test(arguments: ["sqlite:", "sqlite://"])
    func `An address of SQLite names a file`(scheme: String) async throws {
        let file = TemporaryFile()
        let database = try Database(url: scheme + file.path)
        try await database.execute("CREATE TABLE t (id INTEGER)")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: ["postgresql://ann:secret@db/shop", "postgres://db"])
    func `PostgreSQL is refused without its product, with what to do and without the password`(address: String) async {
        let error = await expectError(.configuration) { try Database(url: address) }
        #expect(error?.message.contains("Add the product ElmwoodPostgreSQL") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: ["", "shop.sqlite", "mysql://ann:secret@db", "sqlite:", "sqlite:a?mode=ro", "ann-secret:x"])
    func `Any other address is refused`(address: String) async {
        let error = await expectError(.configuration) { try Database(url: address) }
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `A file in a folder that does not exist is an error when it is used`() async {
        let database = Database(.sqlite("/nowhere/shop.sqlite"), limits: .patient)
        let error = await expectError(.connection) { try await database.execute("SELECT 1") }
        #expect(error?.message.contains("/nowhere/shop.sqlite") == true)
    }
}
