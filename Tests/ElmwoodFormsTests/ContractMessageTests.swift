import ElmwoodFormData
import ElmwoodMessageText
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// The messages that a post may contain.
struct ContractMessageTests {
    private func rows(_ ids: [Int]) throws -> Contract {
        try Contract {
            button("+", .increment)
            button("−", .decrement, .disabled)
            for id in ids { button("×", .remove(id: id)) }
            span(.onDoubleClick(.count(7))) { "edit" }
        }
    }

    @Test func `A message that a control offers is applied`() throws {
        let contract = try rows([1, 2])
        #expect(try contract.post(["message": "increment"]) == .messages([.increment]))
        #expect(try contract.post(["message": "remove(id:2)"]) == .messages([.remove(id: 2)]))
        #expect(try contract.post(["message": "count(7)"]) == .messages([.count(7)]))
    }

    @Test func `Several messages are applied in order`() throws {
        let outcome = try rows([1]).post(["message": "remove(id:1)", "message": "increment", "message": "increment"])
        #expect(outcome == .messages([.remove(id: 1), .increment, .increment]))
    }

    @Test func `A message that no control offers is refused`() throws {
        let contract = try rows([1, 2])
        for text in [
            "internalOnly", "remove(id:3)", "remove(id: 1)", "Increment", "", "increment ", "count(8)", "(", "\u{0}",
        ] {
            #expect(try contract.post(["message": text]) == .refused(409), "\(text)")
        }
        // All messages are applied, or none.
        #expect(try contract.post(["message": "increment", "message": "remove(id:9)"]) == .refused(409))
    }

    @Test func `A message of an outdated page is refused, and not applied to another row`() throws {
        #expect(try rows([1, 3]).post(["message": "remove(id:2)"]) == .refused(409))
    }

    @Test func `A disabled control offers nothing`() throws {
        #expect(try rows([]).post(["message": "decrement"]) == .refused(409))
        let contract = try Contract {
            fieldset(.disabled) {
                legend {
                    button("in the legend", .increment)
                    fieldset(.disabled) { button("nested", .count(1)) }
                }
                legend { button("second legend", .count(2)) }
                button("in the set", .decrement)
                div { button("deeper", .count(3)) }
                fieldset { legend { button("legend of another", .count(4)) } }
            }
        }
        #expect(try contract.post(["message": "increment"]) == .messages([.increment]))
        for text in ["decrement", "count(1)", "count(2)", "count(3)", "count(4)"] {
            #expect(try contract.post(["message": text]) == .refused(409), "\(text)")
        }
    }

    @Test func `A hidden or inert subtree offers nothing`() throws {
        let contract = try Contract {
            div(.hidden) { p { button("hidden", .increment) } }
            div(.inert) { button("inert", .decrement) }
            button("itself", .count(1), .hidden)
            template { button("template", .count(2)) }
            div(.attribute("hidden", "until-found")) { button("findable", .count(3)) }
        }
        for text in ["increment", "decrement", "count(1)", "count(2)"] {
            #expect(try contract.post(["message": text]) == .refused(409), "\(text)")
        }
        #expect(try contract.post(["message": "count(3)"]) == .messages([.count(3)]))
    }

    @Test func `The message of a form cannot be sent without its fields`() throws {
        let contract = try Contract {
            form("buy", .onSubmit(.increment)) { input(.name("card"), .required) }
        }
        #expect(try contract.post(["message": "increment"]) == .refused(409))
        #expect(try contract.post(["form": "buy"]).sentences == ["Please fill this in."])
        #expect(try contract.post(["form": "buy", "card": "1"]) == .messages([.increment]))
    }

    @Test func `A post may contain up to 64 messages`() throws {
        let entry = FormData.Entry(name: "message", value: .text("increment"))
        let contract = try rows([])
        #expect(
            try contract.post(FormData(Array(repeating: entry, count: 64)))
                == .messages(Array(repeating: .increment, count: 64))
        )
        #expect(try contract.post(FormData(Array(repeating: entry, count: 65))) == .refused(400))
        let file = UploadedFile(filename: "x", contentType: "y", size: 1, path: "z")
        #expect(try contract.post(FormData([.init(name: "message", value: .file(file))])) == .refused(400))
    }

    @Test func `A post with too many fields is refused`() throws {
        let contract = try Contract { input(.name("a"), .onChange(Message.rename)) }
        let entries = (0..<1_001).map { FormData.Entry(name: "a\($0)", value: .text("")) }
        #expect(try contract.post(FormData(entries)) == .refused(400))
    }

    @Test func `An unknown field is refused`() throws {
        #expect(try rows([]).post(["message": "increment", "admin": "true"]) == .refused(409))
        #expect(try rows([]).post(["csrf": "1"]) == .refused(409))
        #expect(try rows([]).post([:]) == .messages([]))
    }

    @Test func `The offered messages and forms can be written as JSON`() throws {
        let contract = try Contract {
            title { "My \"page\"" }
            button("+", .increment)
            button("−", .decrement, .disabled)
            form("new", .onSubmit(Message.add)) {
                label {
                    "Title"; input(.name("title"), .required, .maxlength(9), .value("a\\b"))
                }
                input(.type(.hidden), .name("secret"), .value("s"))
                input(.type(.password), .name("pass"), .value("p"))
                select(.name("priority")) {
                    option("Low", value: "1")
                    option("High", value: "2", selected: true)
                }
            }
            label("Name", for: "n")
            input(.id("n"), .onChange(Message.rename), .value("Bob"))
        }
        let problem = Problem(form: "new", field: "title", sentence: "No.\u{1}")
        let shared = [
            SharedModelOnPage(program: "Room", key: "a\"b"),
            SharedModelOnPage(program: "Room", key: "", name: "Ada", value: Array(#"{"lines":[]}"#.utf8)),
        ]
        let bytes = contract.json(problems: [problem], notices: ["Saved."], shared: shared)
        let json = String(decoding: bytes, as: UTF8.self)
        #expect(
            json == #"{"title":"My \"page\"","messages":[{"message":"increment","label":"+"}],"forms":[{"name":"new","#
                + #""fields":[{"name":"title","type":"text","label":"Title","value":"a\\b","required":true,"maxlength":"9"},"#
                + #"{"name":"pass","type":"password"},{"name":"priority","type":"select","options":"#
                + #"[{"value":"1","label":"Low"},{"value":"2","label":"High","selected":true}]}]}],"fields":"#
                + #"[{"name":"n","type":"text","label":"Name","value":"Bob"}],"#
                + #""problems":[{"form":"new","field":"title","sentence":"No.\u0001"}],"notices":["Saved."],"#
                + #""shared":[{"program":"Room","key":"a\"b"},{"program":"Room","key":"","name":"Ada","model":{"lines":[]}}]}"#
        )
        #expect(contract.offerLines == ["message=increment", "form=new with title, pass, priority", "n=…"])
    }
}
