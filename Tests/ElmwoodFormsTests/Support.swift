import ElmwoodFormData
import ElmwoodMessageText
import Testing
import ElmwoodViewTree

@testable import ElmwoodForms

/// The messages of the views in these tests.
enum Message: Codable, Equatable, Sendable {
    case increment, decrement, internalOnly
    case remove(id: Int)
    case sent([String: [String]])
    case add(NewTodo)
    case rename(String)
    case resize(Double)
    case tick(Bool)
    case choose([String])
    case reach(Int)
    case count(Int)
    case shot(Shot)
}

/// The fields of a form with image buttons.
struct Shot: Codable, Equatable, Sendable {
    struct Place: Codable, Equatable, Sendable { var x: Int; var y: Int }

    var at: Place?
    var lines: [Place]?
    var x: Int?
    var y: Int?
}

struct NewTodo: Codable, Equatable, Sendable {
    var title: String
    var priority: Int?
    var isUrgent: Bool
}

/// The result of a post, with its messages decoded.
enum Outcome: Equatable {
    case messages([Message])
    case refused(Int)
    case problems([Problem])

    /// The fields of the form that was sent, if it is the only message.
    var fields: [String: [String]]? {
        if case .messages(let messages) = self, messages.count == 1, case .sent(let fields)? = messages.first {
            return fields
        }
        return nil
    }

    var sentences: [String] {
        if case .problems(let problems) = self { problems.map(\.sentence) } else { [] }
    }
}

extension Contract {
    init(@HtmlBuilder<Message> _ view: () throws -> Html<Message>) throws {
        self.init(try Rendering.render(view))
    }

    /// Posts fields, given as names and values.
    func post(_ fields: KeyValuePairs<String, String>) throws -> Outcome {
        try post(FormData(fields.map { FormData.Entry(name: $0.key, value: .text($0.value)) }))
    }

    func post(_ form: FormData) throws -> Outcome { try outcome(of: read(form)) }

    /// Returns the result of a reading, with its messages decoded.
    func outcome(of reading: InputReading) throws -> Outcome {
        switch reading {
        case .steps(let steps): .messages(try steps.map { try $0.message(as: Message.self) })
        case .refused(let refusal): .refused(refusal.status)
        case .problems(let problems, _): .problems(problems)
        }
    }
}

/// Returns the contract of a form named `f`, whose message contains the decoded fields.
func formContract(@HtmlBuilder<Message> _ content: () throws -> Html<Message>) throws -> Contract {
    try Contract { try form("f", .onSubmit(Message.sent), content: content) }
}

/// Returns the result of a value in a form with that one control, named `x`.
func value(_ text: String, in control: @autoclosure () -> Html<Message>) throws -> Outcome {
    try formContract { control() }.post(["form": "f", "x": text])
}

/// Expects a control named `x` to accept the values of the first list and to find problems in those of the second.
func expect(
    _ control: @autoclosure () -> Html<Message>,
    takes good: [String],
    butNot bad: [String],
    at location: SourceLocation = #_sourceLocation
) throws {
    for text in good {
        let outcome = try value(text, in: control())
        #expect(outcome.fields?["x"]?.count == 1, "\(text.debugDescription): \(outcome)", sourceLocation: location)
    }
    for text in bad {
        let outcome = try value(text, in: control())
        #expect(outcome.sentences.count == 1, "\(text.debugDescription): \(outcome)", sourceLocation: location)
    }
}

/// Returns the `rendered` field of a page whose fields outside of forms had these names and values.
func marks(_ fields: KeyValuePairs<String, String>) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return fields.map { name, value in
        let bits = UInt64(fieldHash(name: name.utf8, value: value.utf8)) << 4
        return String([30, 24, 18, 12, 6, 0].map { digits[Int(bits >> UInt64($0) & 63)] })
    }.joined()
}
