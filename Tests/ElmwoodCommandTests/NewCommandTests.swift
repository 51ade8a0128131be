import Foundation
import Testing

@testable import ElmwoodCommand

/// What the script that writes a package does, in a folder of the test.
struct NewCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func new(_ words: String..., setup: String = ":") async throws -> NewScript.Outcome {
        try await NewScript()(words, in: folder, setup: setup)
    }

    @Test func `The package is written into a folder of its name`() async throws {
        #expect(try await new("Shop", "--sql", "--shared", "--accounts").status == 0)
        let written = folder.files
        #expect(written.allSatisfy { $0.hasPrefix("Shop/") })
        #expect(written.contains("Shop/.gitignore"))
        #expect(written.contains("Shop/Sources/Shop/AccountPage.swift"))
        #expect(written.count == 27)
        #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/dev"))
        #expect(FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/.ci/run"))
        #expect(!FileManager.default.isExecutableFile(atPath: "\(folder.path)/Shop/Package.swift"))
    }

    @Test func `The folder may be in another one, which is made`() async throws {
        #expect(try await new("sites/tea/Shop").status == 0)
        #expect(try folder.text(of: "sites/tea/Shop/Package.swift").contains("name: \"Shop\","))
    }

    @Test func `An empty folder is filled`() async throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Shop", withIntermediateDirectories: false)
        #expect(try await new("Shop/").status == 0)
        #expect(folder.files.contains("Shop/Package.swift"))
        #expect(folder.files.contains("Shop/.gitignore"))
        #expect(folder.files.count == 17)
    }

    @Test(arguments: ["notes.txt", ".git/config", "Package.swift"])
    func `A folder with anything in it is refused and stays as it is`(file: String) async throws {
        try folder.write("mine", to: "Shop/\(file)")
        #expect(try await new("Shop") == .failed("the folder Shop is not empty. Nothing was written."))
        #expect(folder.files == ["Shop/\(file)"])
        #expect(try folder.text(of: "Shop/\(file)") == "mine")
    }

    @Test func `A file in the place of the folder is refused and stays as it is`() async throws {
        try folder.write("mine", to: "Shop")
        #expect(try await new("Shop") == .failed("Shop is not a folder that can be read."))
        #expect(try folder.text(of: "Shop") == "mine")
    }

    @Test func `Without a name, with two or with a bad one nothing is written`() async throws {
        #expect(try await new("--sql") == .misused("the package needs a name."))
        #expect(try await new("Shop", "Tea") == .misused("a package has one name."))
        #expect(try await new("Shop", "--mongo") == .misused("there is no option --mongo."))
        #expect(try await new("my-shop").status == 1)
        #expect(try await new("..").status == 1)
        #expect(try await new("Shop", "--elmwood", "nowhere").status == 1)
        #expect(folder.files.isEmpty)
    }

    @Test func `An option with a value it has not, or without one it has, is refused`() async throws {
        #expect(try await new("Shop", "--sql=yes") == .misused("there is no option --sql=yes."))
        #expect(try await new("Shop", "--elmwood") == .misused("--elmwood needs a value."))
        #expect(try await new("Shop", "--elmwood=") == .misused("--elmwood needs a value."))
        #expect(folder.files.isEmpty)
    }

    @Test func `A value may follow an equals sign, and have one itself`() async throws {
        try folder.makeCheckout("a=b")
        #expect(try await new("Shop", "--elmwood=a=b").status == 0)
        #expect(try folder.text(of: "Shop/Package.swift").contains("path: \"../a=b\""))
    }

    @Test func `Every word after two dashes is a name`() async throws {
        let outcome = try await new("--", "--sql")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("elmwood: “--sql” cannot be the name of a Swift module."))
        #expect(try await new("--", "Shop").status == 0)
    }

    @Test(arguments: [
        ("my sites/Shop", "'my sites/Shop'"), ("sites/Shop", "sites/Shop"), ("it's/Shop", #"'it'\''s/Shop'"#),
    ])
    func `The commands to go on with begin in the folder as it was given, as a word of the shell`(
        path: String,
        word: String
    ) async throws {
        let outcome = try await new(path)
        #expect(outcome.output.hasPrefix("The package Shop is written. Next:\n\n    cd \(word)\n    ./dev run "))
        #expect(outcome.errors == "")
    }

    @Test func `A path that begins with a dash is no option of cd`() async throws {
        #expect(try await new("--", "-sites/Shop").output.contains("    cd ./-sites/Shop\n"))
    }

    // A limit of files' sizes makes writing the longer ones fail, as a full disk does, and lets what the script says be written.
    @Test func `If a file cannot be written, nothing is left, nor the folders that were made for it`() async throws {
        let outcome = try await new("sites/tea/Shop", setup: "trap '' XFSZ && ulimit -f 1")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("the message above says why. Nothing is left of it.\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Shop", withIntermediateDirectories: false)
        #expect(try await new("Shop", setup: "trap '' XFSZ && ulimit -f 1").status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Shop").isEmpty)
        #expect(try await new("Shop").status == 0)
    }

    @Test func `A folder that cannot be made is reported`() async throws {
        try folder.write("mine", to: "sites")
        let outcome = try await new("sites/Shop")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("the message above says why. Nothing is left of it.\n"))
        #expect(folder.files == ["sites"])
    }

    @Test func `If it is ended meanwhile, nothing is left`() async throws {
        let awk = #"'#!/bin/sh\nkill -TERM $PPID\nexec /usr/bin/awk "$@"\n'"#
        let setup = "mkdir tools && printf \(awk) >tools/awk && chmod +x tools/awk && export PATH=\"$PWD/tools:$PATH\""
        let outcome = try await new("sites/Shop", setup: setup)
        #expect(outcome.status == 143)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tools"])
    }

    @Test func `It needs neither Swift nor git nor a home`() async throws {
        let tools = ["awk", "cat", "chmod", "grep", "ls", "mkdir", "mktemp", "mv", "rm", "rmdir", "sed", "tr"]
        let links = tools.map { "ln -s \"$(command -v \($0))\" tools/\($0)" }.joined(separator: " && ")
        let setup = "mkdir tools && \(links) && export PATH=\"$PWD/tools\" && unset HOME"
        let outcome = try await new("Shop", "--sql", "--shared", "--accounts", setup: setup)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
    }
}
