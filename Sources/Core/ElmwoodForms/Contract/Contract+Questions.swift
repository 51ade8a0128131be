import ElmwoodFormData
import ElmwoodViewTree

/// A question that a page asks before the post that it repeats is applied.
package enum PostQuestion {
    /// The name of the field that says that the visitor has agreed: its value is the question. Another question is asked anew.
    package static let field = "elmwood-confirmed"
}

extension Contract {
    /// Whether a control of the view asks a question before its act.
    package var asks: Bool { rendering.facts.contains(.asks) }

    /// Returns the question of what a post contains: of the button of one of its messages, or of its form. Nil if there is none, or if the visitor
    /// has agreed.
    ///
    /// - Parameter agreed: the questions to which the visitor has agreed.
    package func question(of post: FormData, agreed: [String]) -> String? {
        let messages = post.texts("message")
        return question(in: rendering.records, messages, form: post.text("form"), agreed: agreed)
    }

    private func question(
        in nodes: TapeReader,
        _ messages: [String],
        form: String?,
        agreed: [String]
    ) -> String? {
        for node in nodes where node.kind == .element && node.facts.contains(.asks) {
            if let question = node.attribute(.confirm)?.text, isSent(node, messages, form: form),
                !agreed.contains(where: { $0.hasBytes(of: question) })
            {
                return question
            }
            if let question = question(in: node.children, messages, form: form, agreed: agreed) { return question }
        }
        return nil
    }

    /// Whether a post contains the message of a button, or is that of a form.
    private func isSent(_ node: TapeNode, _ messages: [String], form: String?) -> Bool {
        if node.name == .form {
            let name = node.attribute(.formName) ?? node.attribute(.name) ?? node.attribute(.id)
            return form.map { $0.hasBytes(of: name?.text ?? "") } ?? false
        }
        guard let click = node.attribute(.onClick), click.kind == .message else { return false }
        return messages.contains { $0.hasBytes(of: click.text) }
    }
}
