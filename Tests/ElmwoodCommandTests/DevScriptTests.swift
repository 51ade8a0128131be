import ElmwoodTestSupport
import Foundation
import Testing

@testable import ElmwoodCommand

/// What the project's script `dev` says on a machine that lacks something.
struct DevScriptTests {
    /// A machine with the tools of every system, a toolchain that builds nothing, and what a test gives it besides.
    struct BareMachine {
        static let tools = ["awk", "basename", "cat", "df", "dirname", "env", "grep", "head", "id", "sed", "sh", "tr"]

        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            let script = try String(contentsOf: NewScript.checkout.appending(path: "dev"), encoding: .utf8)
            try folder.write(script, to: "elmwood/dev")
            try folder.write("", to: "elmwood/Sources/Examples/Counter/Counter.swift")
            try folder.write("", to: "bin/.keep")
            for tool in Self.tools {
                let path = try #require(["/bin", "/usr/bin"].map { "\($0)/\(tool)" }.first(where: isExecutable))
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder.path)/bin/\(tool)",
                    withDestinationPath: path
                )
            }
            try give("swift", #"[ "$1" = --version ] && echo "Swift version 6.2.1""#)
            try give("sudo", #"exec env "$@""#)
        }

        /// Gives the machine a command, whose text is that of the shell.
        ///
        /// A process of its own writes it: a file that this one has open for writing is open in whatever another test starts meanwhile
        /// as well, and for so long the system does not execute it.
        func give(_ name: String, _ text: String) throws {
            let write = #"rm -f "$1" && printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#
            let command = try TestCommand(["/bin/sh", "-c", write, "sh", "\(folder.path)/bin/\(name)", text])
            #expect(command.status() == 0)
        }

        func take(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder.path)/bin/\(name)") }

        func dev(_ words: String) async throws -> NewScript.Outcome {
            let folder = folder.path
            return try await offThePool {
                let line = "PATH='\(folder)/bin' exec /bin/sh elmwood/dev \(words)"
                let result = try TestCommand.run(["/bin/sh", "-c", line], in: folder)
                return NewScript.Outcome(status: result.status, output: result.output, errors: result.errors)
            }
        }
    }

    @Test(arguments: ["run", "test", "timings", "lint", "docs"])
    func `Without Swift it says where that is to be had`(command: String) async throws {
        let machine = try BareMachine()
        try machine.take("swift")
        let outcome = try await machine.dev(command)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("./dev: there is no Swift here. Version 6.2 or later is needed: https://"))
    }

    @Test func `With an older Swift it says which is needed`() async throws {
        let machine = try BareMachine()
        try machine.give("swift", #"echo "Apple Swift version 5.10.1 (swift-5.10.1)""#)
        let outcome = try await machine.dev("run")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("./dev: this is Swift 5.10, and 6.2 or later is needed: https://"))
    }

    @Test func `Without apt it names the packages that are missing`() async throws {
        let outcome = try await BareMachine().dev("run")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                "./dev: there is no apt here. Install what these Debian packages hold, and run this again:"
                    + " pkg-config libmicrohttpd-dev libsodium-dev libsqlite3-dev zlib1g-dev\n"
            )
        )
    }

    @Test func `Without a network it says that nothing was built, and what to do`() async throws {
        let machine = try BareMachine()
        try machine.give("apt-get", "echo 'E: Temporary failure resolving' >&2; exit 100")
        let outcome = try await machine.dev("run")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("E: Temporary failure resolving\n./dev: apt has not installed them"))
        #expect(outcome.errors.contains("Nothing was built. Run this again when that is mended"))
        #expect(!machine.folder.files.contains { $0.contains(".build") })
    }

    @Test func `Without room on the disk it builds nothing`() async throws {
        let machine = try BareMachine()
        try machine.give("pkg-config", "exit 0")
        try machine.give("df", #"printf 'Filesystem\n/dev/disk 9 9 102400 99%% /\n'"#)
        let outcome = try await machine.dev("run")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "./dev: the disk has 100 MB left, and the build needs 2000. Make room, and run this again.\n"
        )
    }

    @Test func `If the disk is full while it builds, it says so, and that it continues there`() async throws {
        let machine = try BareMachine()
        try machine.give("pkg-config", "exit 0")
        try machine.give("df", #"printf 'Filesystem\n/dev/disk 9 9 1024 99%% /\n'"#)
        try machine.folder.write("", to: "elmwood/.build/begun")
        let outcome = try await machine.dev("run")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasSuffix(
                "./dev: the build has failed, and the disk is full. Make room, and run this again: it continues where"
                    + " it stopped.\n"
            )
        )
    }

    @Test(arguments: [
        ("run shop", "there is no example shop, but these: counter"),
        ("run --watch --release", "--watch builds for development, so it does not go with --release."),
        ("run counter poll", "run takes the name of one example, not also: poll"),
        ("test ElmwoodShopTests", "there are no tests ElmwoodShopTests, but these: ElmwoodCounterTests"),
        ("test --browser", "--browser takes a name: chromium, firefox or webkit"),
        ("serve", "there is no command serve."),
    ])
    func `What it does not know it names`(words: String, sentence: String) async throws {
        let machine = try BareMachine()
        try machine.folder.write("", to: "elmwood/Tests/ElmwoodCounterTests/CounterTests.swift")
        let outcome = try await machine.dev(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasSuffix("./dev: \(sentence)\n"))
    }

    @Test func `The list of what test leaves out has each file in a folder LeftOut once, and no other`() throws {
        let tests = NewScript.checkout.appending(path: "Tests")
        let list = try String(contentsOf: tests.appending(path: "left-out"), encoding: .utf8).split(separator: "\n")
        let names = try list.filter { $0.contains("/LeftOut/") }.map { try Regex(String($0.prefix { $0 != "\t" })) }
        let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
            .filter { $0.contains("/LeftOut/") }
        for file in files { #expect(names.count { file.contains($0) } == 1, "\(file)") }
        for name in names { #expect(files.contains { $0.contains(name) }, "\(name)") }
    }
}

private func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
