import ElmwoodTestSupport
import Foundation
import Testing

/// What the compiler says about views with a mistake. Whoever writes a view reads it more often than any page of the reference.
@Suite struct WrongViewTests {
    /// Views with a mistake each, at the line that says what the compiler has to report there.
    private static let views = #"""
        import ElmwoodViewTree

        struct Row: Sendable { var id: Int; var name: String; var count: Int; var note: String? }
        enum Message: Codable, Sendable { case increment, rename(String), remove(id: Int) }
        enum OtherMessage: Codable, Sendable { case close }

        func item(_ row: Row) -> Html<Message> { li { row.name } }
        func footnote() -> Html<OtherMessage> { p { button("Close", .close) } }
        func stored() throws -> Html<Message> { p { "stored" } }

        func misspeltPropertyInTable(_ rows: [Row]) -> Html<Message> {
            table {
                thead { tr { th { "Name" }; th { "Category" } } }
                tbody {
                    for x in rows {
                        tr {
                            td { x.name }
                            td { x.categry }  // value of type 'Row' has no member 'categry'
                        }
                    }
                }
            }
        }
        func misspeltPropertyInMessage(_ rows: [Row]) -> Html<Message> {
            table {
                tbody {
                    for x in rows {
                        tr(.key(x.id)) {
                            td(.class("name")) { x.name }
                            td { button("Remove", .remove(id: x.idd)) }  // value of type 'Row' has no member 'idd'
                        }
                    }
                }
            }
        }
        func misspeltPropertyInText(_ rows: [Row]) -> Html<Message> {
            ul {
                for x in rows {
                    if x.count > 0 {
                        li { "\(x.cout) of \(x.name)" }  // value of type 'Row' has no member 'cout'
                    } else {
                        li { x.name }
                    }
                }
            }
        }
        func misspeltPropertyInAttribute(_ rows: [Row]) -> Html<Message> {
            ul { for x in rows { li(.class(x.kind)) { x.name } } }  // value of type 'Row' has no member 'kind'
        }
        func misspeltMessage() -> Html<Message> {
            div {
                h1 { "Counter" }
                button("+", .incremnt)  // type 'Message' has no member 'incremnt'
            }
        }
        func misspeltHandler() -> Html<Message> {
            div {
                label("Name", for: "name")
                input(.id("name"), .onChange(Message.renam))  // type 'Message' has no member 'renam'
            }
        }
        func misspeltName() -> Html<Message> {
            div { p { nme } }  // cannot find 'nme' in scope
        }
        func misspeltElement() -> Html<Message> {
            ul { lli { "x" } }  // cannot find 'lli' in scope
        }
        func misspeltAttribute() -> Html<Message> {
            nav { ul { li { a(.hrf("/")) { "Home" } } } }  // type 'Attribute<Message>' has no member 'hrf'
        }
        func misspeltValue() -> Html<Message> {
            form("new") { input(.type(.txt)) }  // reference to member 'txt' cannot be resolved
        }
        func textForMessage() -> Html<Message> {
            div {
                p { "Unsaved changes" }
                section { button("Save", "save") }  // cannot convert value of type 'String' to expected argument type 'Message'
            }
        }
        func otherMessage() -> Html<Message> {
            div { button("Close", OtherMessage.close) }  // cannot convert value of type 'OtherMessage' to expected argument type 'Message'
        }
        func partOfOtherMessages() -> Html<Message> {
            div {
                h1 { "Rows" }
                footnote()  // cannot convert value of type 'Html<OtherMessage>' to expected argument type 'Html<Message>'
            }
        }
        func payloadOfOtherType() -> Html<Message> {
            div { button("Rename", .rename(7)) }  // cannot convert value of type 'Int' to expected argument type 'String'
        }
        func payloadWithoutLabel(_ rows: [Row]) -> Html<Message> {
            ul { for x in rows { li { button("Remove", .remove(x.id)) } } }  // missing argument label 'id:' in call
        }
        func numberAsText(_ rows: [Row]) -> Html<Message> {
            ul { for x in rows { li { x.count } } }  // cannot convert value of type 'Int' to expected argument type 'Html<Message>'
        }
        func textForNumber() -> Html<Message> {
            div { input(.maxlength("10")) }  // cannot convert value of type 'String' to expected argument type 'Int'
        }
        func textForCondition() -> Html<Message> {
            div { input(.disabled("yes")) }  // cannot convert value of type 'String' to expected argument type 'Bool'
        }
        func optionalAsText(_ row: Row) -> Html<Message> {
            div { p { row.note } }  // value of optional type 'String?' must be unwrapped
        }
        func optionalPart(_ rows: [Row]) -> Html<Message> {
            div {
                switch rows.count {
                case 0: p { "None" }
                default: p { rows.first.name }  // value of optional type 'Row?' must be unwrapped to refer to member 'name'
                }
            }
        }
        func missingArgument(_ rows: [Row]) -> Html<Message> {
            ul { for x in rows { if x.count > 0 { item() } } }  // missing argument for parameter #1 in call
        }
        func argumentOfOtherType(_ rows: [Row]) -> Html<Message> {
            ul { for x in rows { item(x.name) } }  // cannot convert value of type 'String' to expected argument type 'Row'
        }
        func arrayAsContent(_ rows: [Row]) -> Html<Message> {
            ul { rows.map { item($0) } }  // cannot convert value of type '[Html<Message>]' to expected argument type 'Html<Message>'
        }
        func labelForAttribute() -> Html<Message> {
            div { p(class: "x") { "x" } }  // extraneous argument label 'class:' in call
        }
        func contentOfVoidElement() -> Html<Message> {
            div { img(.alt("x")) { "x" } }  // extra trailing closure passed in call
        }
        func elementNotCalled() -> Html<Message> {
            div { br }  // cannot convert value of type 'HtmlVoidElement' to expected argument type 'Html<Message>'
        }
        func unmarkedThrow() -> Html<Message> {
            div { stored() }  // call can throw, but it is not marked with 'try'
        }
        """#

    @Test func `The compiler names each mistake in a view at its line`() throws {
        let folder = TemporaryFolder()
        let source = URL(filePath: folder.path).appending(path: "Views.swift")
        try Self.views.write(to: source, atomically: true, encoding: .utf8)

        var faults: [Int: [String]] = [:]
        for match in try Self.compilerOutput(source).matches(of: /Views\.swift:(\d+):\d+: error: (.*)/) {
            faults[Int(match.1) ?? 0, default: []].append(String(match.2))
        }
        var expected: [Int: String] = [:]
        for (index, line) in Self.views.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let comment = line.firstRange(of: "  // ") else { continue }
            expected[index + 1] = String(line[comment.upperBound...])
        }
        #expect(expected.count >= 20)
        #expect(Set(faults.keys) == Set(expected.keys))
        for (line, text) in expected.sorted(by: { $0.key < $1.key }) {
            // A mistake may have a second consequence at its line.
            #expect(faults[line]?.contains { $0.hasPrefix(text) } == true, "Line \(line): \(faults[line] ?? [])")
        }
    }

    /// Checks the types of a file beside the modules of this build, and returns what the compiler writes.
    private static func compilerOutput(_ source: URL) throws -> String {
        let build = try TestExecutable.path(of: "")
        return try TestCommand.run([
            "swiftc", "-typecheck", "-swift-version", "6", "-I", build + "Modules", "-Xcc",
            "-fmodule-map-file=\(build)CElmwoodViewTree.build/module.modulemap", source.path,
        ]).errors
    }
}
