import Testing

@testable import ElmwoodCommand

struct ArgumentsTests {
    private func arguments(_ words: String...) throws -> Arguments {
        try Arguments(words, values: ["--port"], flags: ["--quiet"], usage: "Usage")
    }

    @Test func `Words are sorted into operands and values`() throws {
        let arguments = try arguments("Shop", "--port", "8081")
        #expect(arguments.operands == ["Shop"])
        #expect(arguments.values == ["--port": "8081"])
    }

    @Test func `A value may follow an equals sign, and have one itself`() throws {
        #expect(try arguments("--port=a=b").values == ["--port": "a=b"])
    }

    @Test func `A flag takes no value`() throws {
        let arguments = try arguments("--quiet", "Shop")
        #expect(arguments.flags == ["--quiet"])
        #expect(arguments.operands == ["Shop"])
        #expect(throws: UsageError("there is no option --quiet=yes.", usage: "Usage")) {
            try self.arguments("--quiet=yes")
        }
    }

    @Test func `Every word after two dashes is an operand`() throws {
        #expect(try arguments("--", "--port", "-x").operands == ["--port", "-x"])
    }

    @Test func `An unknown option is refused`() {
        #expect(throws: UsageError("there is no option --colour.", usage: "Usage")) { try arguments("--colour") }
        #expect(throws: UsageError("there is no option --colour=red.", usage: "Usage")) {
            try arguments("--colour=red")
        }
    }

    @Test func `An option without its value is refused`() {
        #expect(throws: UsageError("--port needs a value.", usage: "Usage")) { try arguments("--port") }
        #expect(throws: UsageError("--port needs a value.", usage: "Usage")) { try arguments("--port=") }
    }
}
