/// A problem with one field of a post, described in one plain sentence.
public struct Problem: Codable, Equatable, Sendable {
    /// The form that the field belongs to; nil for a control outside a typed form.
    public var form: String?
    /// The name of the field's control.
    public var field: String
    /// The description for the visitor: "Please fill this in."
    public var sentence: String

    /// Creates a problem.
    public init(form: String? = nil, field: String, sentence: String) {
        self.form = form
        self.field = field
        self.sentence = sentence
    }
}
