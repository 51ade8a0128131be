import Testing

@testable import ClientScript

@Suite struct ClientScriptTests {
    @Test func `the script is named by its content, and is sent compressed`() {
        let script = ClientScript.shared
        #expect(script.address.hasPrefix("/elmwood/") && script.address.hasSuffix(".js"))
        #expect(script.gzipped.prefix(3) == [0x1f, 0x8b, 8])
        #expect(script.gzipped.count <= 6 * 1024)
        #expect(ClientScript("another").address != script.address)
    }

    @Test(arguments: ClientScript.File.allCases)
    func `of a source file all is left but comments, indentation and empty lines`(_ file: ClientScript.File) {
        // What stripping by lines cannot handle must not be there: a comment behind code, a text over several lines.
        let left = ClientScript.stripped(file.source)
        #expect(!left.contains("//") && !left.contains("/*") && !left.contains("*/") && !left.contains("`"))
        #expect(!left.split(separator: "\n").contains { $0.hasPrefix(" ") || $0.hasPrefix("\t") || $0.hasSuffix("\\") })
    }

    @Test func `comments of one line and of several are left out`() {
        let source = "/* One. */\n/**\n * Two.\n */\nlet a = 1;\n\n    // Three.\n    f(a);\n"
        #expect(ClientScript.stripped(source) == "let a = 1;\nf(a);\n")
    }
}
