import Foundation
import Testing

@testable import ElmwoodCommand

/// The lines of a template that say what only some packages have.
struct NewTemplateTests {
    /// Writes a package from a template whose `README.md` is this text, and returns that file.
    private static func text(_ template: String, _ parts: Set<PackagePart>) async throws -> String {
        let folder = try TemporaryFolder()
        try folder.makeCheckout("elmwood")
        let copy = folder.url.appending(path: "elmwood/\(NewScript.folder)")
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: NewScript.checkout.appending(path: NewScript.folder), to: copy)
        try Data(template.utf8).write(to: copy.appending(path: "Template/README.md"))
        let script = NewScript(checkout: folder.url.appending(path: "elmwood"))
        let outcome = try await script(["Tea"] + parts.map { "--\($0.rawValue)" }, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try folder.text(of: "Tea/README.md")
    }

    @Test func `Lines of a condition are written if one of its words applies`() async throws {
        let text = "a\n//: if sql or accounts\nb\n//: end\nc\n"
        #expect(try await Self.text(text, [.accounts]) == "a\nb\nc\n")
        #expect(try await Self.text(text, [.shared]) == "a\nc\n")
    }

    @Test func `Conditions are comments in a file's own way`() async throws {
        let text = "#: if sql\na\n#: end\n/*: if sql */\nb\n/*: end */\n<!--: if sql -->\nc\n<!--: end -->\n"
        #expect(try await Self.text(text, [.sql]) == "a\nb\nc\n")
        #expect(try await Self.text(text, []) == "")
    }

    @Test func `A condition within another one applies with it only`() async throws {
        let text = "//: if sql\na\n//: if shared\nb\n//: end\n//: end\nc\n"
        #expect(try await Self.text(text, [.sql, .shared]) == "a\nb\nc\n")
        #expect(try await Self.text(text, [.shared]) == "c\n")
    }

    @Test func `The only element of a list has no comma behind it`() async throws {
        let text = "[\n    //: list\n    a(\n        b,\n    ),\n    //: if sql\n    c,\n    //: end\n    //: end\n]\n"
        #expect(try await Self.text(text, []) == "[\n    a(\n        b,\n    )\n]\n")
        #expect(try await Self.text(text, [.sql]) == "[\n    a(\n        b,\n    ),\n    c,\n]\n")
    }

    @Test func `Other comments stay as they are`() async throws {
        let text = "// if sql\n# a: end\n/* end */\n//: unless sql\n//:\n\\n & $HOME %s\n"
        #expect(try await Self.text(text, []) == text)
    }
}
