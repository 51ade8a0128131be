import ElmwoodViewTree

extension Contract {
    /// Returns the mistakes of the view that have led to problems, for its author: a form without a control for a property of its message,
    /// a control whose value is no value of the message's type. The visitor is told what they cannot mend.
    package func mistakes(behind problems: [Problem]) -> [String] {
        let sentences = sentences
        let missing = sentences[.fieldMissing]
        let zoneless = sentences[.timeZoneMissing]
        let unfit = sentences[.valueNotAllowed]
        let suspects = problems.filter { [missing, zoneless, unfit].contains($0.sentence) }
        guard !suspects.isEmpty else { return [] }
        let outline = liveOutline
        return suspects.compactMap { problem in
            let form = problem.form.flatMap { name in outline.forms.firstIndex { $0.name.hasBytes(of: name) } }
            guard form != nil || problem.form == nil else { return nil }
            let controls = outline.controls(of: form)
            if problem.sentence == missing { return form.flatMap { _ in missingControl(of: problem, controls) } }
            let control = controls.first { FieldTree.path($0.name).first == FieldTree.path(problem.field).first }
            guard let control else { return nil }
            if problem.sentence == zoneless { return Self.missingZone(at: control) }
            return Self.unfitDate(at: control)
        }
    }

    private func missingControl(of problem: Problem, _ controls: [Control]) -> String? {
        var names: [String] = []
        for control in controls where !names.contains(control.name) { names.append(control.name) }
        guard !names.contains(problem.field) else { return nil }
        let needs = problem.field.isEmpty ? "takes a single value" : "needs a control named “\(problem.field)”"
        return
            "The message of the form “\(problem.form ?? "")” \(needs). The controls of the form are: \(names.joined(separator: ", "))."
    }

    private static func missingZone(at control: Control) -> String {
        "The message takes a Date for the field “\(control.name)”, which has no time zone. Give the control .timeZone(…), or let the message "
            + "have a \(localType(of: control) ?? "LocalDateTime")."
    }

    private static func unfitDate(at control: Control) -> String? {
        guard case .input(let type) = control.kind, type.isDate else { return nil }
        let local = localType(of: control) ?? "String"
        return
            "The value of the field “\(control.name)” of the type \(type.rawValue) is none for the message. Let the message have a \(local)"
            + (type == .time ? "." : ", or a Date and the control .timeZone(…).")
    }

    /// The name of the type for the values of a control.
    private static func localType(of control: Control) -> String? {
        switch control.kind {
        case .input(.date): "LocalDate"
        case .input(.time): "LocalTime"
        case .input(.localDateTime): "LocalDateTime"
        default: nil
        }
    }

    /// Returns why a post was refused that a script of the page has added a field to, for the view's author: the token of a captcha, the value of
    /// a custom element. The visitor is told that there is no such field, which they cannot mend.
    package func mistakes(behind refusal: Refusal, in form: String?) -> [String] {
        switch refusal.sentence {
        case .noField(let field), .noFieldInForm(let field):
            func short(_ name: String) -> String { String(name.unicodeScalars.prefix(80)) }
            let place = form.map { "The form “\(short($0))”" } ?? "The page"
            return [
                "\(place) was sent with a field “\(short(field))” that its view does not have, so the post was refused. A custom element of that "
                    + "name needs .field, and a field that a script adds by itself needs .acceptsField at its form."
            ]
        case .valueNotOffered(let member) where refusal.status == 422:
            return [
                "An event was sent whose member “\(member.unicodeScalars.prefix(80))” is missing, not declared, or not of the values that its "
                    + "payload declares, so nothing was done."
            ]
        default: return []
        }
    }
}
