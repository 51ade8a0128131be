/// The visitor's input and its problems, which a page shows again after a post was refused (422).
package struct FormOverlay: Sendable {
    /// A field as it was posted. `form` is the typed form's name, nil for a control outside any.
    package struct Field: Equatable, Sendable {
        package var form: String?
        package var name: String
        package var value: String

        package init(form: String? = nil, name: String, value: String) {
            self.form = form
            self.name = name
            self.value = value
        }
    }

    /// The fields in the order of the post, including several of the same name.
    package var fields: [Field]
    package var problems: [Problem]

    package init(fields: [Field], problems: [Problem]) {
        self.fields = fields
        self.problems = problems
    }

    /// Returns the posted values of that name in that form.
    func values(_ name: String, in form: String?) -> [String] {
        fields.lazy.filter { $0.name == name && $0.form == form }.map(\.value)
    }

    /// Whether any field of that form was posted: only then does a missing checkbox mean that the visitor left it unchecked.
    func covers(_ form: String?) -> Bool { fields.contains { $0.form == form } }

    func hasProblem(_ name: String, in form: String?) -> Bool {
        problems.contains { $0.field == name && $0.form == form }
    }
}
