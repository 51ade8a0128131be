import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// Each constraint of HTML's controls, with values that satisfy it and values that do not.
struct ConstraintTests {
    @Test func `A required field must not be empty`() throws {
        try expect(input(.name("x"), .required), takes: ["a", " "], butNot: ["", "\n"])
        try expect(textarea(.name("x"), .required) {}, takes: ["a", "\n"], butNot: [""])
        try expect(input(.type(.number), .name("x"), .required), takes: ["0"], butNot: [""])
        try expect(input(.type(.date), .name("x"), .required), takes: ["2026-11-21"], butNot: [""])
        let box = try formContract { input(.type(.checkbox), .name("x"), .required) }
        #expect(try box.post(["form": "f"]).sentences == ["Please tick this box."])
        #expect(try box.post(["form": "f", "x": "on"]).fields == ["x": ["on"]])
    }

    @Test func `The length of a value is limited by minlength and maxlength`() throws {
        try expect(input(.name("x"), .maxlength(3)), takes: ["", "abc", "a😀"], butNot: ["abcd", "aa😀"])
        try expect(input(.name("x"), .minlength(3)), takes: ["", "abc"], butNot: ["ab", "a"])
        try expect(textarea(.name("x"), .maxlength(3)) {}, takes: ["a\r\nb", "a\nb"], butNot: ["a\r\nbc"])
        // A value that the program itself rendered is accepted.
        try expect(input(.name("x"), .maxlength(3), .value("abcdef")), takes: ["abcdef"], butNot: ["abcdeg"])
    }

    @Test func `A value must match its pattern`() throws {
        try expect(input(.name("x"), .pattern("[a-z]{2}|\\d+")), takes: ["", "ab", "123"], butNot: ["abc", "a1", "A"])
        try expect(
            input(.type(.email), .multiple, .name("x"), .pattern(".*@a\\.b")),
            takes: ["x@a.b, y@a.b"],
            butNot: ["x@a.b,y@c.d"]
        )
        // Browsers ignore an invalid pattern, and so does the server, which warns the author.
        let contract = try formContract { input(.name("x"), .pattern("(")) }
        #expect(try contract.post(["form": "f", "x": "anything"]).fields == ["x": ["anything"]])
        #expect(contract.diagnostics.count == 1)
    }

    @Test func `A number must be valid, within its bounds and on a step`() throws {
        try expect(
            input(.type(.number), .name("x")),
            takes: ["", "5", "-5", "1e2", "05", "0.0"],
            butNot: ["a", "+5", "5.", "0x5", "1.5", "5 ", "inf", "nan", "1e999"]
        )
        try expect(
            input(.type(.number), .name("x"), .min(-1), .max(10)),
            takes: ["-1", "10", "1e1"],
            butNot: ["-2", "11"]
        )
        try expect(
            input(.type(.number), .name("x"), .step(0.1)),
            takes: ["0.3", "0.7", "-0.1", "1e15", "100000000000000.1"],
            butNot: ["0.35", "0.01"]
        )
        try expect(input(.type(.number), .name("x"), .min(1), .step(3)), takes: ["1", "4", "7"], butNot: ["2", "3"])
        try expect(input(.type(.number), .name("x"), .value("0.5")), takes: ["1.5", "0.5"], butNot: ["1"])
        try expect(input(.type(.number), .name("x"), .step(.any)), takes: ["0.123456789"], butNot: ["x"])
        try expect(input(.type(.number), .name("x"), .step(0)), takes: ["2"], butNot: ["2.5"])
        try expect(input(.type(.range), .name("x")), takes: ["0", "50", "100"], butNot: ["-1", "101", "1.5", "x"])
        try expect(input(.type(.range), .name("x"), .min(10), .max(5)), takes: ["10"], butNot: ["9", "11"])
    }

