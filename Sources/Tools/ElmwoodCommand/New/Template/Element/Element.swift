import Elmwood

/// What the element `x-example` tells: the `detail` of its event, and the fields of its form. The server refuses what is not in the range.
struct XExampleChange: Codable, Equatable, EventPayload {
    var value: Int

    static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
}

/// The element `x-example`, once in a view. Its script is `Public/elements/x-example.js`, which the page loads where the element is.
///
/// The form in it is for visitors without script.
func xExample<Message: Codable & Sendable>(
    _ value: Int,
    onChange message: @escaping @Sendable (XExampleChange) -> Message
) -> Html<Message> {
    element(
        "x-example",
        .attribute("value", "\(value)"),
        .on("x-example-change", "x-example", otherwise: .form("x-example"), message)
    ) {
        form("x-example", .onSubmit(message)) {
            label {
                "Value "
                input(.name("value"), .type(.number), .min(0), .max(100), .required, .value(value))
            }
            button { "Set" }
        }
    }
}
