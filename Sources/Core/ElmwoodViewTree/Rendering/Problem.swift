/// A problem with one field of a form, or with the whole form, described in one plain sentence.
///
/// An update that throws one refuses the visitor's post, as a field does whose constraints are broken: nothing of the turn remains, the
/// status is 422, and the page shows the sentence and what the visitor has typed.
///
/// ```swift
/// guard !model.names.contains(entry.name) else { throw Problem(in: "name", "This name is taken.") }
/// ```
///
/// For a problem that an effect finds out later, there is the command `.problem(in:of:_:)`. An update that has several throws
/// ``Problems``.
public struct Problem: Error, Codable, Equatable, Sendable {
    /// The form that the field belongs to; nil for a control outside a typed form, and for the form that was posted.
    public var form: String?
    /// The name of the field's control; empty for the whole form.
    public var field: String
    /// The description for the visitor: "Please fill this in."
    public var sentence: String

    /// Creates a problem.
    public init(form: String? = nil, field: String, sentence: String) {
        self.form = form
        self.field = field
        self.sentence = sentence
    }

    /// Creates a problem with a field of the form that was posted, or with the control that was changed.
    public init(in field: String, _ sentence: String) {
        self.init(field: field, sentence: sentence)
    }

    /// Creates a problem with the whole form that was posted.
    public init(_ sentence: String) {
        self.init(field: "", sentence: sentence)
    }

    /// Returns the same problem, with that form if it names none.
    package func attributed(to form: String?) -> Problem {
        var problem = self
        problem.form = problem.form ?? form
        return problem
    }
}

/// Several problems with a form, for an update to throw at once: see ``Problem``.
///
/// ```swift
/// throw Problems([Problem(in: "name", "This name is taken."), Problem(in: "code", "This code has expired.")])
/// ```
public struct Problems: Error, Equatable, Sendable {
    /// The problems, in the order in which the page lists them. If there are none, this is an error like any other.
    public var problems: [Problem]

    /// Creates the error.
    public init(_ problems: [Problem]) {
        self.problems = problems
    }
}

extension Error {
    /// The problems, if it is one or several that an update has thrown; nil for any other error.
    package var thrownProblems: [Problem]? {
        switch self {
        case let problem as Problem: [problem]
        case let several as Problems: several.problems.isEmpty ? nil : several.problems
        default: nil
        }
    }
}
