import ElmwoodTestSupport
import Testing

@testable import ElmwoodCommand

struct ElmwoodCommandTests {
    @Test(arguments: ["new", "dev", "doctor"])
    func `An unknown option of a command ends with status 2`(command: String) async throws {
        #expect(try await offThePool { ElmwoodCommand.status(of: command, ["--colour"]) } == 2)
    }

    @Test func `An unknown command ends with status 2`() {
        #expect(ElmwoodCommand.status(of: "build", []) == 2)
        #expect(ElmwoodCommand.status(of: "help", ["build"]) == 2)
        #expect(ElmwoodCommand.status(of: "build", ["--help"]) == 2)
    }

    @Test(arguments: ["new", "dev", "doctor"])
    func `Each command explains itself`(command: String) async throws {
        #expect(try await offThePool { ElmwoodCommand.status(of: command, ["--help"]) } == 0)
        #expect(try await offThePool { ElmwoodCommand.status(of: "help", [command]) } == 0)
    }

    @Test func `The version and the help end with status 0`() {
        #expect(ElmwoodCommand.status(of: "--version", []) == 0)
        #expect(ElmwoodCommand.status(of: "help", []) == 0)
    }
}
