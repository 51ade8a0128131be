import ElmwoodFormData

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
    package let fields: [Field]
    package let problems: [Problem]
    private let texts: [Place: Texts]
    private let forms: Set<ReceivedText?>
    private let places: Set<Place>

    package init(fields: [Field], problems: [Problem]) {
        self.fields = fields
        self.problems = problems
        // A page may have as many controls as a post has fields, so none is searched for among all others.
        texts = Dictionary(grouping: fields) { Place($0.name, in: $0.form) }.mapValues { Texts($0.map(\.value)) }
        forms = Set(fields.map { $0.form.map(ReceivedText.init) })
        places = Set(problems.map { Place($0.field, in: $0.form) })
    }

    /// The texts that were posted with one name.
    struct Texts: Sendable {
        let inOrder: [String]
        private let all: Set<ReceivedText>

        init(_ texts: [String]) {
            inOrder = texts
            all = Set(texts.map(ReceivedText.init))
        }

        func contain(_ text: String) -> Bool { all.contains(ReceivedText(text)) }
    }

    /// A name in a form, or outside of any.
    private struct Place: Hashable {
        let form: ReceivedText?
        let name: ReceivedText

        init(_ name: String, in form: String?) {
            self.form = form.map(ReceivedText.init)
            self.name = ReceivedText(name)
        }
    }

    /// Returns the posted values of that name in that form.
    func values(_ name: String, in form: String?) -> Texts {
        texts[Place(name, in: form)] ?? Texts([])
    }

    /// Whether any field of that form was posted: only then does a missing checkbox mean that the visitor left it unchecked.
    func covers(_ form: String?) -> Bool { forms.contains(form.map(ReceivedText.init)) }

    func hasProblem(_ name: String, in form: String?) -> Bool {
        places.contains(Place(name, in: form))
    }
}