    @Test func `Dates and times must be valid, within their bounds and on a step`() throws {
        try expect(
            input(.type(.date), .name("x")),
            takes: ["", "2026-11-21", "2024-02-29", "0001-01-01"],
            butNot: ["2026-02-29", "2026-13-01", "26-01-01", "2026-1-1", "0000-01-01", "2026-11-21T10:00", "x"]
        )
        try expect(
            input(.type(.date), .name("x"), .min("2026-01-05"), .max("2026-01-31"), .step(7)),
            takes: ["2026-01-05", "2026-01-12"],
            butNot: ["2026-01-04", "2026-02-02", "2026-01-06"]
        )
        try expect(
            input(.type(.month), .name("x"), .min("2026-02"), .step(2)),
            takes: ["2026-02", "2026-04", "2027-02"],
            butNot: ["2026-01", "2026-03", "2026-00", "2026-04-01"]
        )
        try expect(
            input(.type(.week), .name("x"), .max("2026-W10")),
            takes: ["2026-W01", "2020-W53"],
            butNot: ["2026-W11", "2026-W54", "2025-W53", "2026-W00", "2026W01"]
        )
        try expect(
            input(.type(.time), .name("x")),
            takes: ["00:00", "23:59"],
            butNot: ["24:00", "1:00", "10:00:30", "10:60"]
        )
        try expect(input(.type(.time), .name("x"), .step(0.5)), takes: ["10:00:30.5"], butNot: ["10:00:30.25"])
        try expect(
            input(.type(.time), .name("x"), .min("22:00"), .max("06:00")),
            takes: ["22:00", "23:30", "06:00", "00:00"],
            butNot: ["12:00", "06:01"]
        )
        try expect(
            input(.type(.datetimeLocal), .name("x"), .min("2026-01-01T00:00")),
            takes: ["2026-01-01T00:00", "2026-01-01 12:30"],
            butNot: ["2025-12-31T23:59", "2026-01-01", "2026-01-01T00:00:30"]
        )
    }

    @Test func `A colour may have transparency or another colour space if its control was rendered with it`() throws {
        let clear = ["color(srgb 1 0 0 / 0.5)", "color(srgb 1 0.25 -1e-7)", "#ff000080", "#ff0000"]
        let wide = ["color(display-p3 .1 0 1)"]
        let wrong = [
            "color(srgb 1 0)", "color(srgb 1 0 0 /)", "color(srgb 1 0 0 / 0.5", "color(srgb 1 0 0; x)", "red",
            "color(lab 1 0 0)", "color(srgb 1 0 0 / 0.5 / 1)", "#ff00008", "color(srgb 1 0 NaN)", "rgb(0 0 0)",
            "color(srgb 1 0 0 / 0.5)\u{301}", "color(srgb \u{301}1 0 0)",
            "color(srgb " + String(repeating: "0", count: 100) + " 0 0)",
        ]
        try expect(input(.type(.color), .name("x"), .alpha), takes: clear, butNot: wide + wrong)
        let isP3 = HtmlValue.ColorSpace.displayP3
        try expect(
            input(.type(.color), .name("x"), .alpha, .colorspace(isP3)),
            takes: ["color(display-p3 .1 0 1 / 1)", "#ff0000"] + wide,
            butNot: wrong
        )
        try expect(
            input(.type(.color), .name("x"), .attribute("colorspace", "display-p3")),
            takes: wide,
            butNot: ["color(display-p3 .1 0 1 / 0.5)", "#ff000080"] + wrong
        )
        try expect(input(.type(.color), .name("x")), takes: ["#ff0000"], butNot: clear.dropLast() + wide)
    }

    @Test func `E-mail addresses, URLs and colors must be valid`() throws {
        try expect(
            input(.type(.email), .name("x")),
            takes: ["", "a@b", " a.b+c@d-e.org ", "\na@b.c"],
            butNot: ["a", "@b", "a@", "a@b@c", "a b@c", "a@-b", "a@b..c", "ü@b.c", "a@b.c,d@e.f"]
        )
        try expect(
            input(.type(.email), .multiple, .name("x")),
            takes: ["a@b.c, d@e.f"],
            butNot: ["a@b.c,", "a@b.c d@e.f"]
        )
        try expect(
            input(.type(.url), .name("x")),
            takes: ["", "https://a.b/c?d#e", "mailto:a@b", " http://[::1]:80/ ", "x:y", "HTTP://A"],
            butNot: ["a.b", "/a", "https://", "http://a b/", "http://a:99999/", "http://[::1", "1x:y", "http://a<b"]
        )
        try expect(input(.type(.color), .name("x")), takes: ["#00fFaa"], butNot: ["red", "#fff", "#00fFag"])
    }

