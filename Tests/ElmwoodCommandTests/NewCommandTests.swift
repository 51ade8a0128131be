import Foundation
import Testing

@testable import ElmwoodCommand

/// `elmwood new`, in a folder of the test.
struct NewCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func new(_ words: String...) throws {
        let checkout = ["--elmwood", ElmwoodLocation.checkout.path]
        try NewCommand(words + (words.contains("--elmwood") ? [] : checkout), in: folder.url).write()
    }

    @Test func `The package is written into a folder of its name`() throws {
        try new("Shop", "--sql", "--shared", "--accounts")
        let written = folder.files
        #expect(written.allSatisfy { $0.hasPrefix("Shop/") })
        #expect(written.contains("Shop/.gitignore"))
        #expect(written.contains("Shop/Sources/Shop/AccountPage.swift"))
        #expect(written.count == 27)
        #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/dev"))
        #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/.ci/run"))
        #expect(!FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/Package.swift"))
    }

    @Test func `The folder may be in another one, which is made`() throws {
        try new("sites/tea/Shop")
        #expect(try folder.text(of: "sites/tea/Shop/Package.swift").contains("name: \"Shop\","))
    }

    @Test func `An empty folder is filled`() throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Shop", withIntermediateDirectories: false)
        try new("Shop/")
        #expect(folder.files.contains("Shop/Package.swift"))
    }

    @Test(arguments: ["notes.txt", ".git/config", "Package.swift"])
    func `A folder with anything in it is refused and stays as it is`(file: String) throws {
        let url = folder.url.appending(path: "Shop/\(file)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: url)
        #expect(throws: CommandError("the folder Shop is not empty. Nothing was written.")) { try new("Shop") }
        #expect(folder.files == ["Shop/\(file)"])
        #expect(try folder.text(of: "Shop/\(file)") == "mine")
    }

    @Test func `A file in the place of the folder is refused and stays as it is`() throws {
        try Data("mine".utf8).write(to: folder.url.appending(path: "Shop"))
        #expect(throws: CommandError("Shop is not a folder that can be read.")) { try new("Shop") }
        #expect(try folder.text(of: "Shop") == "mine")
    }

    @Test func `Without a name, with two or with a bad one nothing is written`() {
        #expect(throws: UsageError("the package needs a name.", usage: NewCommand.usage)) { try new("--sql") }
        #expect(throws: UsageError("a package has one name.", usage: NewCommand.usage)) { try new("Shop", "Tea") }
        #expect(throws: UsageError("there is no option --mongo.", usage: NewCommand.usage)) {
            try new("Shop", "--mongo")
        }
        #expect(throws: CommandError.self) { try new("my-shop") }
        #expect(throws: CommandError.self) { try new("..") }
        #expect(throws: CommandError.self) { try new("Shop", "--elmwood", "nowhere") }
        #expect(folder.files.isEmpty)
    }

    @Test func `The commands to go on with begin in the folder as it was given`() throws {
        let words = ["my sites/Shop", "--elmwood", ElmwoodLocation.checkout.path]
        let steps = try NewCommand(words, in: folder.url).nextSteps
        #expect(steps.hasPrefix("The package Shop is written. Next:\n\n    cd 'my sites/Shop'\n    ./dev run "))
    }

    @Test(arguments: [("sites/Shop", "sites/Shop"), ("my sites/Shop", "'my sites/Shop'"), ("it's", #"'it'\''s'"#)])
    func `The folder is printed as a word of the shell`(path: String, word: String) {
        #expect(ShellWord(path).description == word)
    }
}
