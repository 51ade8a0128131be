import ElmwoodFormData
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// The events of a live page.
struct PageActionTests {
    private func list(_ fields: KeyValuePairs<String, String>) throws(Refusal) -> [PageAction] {
        try PageAction.list(FormData(fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) }))
    }

    @Test func `A list of events is read in order, each with its fields`() throws {
        let actions = try list([
            "event": "7 message 0 rename(id:3,name:\"Bob Ross\")",
            "event": "8 change 1 count", "count": "42",
            "event": "9 form-input 2 register\nemail", "email": "bob@", "email": "ann@",
            "event": "10 submit 1 new-todo", "event": "a field of that name",
            "event": "11 page 0 visible",
        ])
        #expect(
            actions == [
                PageAction(sequence: 7, kind: .message("rename(id:3,name:\"Bob Ross\")")),
                PageAction(
                    sequence: 8,
                    kind: .edit(control: "count", form: nil, isInput: false),
                    fields: [.init(name: "count", value: .text("42"))]
                ),
                PageAction(
                    sequence: 9,
                    kind: .edit(control: "email", form: "register", isInput: true),
                    fields: [.init(name: "email", value: .text("bob@")), .init(name: "email", value: .text("ann@"))]
                ),
                PageAction(
                    sequence: 10,
                    kind: .submit(form: "new-todo"),
                    fields: [.init(name: "event", value: .text("a field of that name"))]
                ),
                PageAction(sequence: 11, kind: .page("visible")),
            ]
        )
    }

    @Test(arguments: [
        "", "x", "1 message 0", "1 message 1 text", "0 message 0 a", "-1 message 0 a", "1 message -1 a", "1 dance 0 a",
        "1 form-change 0 register", "99999999999999999999 message 0 a", "1 message 99999999999999999999 a",
    ])
    func `A malformed event is refused with a sentence`(head: String) {
        #expect(throws: Refusal.self) { try list(["event": head]) }
    }

    @Test func `The lines of an event may end with CR LF`() throws {
        let actions = try list(["event": "1 form-change 1 register\r\nemail", "email": "bob@example.org"])
        #expect(actions.first?.kind == .edit(control: "email", form: "register", isInput: false))
    }

    @Test func `The numbers of events increase, and other fields and too many events are refused`() {
        #expect(throws: Refusal.self) { try list(["event": "2 message 0 a", "event": "1 message 0 a"]) }
        #expect(throws: Refusal.self) { try list(["event": "2 message 0 a", "event": "2 message 0 a"]) }
        #expect(throws: Refusal.self) { try list(["count": "42"]) }
        #expect(throws: Refusal.self) {
            try PageAction.list(
                FormData((1...65).map { .init(name: "event", value: .text("\($0) message 0 a")) })
            )
        }
    }

    // MARK: - The contract

    private func contract(
        name: String = "Bob",
        isOn: Bool = false,
        isLocked: Bool = false
    ) throws -> Contract {
        try Contract {
            input(.name("name"), .value(name), .maxlength(5), .readonly(isLocked), .onChange(Message.rename))
            input(.name("search"), .required, .onInput(Message.rename))
            input(.name("on"), .type(.checkbox), .checked(isOn), .onChange(Message.tick))
            input(.name("size"), .type(.radio), .value("1"), .checked, .onChange(Message.resize))
            input(.name("size"), .type(.radio), .value("2"), .onChange(Message.resize))
            form("add", .onSubmit(Message.add)) {
                input(.name("title"), .required, .maxlength(3), .onInput(Message.rename))
                input(.name("isUrgent"), .type(.checkbox))
            }
            button("+", .increment)
            button("−", .decrement, .disabled(true))
        }
    }

    private func outcome(
        _ contract: Contract,
        _ kind: PageAction.Kind,
        _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Outcome {
        let fields = fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) }
        return try contract.outcome(of: contract.read(PageAction(sequence: 1, kind: kind, fields: fields)))
    }

    @Test func `A message is accepted if a control offers it`() throws {
        #expect(try outcome(contract(), .message("increment")) == .messages([.increment]))
        #expect(try outcome(contract(), .message("decrement")) == .refused(409))
        #expect(try outcome(contract(), .message("internalOnly")) == .refused(409))
    }

    @Test func `A changed control sends its message, whatever the view shows`() throws {
        let change = PageAction.Kind.edit(control: "name", form: nil, isInput: false)
        #expect(try outcome(contract(), change, ["name": "Eve"]) == .messages([.rename("Eve")]))
        #expect(try outcome(contract(), change, ["name": "Bob"]) == .messages([.rename("Bob")]))
        let input = PageAction.Kind.edit(control: "search", form: nil, isInput: true)
        #expect(try outcome(contract(), input, ["search": "elm"]) == .messages([.rename("elm")]))
    }

    @Test func `A field of a plain form sends its input, and is refused in a post`() throws {
        let contract = try Contract { form(.action("/search")) { input(.name("q"), .onInput(Message.rename)) } }
        let typing = PageAction.Kind.edit(control: "q", form: nil, isInput: true)
        #expect(try outcome(contract, typing, ["q": "elm"]) == .messages([.rename("elm")]))
        #expect(try contract.post(["q": "elm"]) == .refused(409))
    }

    @Test func `An absent checkbox was unticked`() throws {
        let change = PageAction.Kind.edit(control: "on", form: nil, isInput: false)
        #expect(try outcome(contract(isOn: true), change) == .messages([.tick(false)]))
        #expect(try outcome(contract(), change, ["on": "on"]) == .messages([.tick(true)]))
    }

    @Test func `The chosen radio button of a group sends its message`() throws {
        let change = PageAction.Kind.edit(control: "size", form: nil, isInput: false)
        #expect(try outcome(contract(), change, ["size": "2"]) == .messages([.resize(2)]))
        #expect(try outcome(contract(), change, ["size": "3"]) == .refused(409))
    }

    @Test func `A field of a typed form is checked separately`() throws {
        let input = PageAction.Kind.edit(control: "title", form: "add", isInput: true)
        #expect(try outcome(contract(), input, ["title": "Elm"]) == .messages([.rename("Elm")]))
        let sentence = "Please use at most 3 characters; there are 4."
        #expect(
            try outcome(contract(), input, ["title": "Milk"])
                == .problems([Problem(form: "add", field: "title", sentence: sentence)])
        )
    }

    @Test func `A typed form is decoded as a whole`() throws {
        let submit = PageAction.Kind.submit(form: "add")
        let todo = NewTodo(title: "Elm", priority: nil, isUrgent: true)
        #expect(try outcome(contract(), submit, ["title": "Elm", "isUrgent": "on"]) == .messages([.add(todo)]))
        #expect(try outcome(contract(), submit, ["title": ""]).sentences.count == 1)
        #expect(try outcome(contract(), submit, ["title": "Elm", "name": "Eve"]) == .refused(409))
        #expect(try outcome(contract(), submit, ["title": "Elm", "message": "increment"]) == .refused(409))
        #expect(try outcome(contract(), .submit(form: "gone")) == .refused(409))
    }

    @Test func `Events that the view does not subscribe to are refused`() throws {
        #expect(
            try outcome(contract(), .edit(control: "name", form: nil, isInput: true), ["name": "E"]) == .refused(409)
        )
        #expect(try outcome(contract(), .edit(control: "gone", form: nil, isInput: false)) == .refused(409))
        #expect(try outcome(contract(), .edit(control: "title", form: "gone", isInput: true)) == .refused(409))
        #expect(
            try outcome(contract(isLocked: true), .edit(control: "name", form: nil, isInput: false), ["name": "E"])
                == .refused(409)
        )
        #expect(try outcome(contract(), .page("visible")) == .refused(409))
    }
}
