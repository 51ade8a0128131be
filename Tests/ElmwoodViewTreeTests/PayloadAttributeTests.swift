import ElmwoodFormData
import Testing

@testable import ElmwoodViewTree

/// The attributes of events with payloads, and what their types declare.
@Suite struct PayloadAttributeTests {
    enum Message: Codable, Equatable, Sendable { case done }
    enum Mode: String, CaseIterable, Decodable, Sendable { case draw, erase }
    enum Open: String, Decodable, Sendable { case yes, no }
    struct Name: Decodable, Sendable {
        var text: String;
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }

    struct All: EventPayload {
        var x: Double
        var count: Int?
        var shiftKey: Bool
        var mode: Mode
        var name: Name
        var file: UploadedFile
        var files: [UploadedFile]
        var note: String?
    }
    struct Nested: EventPayload { struct Inner: Decodable, Sendable { var a: Int }; var inner: Inner }
    struct List: EventPayload { var texts: [String] }
    struct Closed: EventPayload { var open: Open }
    struct Nothing: EventPayload {}
    struct Renamed: EventPayload {
        var value: Int
        enum CodingKeys: String, CodingKey { case value = "a,b" }
    }

    private func html(_ attributes: Attribute<Message>...) throws -> (text: String, diagnostics: [String]) {
        let rendering = try Rendering.render { element(attributes) }
        return (rendering.htmlText, rendering.diagnostics)
    }

    private func element(_ attributes: [Attribute<Message>]) -> Html<Message> {
        attributes.count == 1 ? div(attributes[0]) {} : div(attributes[0], attributes[1]) {}
    }

    @Test func `The members of a payload are its stored properties, with their kinds`() throws {
        let members = try PayloadShape.of(All.self).members
        #expect(members.map(\.name) == ["x", "count", "shiftKey", "mode", "name", "file", "files", "note"])
        #expect(members.map(\.kind) == [.number, .number, .boolean, .text, .text, .file, .files, .text])
        #expect(members.filter(\.isOptional).map(\.name) == ["count", "note"])
        #expect(try PayloadShape.of(Nothing.self).members.isEmpty)
    }

    @Test func `The script reads the event's name, its members, its keys and what does the same without it`() throws {
        let written = try html(
            .onKeyDown("keys", [.arrows, .key("K", [.control, .shift]), .key(",")], otherwise: .needsScript) {
                (_: KeyPress) in .done
            }
        )
        #expect(
            written.text
                == "<div data-payload data-on-keydown=\" keys key,code,altKey,ctrlKey,metaKey,shiftKey,repeat "
                + "arrowup,arrowdown,arrowleft,arrowright,control+shift+k,comma -\"></div>"
        )
        #expect(written.diagnostics == [])
    }

    @Test func `An element has the mark of its payloads once`() throws {
        let written = try html(
            .onPointerDown("a", otherwise: .needsScript) { (_: Nothing) in .done },
            .onPointerUp("b", otherwise: .needsScript) { (_: Nothing) in .done }
        )
        #expect(
            written.text
                == "<div data-payload data-on-pointerdown=\" a   -\" data-on-pointerup=\" b   -\"></div>"
        )
    }

    @Test func `A payload that no event could have is left out, with the reason`() throws {
        let wrong: [(Attribute<Message>, String)] = [
            (.onClick("a", otherwise: .needsScript) { (_: Nested) in .done }, "members of their own"),
            (.onClick("a", otherwise: .needsScript) { (_: List) in .done }, "no lists"),
            (.onClick("a", otherwise: .needsScript) { (_: Closed) in .done }, "CaseIterable"),
            (.onClick("a", otherwise: .needsScript) { (_: Renamed) in .done }, "names of the DOM"),
            (.onClick("a b", otherwise: .needsScript) { (_: Nothing) in .done }, "without white space"),
            (.onClick("", otherwise: .needsScript) { (_: Nothing) in .done }, "without white space"),
        ]
        for (attribute, reason) in wrong {
            let written = try html(attribute)
            #expect(written.text == "<div></div>")
            #expect(written.diagnostics.first?.contains(reason) == true, "\(written.diagnostics)")
        }
    }

    @Test func `A view is told of names that it has twice, and of forms and links that it lacks`() throws {
        let rendering = try Rendering.render {
            div(.onClick("one", otherwise: .form("there")) { (_: Nothing) in Message.done }) {}
            div(.onClick("one", otherwise: .form("gone")) { (_: Nothing) in Message.done }) {}
            div(.onClick("two", otherwise: .link("way")) { (_: Nothing) in Message.done }) {}
            div(.onClick("three", otherwise: .link("lost")) { (_: Nothing) in Message.done }) {}
            section(.hidden) { div(.onClick("two", otherwise: .link("way")) { (_: Nothing) in Message.done }) {} }
            form("there", .onSubmit(Message.done)) { button { "Send" } }
            section { p { a(.href("/"), .id("way")) { "Way" } } } as Html<Message>
        }
        #expect(rendering.diagnostics.count == 3)
        #expect(rendering.diagnostics.contains { $0.contains("Several events are named “one”") })
        #expect(rendering.diagnostics.contains { $0.contains("no form named “gone”") })
        #expect(rendering.diagnostics.contains { $0.contains("no link with the id “lost”") })
    }

    @Test func `A pause is written in milliseconds`() throws {
        #expect(try html(.throttle(.milliseconds(250))).text == "<div data-throttle=\"250\"></div>")
        #expect(
            try html(.preventsDefault, .stopsPropagation).text
                == "<div data-prevents-default data-stops-propagation></div>"
        )
    }

    @Test func `An event is added, changed and removed by a patch`() throws {
        func view(_ name: String?) throws -> Rendering {
            try Rendering.render {
                div(
                    .id("a"),
                    name.map { .onClick($0, otherwise: .needsScript) { (_: Nothing) in Message.done } } ?? .none
                ) { "text" }
            }
        }
        func patch(_ old: String?, _ new: String?) throws -> String {
            String(decoding: try view(new).patch(from: view(old)), as: UTF8.self)
        }
        #expect(try patch(nil, "b").contains("data-payload"))
        #expect(try patch("b", "c").contains(" c   -"))
        #expect(try patch("b", nil).contains("\"data-payload\",0"))
    }
}
