import ElmwoodFormData
import ElmwoodViewTree

extension Contract {
    /// Checks one action of a visitor on a live page against the view: the same rules as for a post.
    ///
    /// Events of the page itself are not part of the contract, and are refused here.
    package func read(_ action: PageAction) -> InputReading {
        do throws(Refusal) {
            switch action.kind {
            case .message(let text):
                guard offers(text) else { throw .notOffered(.messageNotOffered(text)) }
                return .steps([.text(text)])
            case .edit(let control, let form, let isInput):
                return try readEdit(of: control, in: form, isInput: isInput, action.fields)
            case .submit(let form):
                return try readSubmit(of: form, action.fields)
            case .event(let name):
                return .steps([.value(try message(of: name, action.fields))])
            case .page(let name):
                throw .notOffered(.noPageEvent(name))
            }
        } catch {
            return .refused(error)
        }
    }

    private func readSubmit(of form: String, _ fields: [FormData.Entry]) throws(Refusal) -> InputReading {
        let post = FormData([FormData.Entry(name: "form", value: .text(form))] + fields)
        let outline = liveOutline
        let parts = try PostParts(post, outline: outline)
        if let stray = parts.loneFields.first {
            throw .notOffered(.noFieldInForm(stray.name))
        }
        guard parts.messages.isEmpty else { throw .notOffered(.noFieldInForm("message")) }
        let unreadable = problemsOfMarks(parts)
        guard unreadable.isEmpty else { return .problems(unreadable, parts.overlay(problems: unreadable)) }
        var findings = Findings()
        try readForm(parts, outline, into: &findings)
        return reading(findings, parts.overlay(problems: findings.problems))
    }

    /// Checks an edit that a control reports itself. Several controls of the name are read together: a group of radio buttons is
    /// one control to the visitor.
    private func readEdit(
        of name: String,
        in formName: String?,
        isInput: Bool,
        _ fields: [FormData.Entry]
    ) throws(Refusal) -> InputReading {
        let outline = liveOutline
        var form: Int?
        if let formName {
            let candidates = outline.forms.indices.filter { outline.forms[$0].name.hasBytes(of: formName) }
            guard candidates.count == 1, let only = candidates.first else {
                throw .notOffered(.notOneForm(formName))
            }
            guard !outline.forms[only].isOutOfReach else {
                throw .notOffered(.formNotUsable(formName))
            }
            form = only
        }
        let controls = outline.controls(of: form).filter { $0.name.hasBytes(of: name) }
        guard !controls.isEmpty else { throw .notOffered(.noField(name)) }
        guard controls.contains(where: { !$0.isDisabled && !$0.isLocked }) else {
            throw .notOffered(.fieldLocked(name))
        }
        guard fields.allSatisfy({ CombiningMarks.areFew(in: $0.value.text ?? "") }) else {
            let sentence = sentences[.tooManyMarks(limit: CombiningMarks.most)]
            let problem = Problem(form: formName, field: name, sentence: sentence)
            return .problems([problem], FormOverlay(fields: [], problems: [problem]))
        }
        let states = try Assignment(fields, to: controls, isComplete: true).states
        // A single control reports whatever its value is: the view may only show its initial value.
        let fired = states.filter { state in
            guard !state.control.isLocked else { return false }
            if state.control.kind == .input(.radio) { return state.isPosted }
            return states.count == 1 || state.isChanged
        }
        var findings = Findings(problems: problems(of: fired, form: formName))
        for state in fired where findings.problems.isEmpty {
            guard let event = isInput ? state.control.attributes.input : state.control.attributes.change else {
                throw .notOffered(.noFieldEvent(name))
            }
            try apply(event, state.decoder, form: formName, field: name, into: &findings)
        }
        return reading(findings, FormOverlay(fields: [], problems: findings.problems))
    }

    private func reading(_ findings: Findings, _ overlay: FormOverlay) -> InputReading {
        findings.problems.isEmpty ? .steps(findings.steps) : .problems(findings.problems, overlay)
    }
}

extension Contract {
    /// Returns the problems of a typed form's fields by their constraints only: those that a browser without `novalidate` reports
    /// before it sends the form. Empty if there is no such form.
    package func complaints(about form: String, _ fields: [FormData.Entry]) -> [Problem] {
        let outline = liveOutline
        guard let index = outline.forms.firstIndex(where: { $0.name.hasBytes(of: form) }) else { return [] }
        let assignment = try? Assignment(fields, to: outline.controls(of: index), isComplete: true)
        // A hidden field is barred from a browser's own validation.
        let visible = assignment?.states.filter { $0.control.kind != .input(.hidden) }
        return visible.map { problems(of: $0, form: form) } ?? []
    }
}
