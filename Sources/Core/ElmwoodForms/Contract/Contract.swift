import ElmwoodFormData
import ElmwoodLanguages
import ElmwoodMessageText
import ElmwoodViewTree

/// The view as a contract: the rendered controls decide what may be posted.
///
/// A post can contain only messages that a control of the view offers, and only fields that were rendered. A field's value must
/// satisfy the constraints that it was rendered with. Disabled, hidden and read-only controls cannot be used or changed.
///
/// ```swift
/// let contract = Contract(try Rendering.render { try program.view(model, on: page).html })
/// switch contract.read(form) {
/// case .steps(let steps): for step in steps { apply(try step.message(as: Message.self)) }
/// case .refused(let refusal): answer(refusal.status, contract.sentences[refusal.sentence])
/// case .problems(let problems, let overlay): answer(422, rendering.html(overlay: overlay))
/// }
/// ```
///
/// Markup that the program inserted by `raw` is not part of the contract: its controls are not offered.
package struct Contract: Sendable {
    let rendering: Rendering
    let limits: ContractLimits
    private let catalogue: TextCatalogue<Sentences>

    /// Creates the contract of a rendered view.
    ///
    /// - Parameter catalogue: the sentences of the site, for problems and refusals in the language of the view.
    package init(
        _ rendering: Rendering,
        limits: ContractLimits = ContractLimits(),
        sentences catalogue: TextCatalogue<Sentences> = Sentences.catalogue
    ) {
        self.rendering = rendering
        self.limits = limits
        self.catalogue = catalogue
    }

    /// The language of the page, among those of the site. It is found out only for a post that is not valid.
    package var language: Language { catalogue.language(for: rendering.languages) }

    /// The language that the page states for itself; empty if it states none.
    package var languages: [Language] { rendering.languages }

    /// The sentences in that language.
    package var sentences: Sentences { catalogue[rendering.languages] }

    /// Everything that the view offers, with labels.
    var outline: Outline { Outline(rendering, purpose: .description) }

    /// The controls whose changes a live page can report.
    var liveOutline: Outline { Outline(rendering, purpose: .live) }

    /// Checks a post against the view: either all of it is to be applied, or nothing.
    ///
    /// The fields are `message` with a message's text, any number of times; `form` with a typed form's name, and that form's
    /// fields; `rendered` with the marks of the lone fields in the visitor's page; and lone fields. The order of application is the
    /// changed lone fields in document order, then the form, then the messages in order.
    package func read(_ form: FormData) -> InputReading {
        do throws(Refusal) {
            return try check(form)
        } catch {
            return .refused(error)
        }
    }

    private func check(_ post: FormData) throws(Refusal) -> InputReading {
        guard post.entries.count <= limits.fields else {
            throw .malformed(.tooManyFields(limit: limits.fields))
        }
        // Most posts contain one message, and no field that the view would have to be searched for.
        if post.entries.allSatisfy({ $0.name == "message" && $0.value.text != nil }) {
            return try check(messages: post)
        }
        let outline = Outline(rendering, purpose: .check)
        let parts = try PostParts(post, outline: outline)
        guard parts.messages.count <= limits.messages else {
            throw .malformed(.tooManyMessages(limit: limits.messages))
        }
        let unreadable = problemsOfMarks(parts)
        guard unreadable.isEmpty else { return .problems(unreadable, parts.overlay(problems: unreadable)) }
        var findings = Findings()
        try readLoneFields(parts, outline, into: &findings)
        try readForm(parts, outline, into: &findings)
        for text in parts.messages { findings.steps.append(try step(text)) }
        guard findings.problems.isEmpty else {
            return .problems(findings.problems, parts.overlay(problems: findings.problems))
        }
        return .steps(findings.steps)
    }

    private func check(messages post: FormData) throws(Refusal) -> InputReading {
        guard post.entries.count <= limits.messages else {
            throw .malformed(.tooManyMessages(limit: limits.messages))
        }
        var steps: [InputReading.Step] = []
        for entry in post.entries { if let text = entry.value.text { steps.append(try step(text)) } }
        return .steps(steps)
    }

    private func step(_ text: String) throws(Refusal) -> InputReading.Step {
        guard CombiningMarks.areFew(in: text) else { throw .malformed(.tooManyMarks(limit: CombiningMarks.most)) }
        guard offers(text) else { throw .notOffered(.messageNotOffered(text)) }
        return .text(text)
    }

    func problemsOfMarks(_ parts: PostParts) -> [Problem] {
        parts.problemsOfMarks(sentence: sentences[.tooManyMarks(limit: CombiningMarks.most)])
    }

    /// Returns the problems with which the program has refused a post that was valid, and the input to be shown again. A problem that
    /// names no form belongs to the form that was posted.
    package func refusal(of post: FormData, with problems: [Problem]) -> ([Problem], FormOverlay) {
        guard let parts = try? PostParts(post, outline: Outline(rendering, purpose: .check)) else {
            return (problems, FormOverlay(fields: [], problems: problems))
        }
        let problems = problems.map { $0.attributed(to: parts.formName) }
        return (problems, parts.overlay(problems: problems))
    }

    /// Returns the fields that a post has sent, to be shown again. Those of passwords and files are left out.
    package func sentFields(of post: FormData) -> [FormOverlay.Field] {
        let outline = Outline(rendering, purpose: .check)
        guard let parts = try? PostParts(post, outline: outline) else { return [] }
        let passwords = Set(outline.controls.lazy.filter { $0.kind == .input(.password) }.map(\.name))
        return parts.overlay(problems: []).fields.filter { !passwords.contains($0.name) }
    }

    /// Whether a control of the view offers the message of that text.
    package func offers(_ text: String) -> Bool {
        rendering.offers(messageText: text)
    }

    /// Whether the view contains a password field: posts of it must not be logged then.
    package var asksForPassword: Bool {
        liveOutline.controls.contains { $0.kind == .input(.password) }
    }

    /// Problems of the view's constraints, for its author: patterns that are not regular expressions.
    package var diagnostics: [String] {
        outline.controls.compactMap { control in
            guard let source = control.attributes.pattern else { return nil }
            do {
                _ = try Pattern(source)
                return nil
            } catch {
                return "The pattern of the field “\(control.name)” is ignored. \(error)"
            }
        }
    }

    /// The results of reading so far.
    struct Findings {
        var steps: [InputReading.Step] = []
        var problems: [Problem] = []
    }

    // MARK: - Typed forms

    func readForm(_ parts: PostParts, _ outline: Outline, into findings: inout Findings) throws(Refusal) {
        guard let index = parts.form else { return }
        let form = outline.forms[index]
        guard !form.isOutOfReach else { throw .notOffered(.formNotUsable(form.name)) }
        let assignment = try Assignment(parts.fields, to: outline.controls(of: index), isComplete: true)
        let wrong = problems(of: assignment.states, form: form.name)
        findings.problems += wrong
        guard wrong.isEmpty else { return }
        let entries = assignment.states.flatMap(\.entries)
        var tree = try FieldTree(FormData(entries), limit: limits.fields)
        for state in assignment.states {
            if let zone = state.control.timeZone { tree.set(zone, at: FieldTree.path(state.control.name)[...]) }
        }
        try apply(form.submit, FieldDecoder(tree), form: form.name, field: "", into: &findings)
    }

    /// Returns the problems of controls, at most one for each control and each group of radio buttons.
    func problems(of states: [ControlState], form: String?) -> [Problem] {
        var problems: [Problem] = []
        for state in states {
            guard let sentence = Constraints.problem(in: state) else { continue }
            problems.append(Problem(form: form, field: state.control.name, sentence: sentences[sentence]))
        }
        let chosen = Set(
            states.lazy.filter { $0.control.kind == .input(.radio) && !$0.texts.isEmpty }.map(\.control.name)
        )
        // The view's own names.
        var groups: Set<String> = []
        for state in states where state.control.kind == .input(.radio) && state.control.attributes.isRequired {
            let name = state.control.name
            guard groups.insert(name).inserted, !state.control.isOutOfReach else { continue }
            if !chosen.contains(name) {
                problems.append(Problem(form: form, field: name, sentence: sentences[.chooseOne]))
            }
        }
        return problems
    }

    /// Adds the message of an event: its own, or the one that its handler makes of the fields.
    func apply(
        _ event: TapeAttribute,
        _ decoder: FieldDecoder,
        form: String?,
        field: String,
        into findings: inout Findings
    ) throws(Refusal) {
        guard event.kind != .message else {
            findings.steps.append(.text(event.text))
            return
        }
        guard let handler = event.handler else { throw .notOffered(.noMessage) }
        do {
            findings.steps.append(.value(try handler.message(decoder)))
        } catch let error as FieldError {
            let name = error.field.isEmpty ? field : error.field
            findings.problems.append(Problem(form: form, field: name, sentence: sentences[error.sentence]))
        } catch {
            findings.problems.append(Problem(form: form, field: field, sentence: sentences[.valueNotAllowed]))
        }
    }
}
