import Foundation
import Testing

@testable import ElmwoodCommand

/// The names that a new package may have.
struct NewNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["Shop", "shop", "S", "Shop2", "my_shop", "Workshop", "Notes", "Counter"])
    func `A name of letters, digits and underscores is taken`(name: String) async throws {
        #expect(try await NewScript()(name, in: folder).status == 0)
        #expect(try folder.text(of: "\(name)/Package.swift").contains("name: \"\(name)\","))
    }

    @Test(arguments: [
        "", "2Shop", "_Shop", "my-shop", "My Shop", "Shöp", "..", "Shop\n", "\nShop", "Sh\"op", "$(id)", "Shop*",
        "S\\hop",
    ])
    func `What is no name of a Swift module is refused`(name: String) async throws {
        let outcome = try await NewScript()([name], in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(folder.files.isEmpty)
        if name != ".." {
            let sentence =
                "cannot be the name of a Swift module. It consists of letters, digits and _, and begins with a letter."
            #expect(outcome == .failed("“\(name)” \(sentence)"))
        }
    }

    @Test(arguments: ["class", "Self", "Type", "Any", "while", "fallthrough", "extension"])
    func `A word of Swift is refused`(name: String) async throws {
        #expect(try await NewScript()(name, in: folder) == .failed("“\(name)” is a word of Swift itself."))
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: [
        "Elmwood", "ElmwoodSQL", "elmwoodShop", "CElmwoodX", "Foundation", "testing", "XCTest", "examples", "Runtime",
        "conduit",
    ])
    func `The name of something that the package uses is refused`(name: String) async throws {
        let outcome = try await NewScript()(name, in: folder)
        #expect(outcome == .failed("“\(name)” is the name of a module or product that the package uses."))
        #expect(folder.files.isEmpty)
    }

    @Test func `A name that is too long for a file is refused`() async throws {
        let outcome = try await NewScript()(String(repeating: "a", count: 61), in: folder)
        #expect(outcome == .failed("the name has more than 60 characters."))
        #expect(try await NewScript()(String(repeating: "a", count: 60), in: folder).status == 0)
    }
}
