import ElmwoodFormData
import ElmwoodViewTree

/// The fields of a post, grouped by their purpose.
struct PostParts {
    /// The texts of the messages, in order.
    var messages: [String] = []
    /// The index of the posted typed form in the outline.
    var form: Int?
    var formName: String?
    /// The fields of that form.
    var fields: [FormData.Entry] = []
    /// Fields outside of any typed form.
    var loneFields: [FormData.Entry] = []
    /// The marks of the lone fields in the visitor's page; nil if the post has none.
    var marks: Set<UInt32>?

    /// Groups the fields of a post. Throws if it refers to a form that does not exist, or is malformed.
    ///
    /// A form may have fields of its own named `message`, `form` or `rendered`: within it they have no special meaning.
    init(_ post: FormData, outline: Outline) throws(Refusal) {
        if let name = post["form"] {
            guard let name = name.text else { throw .malformed(.formNameIsFile) }
            guard CombiningMarks.areFew(in: name) else { throw .malformed(.tooManyMarks(limit: CombiningMarks.most)) }
            let candidates = outline.forms.indices.filter { outline.forms[$0].name.hasBytes(of: name) }
            guard let first = candidates.first else { throw .notOffered(.noForm(name)) }
            // It is unknown which of two forms was meant, and the wrong row must not be changed.
            guard candidates.count == 1 else { throw .notOffered(.severalForms(name)) }
            form = first
            formName = name
        }
        var owned: Set<ReceivedText> = []
        if let form {
            for control in outline.controls where control.form == form {
                owned.formUnion(control.sentNames.map(ReceivedText.init))
            }
        }
        let lone = Set(outline.controls.lazy.filter { $0.form == nil }.flatMap(\.postedNames).map(ReceivedText.init))
        var isFormNamed = false
        for entry in post.entries {
            let name = ReceivedText(entry.name)
            if form != nil, name == Self.formField, !isFormNamed {
                isFormNamed = true
            } else if owned.contains(name) {
                fields.append(entry)
            } else if name == Self.messageField {
                guard let text = entry.value.text else { throw .malformed(.messageIsFile) }
                messages.append(text)
            } else if name == Self.renderedField {
                if marks == nil { marks = [] }
                marks?.formUnion(try Self.marks(entry.value.text ?? ""))
            } else if form != nil, !lone.contains(name) {
                fields.append(entry)
            } else {
                loneFields.append(entry)
            }
        }
    }

    private static let formField = ReceivedText("form")
    private static let messageField = ReceivedText("message")
    private static let renderedField = ReceivedText("rendered")

    /// Reads marks: each of 32 bits, as six characters of base64url.
    static func marks(_ text: String) throws(Refusal) -> Set<UInt32> {
        let digits = Array(text.utf8)
        guard digits.count % 6 == 0 else { throw .malformed(.badMarks) }
        var marks: Set<UInt32> = []
        for start in stride(from: 0, to: digits.count, by: 6) {
            var bits: UInt64 = 0
            for digit in digits[start..<start + 6] {
                guard let value = value(of: digit) else {
                    throw .malformed(.badMarks)
                }
                bits = bits << 6 | value
            }
            marks.insert(UInt32(truncatingIfNeeded: bits >> 4))
        }
        return marks
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(digit) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(digit) - 97 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit) - 48 + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// Returns the problems of the texts that have more combining marks in a row than a text may. They are found before any value is
    /// compared with what the view has rendered.
    func problemsOfMarks(sentence: String) -> [Problem] {
        func problems(_ entries: [FormData.Entry], _ form: String?) -> [Problem] {
            entries.compactMap { entry in
                guard let text = entry.value.text, !CombiningMarks.areFew(in: text) else { return nil }
                return Problem(form: form, field: entry.name, sentence: sentence)
            }
        }
        return problems(loneFields, nil) + problems(fields, formName)
    }

    /// Returns the visitor's input, to be shown again together with its problems.
    func overlay(problems: [Problem]) -> FormOverlay {
        func field(_ entry: FormData.Entry, _ form: String?) -> FormOverlay.Field? {
            entry.value.text.map { FormOverlay.Field(form: form, name: entry.name, value: $0) }
        }
        return FormOverlay(
            fields: loneFields.compactMap { field($0, nil) } + fields.compactMap { field($0, formName) },
            problems: problems
        )
    }
}

extension Control {
    /// The names with which it may send values.
    var sentNames: [String] {
        guard let dirname = attributes.dirname, !dirname.isEmpty, kind != .input(.image) else { return postedNames }
        return postedNames + [dirname]
    }

    /// The names with which a post contains its value: two for the coordinates of an image button, else its own.
    var postedNames: [String] { kind == .input(.image) ? [placeNames.x, placeNames.y] : [name] }

    /// The names with which an image button sends the coordinates of a click (HTML Standard §4.10.22.4).
    var placeNames: (x: String, y: String) { name.isEmpty ? ("x", "y") : ("\(name).x", "\(name).y") }
}
