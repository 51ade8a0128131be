import ElmwoodFormData
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// The posts that a typed form accepts, and those that it refuses.
struct TypedFormTests {
    private func todo() throws -> Contract {
        try Contract {
            form("new-todo", .onSubmit(Message.add)) {
                input(.name("title"), .required, .maxlength(10))
                input(.name("priority"), .type(.number), .min(1), .max(5))
                input(.name("isUrgent"), .type(.checkbox))
                button { "Add" }
            }
        }
    }

    @Test func `The fields are decoded into the message`() throws {
        let sent = try todo().post(["form": "new-todo", "title": "Milk", "priority": "3", "isUrgent": "on"])
        #expect(sent == .messages([.add(NewTodo(title: "Milk", priority: 3, isUrgent: true))]))
        let less = try todo().post(["form": "new-todo", "title": "Milk", "priority": ""])
        #expect(less == .messages([.add(NewTodo(title: "Milk", priority: nil, isUrgent: false))]))
    }

    @Test func `All problems are found at once, and the input is retained`() throws {
        let form = FormData([
            .init(name: "form", value: .text("new-todo")), .init(name: "title", value: .text("")),
            .init(name: "priority", value: .text("9")),
        ])
        guard case .problems(let problems, let overlay) = try todo().read(form) else {
            Issue.record("There were no problems.")
            return
        }
        #expect(
            problems == [
                Problem(form: "new-todo", field: "title", sentence: "Please fill this in."),
                Problem(form: "new-todo", field: "priority", sentence: "Please enter a number that is at most 5."),
            ]
        )
        #expect(overlay.fields.map(\.name) == ["title", "priority"])
        #expect(overlay.fields.map(\.form) == ["new-todo", "new-todo"])
        #expect(overlay.problems.map(\.field) == ["title", "priority"])
    }

    @Test func `A field that cannot be decoded is a problem`() throws {
        let contract = try Contract { form("f", .onSubmit(Message.count)) { input(.name("x")) } }
        #expect(try contract.post(["form": "f", "x": "12"]) == .messages([.count(12)]))
        let outcome = try contract.post(["form": "f", "x": "abc"])
        #expect(outcome == .problems([Problem(form: "f", field: "x", sentence: "Please enter a whole number.")]))
        #expect(try contract.post(["form": "f", "x": "1e30"]).sentences == ["This number is too large."])
    }

    @Test func `A property without a control is a mistake of the view, which its author is told`() throws {
        let contract = try Contract {
            form("new-todo", .onSubmit(Message.add)) { input(.name("titel")) }
            form("f", .onSubmit(Message.count)) {
                input(.name("x"))
                input(.name("y"))
            }
        }
        func mistakes(_ fields: [(String, String)]) throws -> [String] {
            let form = FormData(fields.map { .init(name: $0.0, value: .text($0.1)) })
            guard case .problems(let problems, _) = contract.read(form) else { return [] }
            return contract.mistakes(behind: problems)
        }
        #expect(
            try mistakes([("form", "new-todo"), ("titel", "Milk")])
                == [
                    "The message of the form “new-todo” needs a control named “title”. The controls of the form are: titel."
                ]
        )
        #expect(
            try mistakes([("form", "f"), ("x", "1"), ("y", "2")])
                == ["The message of the form “f” takes a single value. The controls of the form are: x, y."]
        )
        // What a visitor can mend is none.
        #expect(
            try todo().mistakes(behind: [Problem(form: "new-todo", field: "title", sentence: "Please fill this in.")])
                .isEmpty
        )
    }

    @Test func `A field that a script has added is a mistake too, whose name is bounded`() throws {
        let contract = try todo()
        func mistakes(_ field: String) throws -> [String] {
            let form = FormData(["form", "title", field].map { .init(name: $0, value: .text("new-todo")) })
            guard case .refused(let refusal) = contract.read(form) else { return [] }
            return contract.mistakes(behind: refusal, in: "new-todo")
        }
        let sentence = try mistakes("cf-turnstile-response").first ?? ""
        #expect(sentence.hasPrefix("The form “new-todo” was sent with a field “cf-turnstile-response” that its view"))
        #expect(try mistakes(String(repeating: "é", count: 500)).first?.utf8.count ?? 0 < 500)
        #expect(contract.mistakes(behind: Refusal(status: 409, sentence: .noMessage), in: nil).isEmpty)
    }

    @Test func `A field that was not rendered is refused`() throws {
        #expect(try todo().post(["form": "new-todo", "title": "x", "isAdmin": "true"]) == .refused(409))
        #expect(try todo().post(["form": "new-todo", "title": "x", "title": "y"]) == .refused(409))
        #expect(try todo().post(["form": "old-todo", "title": "x"]) == .refused(409))
    }

    @Test func `Hidden and read-only fields have to be sent back unchanged`() throws {
        let contract = try formContract {
            input(.type(.hidden), .name("id"), .value("7\nx"))
            input(.name("owner"), .value("Bob"), .readonly)
            textarea(.name("terms"), .readonly) { "a\nb" }
            div(.hidden) {
                input(.name("inner"), .value("i")); input(.type(.checkbox), .name("box"))
            }
        }
        let expected = ["id": ["7\nx"], "owner": ["Bob"], "terms": ["a\nb"], "inner": ["i"]]
        #expect(
            try contract.post(["form": "f", "id": "7\r\nx", "owner": "Bob", "terms": "a\r\nb", "inner": "i"]).fields
                == expected
        )
        #expect(try contract.post(["form": "f"]).fields == expected)
        #expect(try contract.post(["form": "f", "id": "8"]).sentences.count == 1)
        #expect(try contract.post(["form": "f", "owner": "Eve"]) == .refused(409))
        #expect(try contract.post(["form": "f", "terms": "none"]) == .refused(409))
        #expect(try contract.post(["form": "f", "inner": "j"]) == .refused(409))
        #expect(try contract.post(["form": "f", "box": "on"]) == .refused(409))
    }

    @Test func `A disabled field is never part of the post`() throws {
        let contract = try formContract {
            input(.name("a"), .disabled, .value("1"))
            fieldset(.disabled) {
                legend { input(.name("b"), .value("2")) }
                input(.name("c"), .value("3"), .required)
            }
        }
        #expect(try contract.post(["form": "f"]).fields == ["b": ["2"]])
        #expect(try contract.post(["form": "f", "a": "1"]) == .refused(409))
        #expect(try contract.post(["form": "f", "c": "3"]) == .refused(409))
    }

    @Test func `A control elsewhere can belong to a form by its id`() throws {
        let contract = try Contract {
            form("f", .id("theform"), .onSubmit(Message.sent)) { input(.name("x")) }
            form("g", .onSubmit(Message.sent)) {
                input(.name("y"), .form("theform"))
                input(.name("z"))
            }
            input(.name("nowhere"), .form("missing"))
            form(.action("/search"), .id("search")) { input(.name("q")) }
            input(.name("page"), .form("search"))
        }
        #expect(try contract.post(["form": "f", "x": "1", "y": "2"]).fields == ["x": ["1"], "y": ["2"]])
        #expect(try contract.post(["form": "g", "z": "1"]).fields == ["z": ["1"]])
        #expect(try contract.post(["form": "g", "y": "1"]) == .refused(409))
        for name in ["nowhere", "q", "page"] {
            #expect(
                try contract.post(
                    FormData([.init(name: "form", value: .text("f")), .init(name: name, value: .text("1"))])
                ) == .refused(409)
            )
        }
    }

    @Test func `The pressed button sends its own value`() throws {
        let contract = try formContract {
            input(.name("x"))
            button(.name("do"), .value("save")) { "Save" }
            button(.name("do"), .value("drop")) { "Drop" }
            button(.name("do"), .value("never"), .disabled) { "Never" }
            button(.name("do"), .value("plain"), .type(.button)) { "Plain" }
            button("lone", .increment)
            input(.type(.image), .name("map"), .src("/map.png"), .alt("Map"))
        }
        #expect(try contract.post(["form": "f", "x": "1", "do": "drop"]).fields == ["x": ["1"], "do": ["drop"]])
        #expect(try contract.post(["form": "f", "do": "never"]) == .refused(409))
        #expect(try contract.post(["form": "f", "do": "plain"]) == .refused(409))
        #expect(try contract.post(["form": "f", "do": "save", "do": "drop"]) == .refused(400))
        #expect(
            try contract.post(["form": "f", "map.x": "3", "map.y": "4"]).fields == [
                "x": [""], "map": ["3", "4"],
            ]
        )
        #expect(try contract.post(["form": "f", "map.x": "left", "map.y": "4"]) == .refused(409))
        #expect(try contract.post(["message": "increment"]) == .messages([.increment]))
    }

    @Test func `The position of a click on an image is a value under its name`() throws {
        let contract = try Contract {
            form("f", .onSubmit(Message.shot)) {
                input(.type(.image), .name("at"), .src("/map.png"), .alt("Map"))
                input(.type(.image), .name("lines[]"), .src("/map.png"), .alt("Lines"))
                input(.type(.image), .src("/map.png"), .alt("Nameless"))
                input(.type(.image), .name("off"), .src("/map.png"), .alt("Off"), .disabled)
            }
        }
        #expect(
            try contract.post(["form": "f", "at.x": "3", "at.y": "4"])
                == .messages([.shot(Shot(at: .init(x: 3, y: 4)))])
        )
        #expect(
            try contract.post(["form": "f", "lines[].x": "3", "lines[].y": "4"])
                == .messages([.shot(Shot(lines: [.init(x: 3, y: 4)]))])
        )
        #expect(try contract.post(["form": "f", "x": "0", "y": "7"]) == .messages([.shot(Shot(x: 0, y: 7))]))
        #expect(try contract.post(["form": "f"]) == .messages([.shot(Shot())]))
        for wrong: KeyValuePairs in [
            ["form": "f", "at.x": "3"], ["form": "f", "at.x": "3", "at.y": "top"], ["form": "f", "x": "3"],
            ["form": "f", "off.x": "3", "off.y": "4"], ["form": "f", "at[x]": "3", "at[y]": "4"],
        ] {
            #expect(try contract.post(wrong) == .refused(409), "\(wrong)")
        }
        #expect(try contract.post(["form": "f", "at.x": "3", "at.y": "4", "x": "1", "y": "1"]) == .refused(400))
    }

    @Test func `The list of offers names the two fields of an image button`() throws {
        let contract = try Contract {
            form("f", .onSubmit(Message.shot)) {
                input(.type(.image), .name("at"), .src("/map.png"), .alt("Map"))
                input(.type(.image), .src("/map.png"), .alt("Nameless"))
            }
        }
        #expect(contract.offerLines == ["form=f with at.x, at.y, x, y"])
        let json = String(decoding: contract.json(), as: UTF8.self)
        for name in ["at.x", "at.y", "x", "y"] { #expect(json.contains(#"{"name":"\#(name)","type":"image""#)) }
    }

    @Test func `A form may contain fields with the names of the protocol`() throws {
        let contract = try formContract {
            textarea(.name("message")) {}
            input(.name("form"))
            input(.name("rendered"))
        }
        let fields = try contract.post(["form": "f", "message": "Hello", "form": "x", "rendered": "y"]).fields
        #expect(fields == ["message": ["Hello"], "form": ["x"], "rendered": ["y"]])
    }

    @Test func `If two forms have the same name a post is refused`() throws {
        let contract = try Contract {
            form("edit", .onSubmit(Message.rename)) { input(.name("x")) }
            form("edit", .onSubmit(Message.rename)) { input(.name("x")) }
        }
        #expect(try contract.post(["form": "edit", "x": "1"]) == .refused(409))
    }

    @Test func `A hidden form cannot be sent`() throws {
        let contract = try Contract { div(.hidden) { form("f", .onSubmit(Message.sent)) { input(.name("x")) } } }
        #expect(try contract.post(["form": "f", "x": "1"]) == .refused(409))
    }

    @Test func `Several fields of one name get their values in order`() throws {
        let contract = try formContract {
            input(.name("tag"), .maxlength(2))
            input(.name("tag"), .maxlength(4))
            input(.type(.hidden), .name("on"), .value("0"))
            input(.type(.checkbox), .name("on"), .value("1"))
        }
        #expect(
            try contract.post(["form": "f", "tag": "ab", "tag": "abcd", "on": "0", "on": "1"]).fields == [
                "tag": ["ab", "abcd"], "on": ["0", "1"],
            ]
        )
        #expect(try contract.post(["form": "f", "tag": "abcd", "tag": "ab"]).sentences.count == 1)
        #expect(try contract.post(["form": "f", "on": "0"]).fields?["on"] == ["0"])
        // The hidden field had that value when the form was begun.
        #expect(try contract.post(["form": "f", "on": "2"]).sentences.count == 1)
    }

    @Test func `The direction of a text is sent if the control requests it`() throws {
        let contract = try formContract { input(.name("x"), .dirname("x.dir")) }
        #expect(try contract.post(["form": "f", "x": "a", "x.dir": "rtl"]).fields == ["x": ["a"], "x.dir": ["rtl"]])
        #expect(try contract.post(["form": "f", "x": "a", "x.dir": "up"]) == .refused(409))
    }

    @Test func `Files are accepted according to their control`() throws {
        func post(_ files: [UploadedFile], _ control: @autoclosure () -> Html<Message>) throws -> Outcome {
            let contract = try Contract {
                form("f", .onSubmit { (upload: Upload) in Message.choose(upload.x.map(\.filename)) }) { control() }
            }
            return try contract.post(
                FormData([.init(name: "form", value: .text("f"))] + files.map { .init(name: "x", value: .file($0)) })
            )
        }
        let png = UploadedFile(filename: "a.PNG", contentType: "image/png", size: 3, path: "/tmp/1")
        let pdf = UploadedFile(filename: "b.pdf", contentType: "application/pdf; x=y", size: 3, path: "/tmp/2")
        let none = UploadedFile(filename: "", contentType: "application/octet-stream", size: 0, path: "")
        #expect(try post([png], input(.type(.file), .name("x"))) == .messages([.choose(["a.PNG"])]))
        #expect(try post([none], input(.type(.file), .name("x"))) == .messages([.choose([])]))
        #expect(try post([none], input(.type(.file), .name("x"), .required)).sentences == ["Please choose a file."])
        #expect(try post([png, pdf], input(.type(.file), .name("x"))).sentences == ["Please choose one file only."])
        #expect(
            try post([png, pdf], input(.type(.file), .name("x"), .multiple))
                == .messages([.choose(["a.PNG", "b.pdf"])])
        )
        for accept in ["image/*", ".png", "image/png, .gif"] {
            #expect(
                try post([png], input(.type(.file), .name("x"), .accept(accept))) == .messages([.choose(["a.PNG"])])
            )
            #expect(try post([pdf], input(.type(.file), .name("x"), .accept(accept))).sentences.count == 1)
        }
        #expect(try post([png], input(.type(.text), .name("x"))) == .refused(400))
        #expect(try value("a.png", in: input(.type(.file), .name("x"))) == .refused(400))
    }

    @Test(arguments: [
        ("text/csv", "people.csv", "application/vnd.ms-excel", true), (".csv", "people", "text/csv", true),
        ("text/csv", "people.CSV", "application/octet-stream", true), ("text/csv", "people.csv", "", true),
        (".jpg", "photo.JPG", "image/jpeg", true), (".jpg", "photo.jpeg", "application/octet-stream", true),
        ("image/jpeg", "x.jpeg", "image/pjpeg", true), ("image/*", "IMG_1.HEIC", "", true),
        ("Image/*", "x", "image/png", true), (".xlsx", "x.xlsx", "application/zip", true),
        // Only its bytes tell what a file is.
        ("text/csv", "evil.exe", "text/csv", true), (".backup", "x.backup", "application/octet-stream", true),
        ("text/csv", "evil.exe", "application/octet-stream", false), ("text/csv", "csv", "", false),
        ("image/*", "x.csv", "text/csv", false), ("image/*", "image", "imagery/png", false),
        (".png", "x.gif", "image/gif", false), (".exe", "x.bin", "application/octet-stream", false),
        ("application/octet-stream", "x.unknown", "", false), ("*/*", "x", "", true),
    ])
    func `A file is accepted if its extension or its type fits`(
        accept: String,
        filename: String,
        type: String,
        isAccepted: Bool
    ) throws {
        let contract = try Contract {
            form("f", .onSubmit { (upload: Upload) in Message.choose(upload.x.map(\.filename)) }) {
                input(.type(.file), .name("x"), .accept(accept))
            }
        }
        let file = UploadedFile(filename: filename, contentType: type, size: 3, path: "/tmp/1")
        let sent = FormData([.init(name: "form", value: .text("f")), .init(name: "x", value: .file(file))])
        let outcome = try contract.post(sent)
        #expect(isAccepted ? outcome == .messages([.choose([filename])]) : outcome.sentences.count == 1)
    }

    @Test func `A file that is larger than its field or the site allows is a problem of its field`() throws {
        func sentences(_ size: Int, siteLimit: Int?, _ control: @autoclosure () -> Html<Message>) throws -> [String] {
            let contract = try Contract {
                form("f", .onSubmit { (upload: Upload) in Message.choose(upload.x.map(\.filename)) }) { control() }
            }
            var file = UploadedFile(filename: "a", contentType: "", size: size, path: siteLimit == nil ? "/tmp/1" : "")
            file.limit = siteLimit
            return try contract.post(
                FormData([.init(name: "form", value: .text("f")), .init(name: "x", value: .file(file))])
            ).sentences
        }
        func field() -> Html<Message> { input(.type(.file), .name("x"), .fileSize(upTo: 1_500_000)) }
        #expect(try sentences(1_500_000, siteLimit: nil, field()) == [])
        #expect(try sentences(1_500_001, siteLimit: nil, field()) == ["Please choose a file of at most 1.5 MB."])
        #expect(try sentences(2_000_001, siteLimit: 2_000_000, field()) == ["Please choose a file of at most 1.5 MB."])
        #expect(try sentences(1_000_001, siteLimit: 1_000_000, field()) == ["Please choose a file of at most 1 MB."])
        func plain() -> Html<Message> { input(.type(.file), .name("x"), .multiple) }
        #expect(try sentences(11, siteLimit: 10_000_000, plain()) == ["Please choose a file of at most 10 MB."])
    }

    private struct Upload: Decodable, Sendable {
        var x: [UploadedFile]
    }
}
