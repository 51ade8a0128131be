import Testing

@testable import ElmwoodCommand

struct PackageNameTests {
    @Test(arguments: ["Shop", "shop", "S", "Shop2", "my_shop", "Workshop", "Notes", "Counter"])
    func `A name of letters, digits and underscores is taken`(name: String) throws {
        #expect(try PackageName(name).text == name)
    }

    @Test(arguments: ["", "2Shop", "_Shop", "my-shop", "My Shop", "Shöp", "Shop/", "..", "Shop\n", "Sh\"op", "$(id)"])
    func `What is no name of a Swift module is refused`(name: String) {
        #expect(throws: CommandError.self) { try PackageName(name) }
    }

    @Test(arguments: ["class", "Self", "Type", "Any"])
    func `A word of Swift is refused`(name: String) {
        #expect(throws: CommandError("“\(name)” is a word of Swift itself.")) { try PackageName(name) }
    }

    @Test(arguments: [
        "Elmwood", "ElmwoodSQL", "elmwoodShop", "CElmwoodX", "Foundation", "testing", "XCTest", "examples",
    ])
    func `The name of something that the package uses is refused`(name: String) {
        #expect(throws: CommandError("“\(name)” is the name of a module or product that the package uses.")) {
            try PackageName(name)
        }
    }

    @Test func `A name that is too long for a file is refused`() {
        #expect(throws: CommandError.self) { try PackageName(String(repeating: "a", count: 61)) }
    }
}
