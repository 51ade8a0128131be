import Testing

@testable import ElmwoodCommand

struct ArgumentsTests {
    private func arguments(_ words: String...) throws -> Arguments {
        try Arguments(words, flags: ["--sql"], values: ["--elmwood"], usage: "Usage")
    }

    @Test func `Words are sorted into operands, flags and values`() throws {
        let arguments = try arguments("Shop", "--sql", "--elmwood", "../elmwood")
        #expect(arguments.operands == ["Shop"])
        #expect(arguments.flags == ["--sql"])
        #expect(arguments.values == ["--elmwood": "../elmwood"])
    }

    @Test func `A value may follow an equals sign, and have one itself`() throws {
        #expect(try arguments("--elmwood=a=b").values == ["--elmwood": "a=b"])
    }

    @Test func `Every word after two dashes is an operand`() throws {
        #expect(try arguments("--", "--sql", "-x").operands == ["--sql", "-x"])
    }

    @Test func `An unknown option is refused`() {
        #expect(throws: UsageError("there is no option --colour.", usage: "Usage")) { try arguments("--colour") }
        #expect(throws: UsageError("there is no option --sql=yes.", usage: "Usage")) { try arguments("--sql=yes") }
    }

    @Test func `An option without its value is refused`() {
        #expect(throws: UsageError("--elmwood needs a value.", usage: "Usage")) { try arguments("--elmwood") }
        #expect(throws: UsageError("--elmwood needs a value.", usage: "Usage")) { try arguments("--elmwood=") }
    }
}
