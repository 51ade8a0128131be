import Elmwood
import ElmwoodPageTree

// The questions of `.confirm`.

extension ProgramTest {
    /// Expects that the page asks this question about what the visitor did last. Until it is answered, nothing is sent.
    ///
    /// ```swift
    /// test.click("Delete")
    /// test.expectQuestion("Delete “Milk”?")
    /// test.agree()
    /// ```
    public func expectQuestion(_ question: String, file: StaticString = #filePath, line: UInt = #line) {
        guard !isOver, self.question?.text != question else { return }
        fail("The page \(self.question.map { "asks “\($0.text)”" } ?? "asks nothing").", file, line)
    }

    /// Answers the page's question by yes: what it is about is done.
    public func agree(file: StaticString = #filePath, line: UInt = #line) {
        answer("agree()", isAgreed: true, file, line)
    }

    /// Answers the page's question by no, or as Escape and the way back do: nothing is done.
    public func decline(file: StaticString = #filePath, line: UInt = #line) {
        answer("decline()", isAgreed: false, file, line)
    }

    private func answer(_ name: String, isAgreed: Bool, _ file: StaticString, _ line: UInt) {
        act(name, file, line, waits: true) { driver in
            guard let question else { return Outcome(impossible: "The page asks nothing.") }
            self.question = nil
            // A patch may have given the control another act while the question was open: that is asked about anew.
            if isAgreed, let text = driver.question(of: question.act), text != question.text {
                self.question = OpenQuestion(text: text, act: question.act)
                return Outcome()
            }
            return driver.act(isAgreed ? .agreed(question.act) : .declined(question.act))
        }
    }
}

/// A question of the page that is not answered yet, and the act that it is about.
struct OpenQuestion {
    var text: String
    var act: Act

    /// That another act has to wait for the answer.
    var impossibility: Outcome {
        Outcome(impossible: "The page asks “\(text)”: answer it first, by agree() or decline().")
    }
}

extension PageDriver {
    /// Returns what the page asks before an act; nil if it asks nothing, or the browser finds problems in the form.
    func question(of act: Act) -> String? {
        guard let control = act.asked else { return nil }
        guard let tree = try? page(), let node = control.tree === tree ? control : tree.node(at: control.path) else {
            return nil
        }
        if node.tag == "form" { return question(of: node, by: nil) }
        guard let button = node.closest({ $0.control == .button }) else { return nil }
        if let question = button["data-confirm"] { return question }
        guard button.isSubmitter, let form = button.form else { return nil }
        return question(of: form, by: button)
    }

    private func question(of form: PageNode, by button: PageNode?) -> String? {
        guard let question = form["data-confirm"], complaints(about: form, by: button).isEmpty else { return nil }
        return question
    }
}

extension Act {
    /// The button or the form that may ask about the act.
    var asked: PageNode? {
        switch self {
        case .click(let node): node
        case .submit(let form, let button): button ?? form
        case .press("Enter", let node?): node.control == .text && node.tag == "input" ? node.form : nil
        default: nil
        }
    }
}