    @Test func `Values are sanitized before they are checked`() throws {
        #expect(try value("a\r\nb\nc", in: input(.name("x"))).fields?["x"] == ["abc"])
        #expect(try value(" a@b , c@d ", in: input(.type(.email), .multiple, .name("x"))).fields?["x"] == ["a@b,c@d"])
        #expect(try value("a\r\nb\rc", in: textarea(.name("x")) {}).fields?["x"] == ["a\nb\nc"])
        #expect(try value("#ABCDEF", in: input(.type(.color), .name("x"))).fields?["x"] == ["#abcdef"])
    }

    @Test func `A select accepts only its enabled options`() throws {
        func sizes() -> Html<Message> {
            select(.name("x")) {
                option("Small", value: "s")
                option { "  Quite \n large " }
                option("Gone", value: "g", selected: false, .disabled)
                optgroup(.label("Old"), .disabled) { option("Older", value: "o") }
                optgroup(.label("New")) { option("Newer", value: "n") }
            }
        }
        for text in ["s", "Quite large", "n"] { #expect(try value(text, in: sizes()).fields?["x"] == [text]) }
        for text in ["g", "o", "S", "", "Small"] { #expect(try value(text, in: sizes()) == .refused(409), "\(text)") }
        let contract = try formContract { sizes() }
        #expect(try contract.post(["form": "f", "x": "s", "x": "n"]) == .refused(409))
        #expect(try contract.post(["form": "f"]).fields == ["x": ["s"]])
    }

    @Test func `A multiple select accepts any of its options`() throws {
        let contract = try formContract {
            select(.name("x"), .multiple) {
                option("A", value: "a", selected: true)
                option("B", value: "b")
            }
        }
        #expect(try contract.post(["form": "f", "x": "a", "x": "b"]).fields == ["x": ["a", "b"]])
        #expect(try contract.post(["form": "f"]).fields == [:])
        #expect(try contract.post(["form": "f", "x": "a", "x": "a"]) == .refused(409))
    }

    @Test func `A placeholder option is not a choice`() throws {
        let contract = try formContract {
            select(.name("x"), .required) {
                option("Choose…", value: "")
                option("A", value: "a")
            }
        }
        #expect(try contract.post(["form": "f", "x": ""]).sentences == ["Please choose one."])
        #expect(try contract.post(["form": "f", "x": "a"]).fields == ["x": ["a"]])
        let hidden = try formContract {
            select(.name("x"), .required) {
                option("Choose…", value: "", selected: true, .disabled)
                option("A", value: "a")
            }
        }
        #expect(try hidden.post(["form": "f"]).sentences == ["Please choose one."])
    }

    @Test func `One radio button of a group is chosen`() throws {
        func radios(_ chosen: String?) throws -> Contract {
            try formContract {
                for value in ["a", "b"] {
                    input(.type(.radio), .name("x"), .value(value), .checked(value == chosen), .required(value == "b"))
                }
                input(.type(.radio), .name("x"), .value("c"), .disabled)
            }
        }
        #expect(try radios(nil).post(["form": "f"]).sentences == ["Please choose one."])
        #expect(try radios(nil).post(["form": "f", "x": "b"]).fields == ["x": ["b"]])
        #expect(try radios("a").post(["form": "f"]).fields == ["x": ["a"]])
        #expect(try radios("a").post(["form": "f", "x": "b"]).fields == ["x": ["b"]])
        #expect(try radios("a").post(["form": "f", "x": "c"]) == .refused(409))
        #expect(try radios("a").post(["form": "f", "x": "a", "x": "b"]) == .refused(400))
    }

    @Test func `A checkbox sends its own value or nothing`() throws {
        let contract = try formContract {
            input(.type(.checkbox), .name("x"), .value("yes"), .checked)
            input(.type(.checkbox), .name("x"), .value("no"))
        }
        #expect(try contract.post(["form": "f"]).fields == [:])
        #expect(try contract.post(["form": "f", "x": "no", "x": "yes"]).fields == ["x": ["yes", "no"]])
        #expect(try contract.post(["form": "f", "x": "maybe"]) == .refused(409))
    }

    @Test func `A datalist is not a constraint`() throws {
        let contract = try formContract {
            input(.name("x"), .list("l"))
            datalist(.id("l")) { option("A", value: "a") }
        }
        #expect(try contract.post(["form": "f", "x": "z"]).fields == ["x": ["z"]])
    }
}
