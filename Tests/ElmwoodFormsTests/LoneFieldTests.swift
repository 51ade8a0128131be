import ElmwoodFormData
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// Fields outside of forms: the visitor's changes, and changes of the model since the page was rendered.
struct LoneFieldTests {
    private func contract(name: String = "Bob", size: Int = 5, isOn: Bool = false) throws -> Contract {
        try Contract {
            input(.name("name"), .value(name), .maxlength(5), .onChange(Message.rename))
            input(.id("size"), .type(.number), .value(size), .max(10), .onChange(Message.resize))
            input(.name("on"), .type(.checkbox), .checked(isOn), .onChange(Message.tick))
            button("+", .increment)
        }
    }

    @Test func `A changed field sends its message, and an unchanged one sends none`() throws {
        #expect(try contract().post(["name": "Eve"]) == .messages([.rename("Eve")]))
        #expect(try contract().post(["name": "Bob", "size": "5"]) == .messages([]))
        #expect(try contract().post(["on": "on"]) == .messages([.tick(true)]))
    }

    @Test func `Changes precede messages, and are applied in document order`() throws {
        let outcome = try contract().post(["message": "increment", "on": "on", "size": "7", "name": "Eve"])
        #expect(outcome == .messages([.rename("Eve"), .resize(7), .tick(true), .increment]))
    }

    @Test func `An unchanged field does not undo a newer change of the model`() throws {
        // The visitor's page showed Bob and 5, unticked. The model now contains Ann and 6, ticked.
        let now = try contract(name: "Ann", size: 6, isOn: true)
        let rendered = marks(["name": "Bob", "size": "5"])
        #expect(try now.post(["name": "Bob", "size": "5", "rendered": rendered]) == .messages([]))
        #expect(try now.post(["name": "Eve", "size": "5", "rendered": rendered]) == .messages([.rename("Eve")]))
        #expect(try now.post(["name": "Ann", "size": "5", "rendered": rendered]) == .messages([]))
    }

    @Test func `An unticked checkbox is a change only if the page says that it was ticked`() throws {
        let now = try contract(isOn: true)
        let page = marks(["name": "Bob", "size": "5", "on": "on"])
        #expect(try now.post(["name": "Bob", "size": "5", "rendered": page]) == .messages([.tick(false)]))
        #expect(try now.post(["name": "Bob"]) == .messages([]))
    }

    @Test func `A field that no longer exists is ignored if it was not changed`() throws {
        let now = try Contract { button("+", .increment) }
        let rendered = marks(["name": "Bob"])
        #expect(try now.post(["message": "increment", "name": "Bob", "rendered": rendered]) == .messages([.increment]))
        #expect(try now.post(["message": "increment", "name": "Eve", "rendered": rendered]) == .refused(409))
    }

    @Test func `Constraints are enforced, and a post is applied as a whole or not at all`() throws {
        let outcome = try contract().post(["name": "too long", "size": "11", "message": "increment"])
        #expect(
            outcome
                == .problems([
                    Problem(field: "name", sentence: "Please use at most 5 characters; there are 8."),
                    Problem(field: "size", sentence: "Please enter a number that is at most 10."),
                ])
        )
        #expect(try contract().post(["size": "", "name": "Eve"]).sentences == ["Please enter a number."])
        #expect(try contract().post(["name": "Eve", "message": "decrement"]) == .refused(409))
    }

    @Test func `A change of a field that cannot be changed is refused`() throws {
        let contract = try Contract {
            input(.name("a"), .value("1"), .readonly, .onChange(Message.rename))
            input(.name("b"), .value("1"), .disabled, .onChange(Message.rename))
            input(.name("c"), .value("1"), .type(.hidden), .onChange(Message.rename))
            div(.hidden) { input(.name("d"), .value("1"), .onChange(Message.rename)) }
            input(.name("e"), .value("1"))
        }
        for name in ["a", "b", "c", "d", "e"] {
            #expect(try contract.post(FormData([.init(name: name, value: .text("2"))])) == .refused(409), "\(name)")
        }
        #expect(try contract.post(["a": "1", "c": "1", "d": "1"]) == .messages([]))
    }

    @Test func `A radio button or option sends the message of the chosen one`() throws {
        func contract(_ chosen: String) throws -> Contract {
            try Contract {
                for value in ["a", "b", "c"] {
                    input(
                        .type(.radio),
                        .name("r"),
                        .value(value),
                        .checked(value == chosen),
                        .onChange(Message.rename)
                    )
                }
                select(.name("s"), .multiple, .onChange(Message.choose)) {
                    for value in ["a", "b", "c"] { option(value, value: value, selected: value == chosen) }
                }
            }
        }
        let page = marks(["r": "a", "s": "a"])
        #expect(try contract("a").post(["r": "b", "s": "a", "rendered": page]) == .messages([.rename("b")]))
        #expect(try contract("a").post(["r": "a", "rendered": page]) == .messages([.choose([])]))
        #expect(
            try contract("a").post(["r": "a", "s": "a", "s": "c", "rendered": page])
                == .messages([.choose(["a", "c"])])
        )
        // The model has moved to c since, and the visitor changed nothing.
        #expect(try contract("c").post(["r": "a", "s": "a", "rendered": page]) == .messages([]))
        #expect(try contract("a").post(["r": "d"]) == .refused(409))
        #expect(try contract("a").post(["s": "d"]) == .refused(409))
    }

    @Test func `A message without payload is sent when its field changes`() throws {
        let contract = try Contract { input(.type(.checkbox), .name("done"), .onChange(.remove(id: 3))) }
        #expect(try contract.post(["done": "on"]) == .messages([.remove(id: 3)]))
    }

    @Test func `Values for another number of rows are refused`() throws {
        let contract = try Contract {
            for id in 1...2 {
                input(.name("qty"), .value(id), .onChange { (count: Int) in Message.reach(id * 100 + count) })
            }
        }
        #expect(try contract.post(["qty": "1", "qty": "9"]) == .messages([.reach(209)]))
        #expect(try contract.post(["qty": "9"]) == .refused(409))
        #expect(try contract.post(["qty": "1", "qty": "2", "qty": "9"]) == .refused(409))
    }

    @Test func `Malformed hashes of rendered fields are refused`() throws {
        for text in ["A", "AAAAA!", "=AAAAA"] {
            #expect(try contract().post(["rendered": text]) == .refused(400))
        }
        #expect(
            try PostParts.marks(marks(["a": "1", "b": "2"])) == [
                fieldHash(name: "a".utf8, value: "1".utf8), fieldHash(name: "b".utf8, value: "2".utf8),
            ]
        )
    }

    @Test func `A page that is posted unchanged sends no message`() throws {
        let view = {
            body {
                input(.name("a"), .value("x"), .onChange(Message.rename))
                textarea(.name("b"), .onChange(Message.rename)) { "one\ntwo" }
                input(.type(.checkbox), .name("c"), .checked(true), .onChange(Message.tick))
                select(.name("d"), .onChange(Message.rename)) { option("First", value: "1") }
            }
        }
        let rendering = try Rendering.render { () -> Html<Message> in view() }
        let html = String(decoding: rendering.html(), as: UTF8.self)
        let rest = try #require(html.split(separator: "name=\"rendered\" value=\"").last)
        let rendered = String(rest.prefix { $0 != "\"" })
        let post: KeyValuePairs = ["a": "x", "b": "one\r\ntwo", "c": "on", "d": "1", "rendered": rendered]
        #expect(try Contract(rendering).post(post) == .messages([]))
        #expect(rendered.count == 24)
    }
}
