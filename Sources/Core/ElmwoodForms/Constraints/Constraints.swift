import ElmwoodFormData
import ElmwoodLanguages

/// The state of a control according to a post.
struct ControlState {
    var control: Control
    /// The texts: one of a text control; the values of the checked box or of the selected options.
    var texts: [String] = []
    var files: [UploadedFile] = []
    /// Whether the post names an upload that is not complete, or not the visitor's for this field.
    var lacksUpload = false
    /// Whether the post contains it; otherwise its state is as it was rendered.
    var isPosted = false
    /// Whether it differs from its rendered state.
    var isChanged = false
    /// The direction of the text, if the control has `dirname`.
    var direction: String?

    var text: String { texts.first ?? "" }
}

/// HTML's constraint validation (§4.10.20).
enum Constraints {
    /// Returns the sentence about the first problem of a control's value, or nil if the value is valid.
    static func problem(in state: ControlState) -> Sentence? {
        let control = state.control
        if control.kind == .input(.hidden), state.isChanged { return .changedMeanwhile }
        // A control that the visitor cannot change is barred from validation.
        guard !control.isLocked, !control.isDisabled else { return nil }
        let attributes = control.attributes
        switch control.kind {
        case .submitter, .input(.image): return nil
        case .accepted: return lengthProblem(state)
        case .select: return choiceProblem(state)
        case .textarea:
            if attributes.isRequired, state.text.isEmpty { return .fillIn }
            return lengthProblem(state)
        case .input(.checkbox): return attributes.isRequired && state.texts.isEmpty ? .tickBox : nil
        case .input(.file): return fileProblem(state)
        case .input(let type):
            if state.text.isEmpty {
                return attributes.isRequired && type != .range && type != .color && type != .radio ? .fillIn : nil
            }
            if type.isText {
                return typeProblem(state.text, type, attributes) ?? lengthProblem(state)
                    ?? patternProblem(state, type)
            }
            if type.isDate { return dateProblem(state.text, type, attributes) }
            if type == .number || type == .range { return numberProblem(state.text, type, attributes) }
            if type == .color, !Sanitization.isColor(state.text, attributes) { return .chooseColor }
            return nil
        }
    }

    private static func choiceProblem(_ state: ControlState) -> Sentence? {
        let attributes = state.control.attributes
        guard attributes.isRequired else { return nil }
        if state.texts.isEmpty { return .chooseOne }
        // The first option, if it has no value, is a placeholder for no choice.
        guard !attributes.isMultiple, (attributes.size.flatMap { Int($0) } ?? 1) <= 1,
            let first = state.control.choices.first, first.isTopmost, first.value.isEmpty
        else { return nil }
        return state.text.isEmpty ? .chooseOne : nil
    }

    private static func typeProblem(_ text: String, _ type: InputType, _ attributes: ControlAttributes) -> Sentence? {
        switch type {
        case .url:
            return AddressSyntax.isAbsoluteURL(text) ? nil : .enterWholeAddress
        case .email:
            let addresses =
                attributes.isMultiple ? text.split(separator: ",", omittingEmptySubsequences: false) : [text[...]]
            return addresses.allSatisfy { AddressSyntax.isEmail(String($0)) } ? nil : .enterEmail
        default: return nil
        }
    }

    /// Checks the length in UTF-16 code units, only for values that the visitor entered: a rendered value that is too long is
    /// valid.
    private static func lengthProblem(_ state: ControlState) -> Sentence? {
        guard state.isChanged, !state.text.isEmpty else { return nil }
        let length = state.text.utf16.count
        if let most = wholeNumber(state.control.attributes.maxlength), length > most {
            return .tooLong(limit: most, length: length)
        }
        if let least = wholeNumber(state.control.attributes.minlength), length < least {
            return .tooShort(least: least, length: length)
        }
        return nil
    }

    /// Checks the pattern. An invalid regular expression is ignored, as browsers do; ``Contract/diagnostics`` reports it.
    private static func patternProblem(_ state: ControlState, _ type: InputType) -> Sentence? {
        guard let source = state.control.attributes.pattern else { return nil }
        let texts =
            type == .email && state.control.attributes.isMultiple
            ? state.text.split(separator: ",").map(String.init) : [state.text]
        guard let pattern = try? Pattern(source) else { return nil }
        var steps = 0
        for text in texts {
            do {
                if try !pattern.matches(text, steps: &steps) { return .matchFormat }
            } catch {
                return .tooLongToCheck
            }
        }
        return nil
    }

    private static func numberProblem(_ text: String, _ type: InputType, _ attributes: ControlAttributes) -> Sentence? {
        guard let value = DecimalNumber(text) else { return .enterNumber }
        let least = attributes.min.flatMap { DecimalNumber($0) } ?? (type == .range ? DecimalNumber(0) : nil)
        let most = attributes.max.flatMap { DecimalNumber($0) } ?? (type == .range ? DecimalNumber(100) : nil)
        if let least, value.approximation < least.approximation {
            return .numberAtLeast(attributes.min ?? "0")
        }
        // A range whose end is before its start ends at its start.
        if let most, value.approximation > most.approximation,
            type == .number || value.approximation > (least?.approximation ?? 0)
        {
            return .numberAtMost(attributes.max ?? "100")
        }
        guard attributes.step?.lowercased() != "any" else { return nil }
        let step = attributes.step.flatMap { DecimalNumber($0) }.flatMap { $0.approximation > 0 ? $0 : nil }
        let base = attributes.min.flatMap { DecimalNumber($0) } ?? attributes.value.flatMap { DecimalNumber($0) }
        if value.isStep(step ?? DecimalNumber(1), from: base ?? DecimalNumber(0)) { return nil }
        if step == nil, base == nil || base?.integer(Int.self) != nil { return .enterWholeNumber }
        let size = attributes.step ?? "1"
        return base?.integer(Int.self) == 0 || base == nil ? .multipleOf(size) : .inStepsOf(size)
    }

    private static func dateProblem(_ text: String, _ type: InputType, _ attributes: ControlAttributes) -> Sentence? {
        guard let value = DateText.milliseconds(text, of: type) else {
            return .enterDate(dateKind(type), example: dateExample(type))
        }
        let least = attributes.min.flatMap { DateText.milliseconds($0, of: type) }
        let most = attributes.max.flatMap { DateText.milliseconds($0, of: type) }
        if type == .time, let least, let most, most < least {
            // Times are periodic: from ten in the evening to six in the morning.
            if value > most, value < least {
                return .timeBetween(attributes.min ?? "", attributes.max ?? "")
            }
        } else {
            if let least, value < least { return .dateFrom(attributes.min ?? "") }
            if let most, value > most { return .dateUntil(attributes.max ?? "") }
        }
        return dateStepProblem(text, type, attributes)
    }

    private static func dateStepProblem(_ text: String, _ type: InputType, _ attributes: ControlAttributes) -> Sentence?
    {
        guard attributes.step?.lowercased() != "any" else { return nil }
        func count(_ text: String) -> Int64? {
            type == .month ? DateText.months(text) : DateText.milliseconds(text, of: type)
        }
        let scale: Int64
        let standard: Double
        switch type {
        case .month: (scale, standard) = (1, 1)
        case .date: (scale, standard) = (86_400_000, 1)
        case .week: (scale, standard) = (604_800_000, 1)
        default: (scale, standard) = (1_000, 60)
        }
        let given = attributes.step.flatMap { DecimalNumber($0) }?.approximation
        let steps = given.flatMap { $0 > 0 ? $0 : nil } ?? standard
        // Dates step by whole days, weeks and months.
        let size = (type == .time || type == .localDateTime ? steps : max(steps.rounded(), 1)) * Double(scale)
        guard size >= 1, size < 1e18, let value = count(text) else { return nil }
        let base =
            attributes.min.flatMap(count) ?? attributes.value.flatMap(count) ?? (type == .week ? -259_200_000 : 0)
        return (value - base) % Int64(size) == 0 ? nil : .dateInSteps(dateKind(type))
    }

    static func dateKind(_ type: InputType) -> Sentence.DateKind {
        switch type {
        case .month: .month
        case .week: .week
        case .time: .time
        case .localDateTime: .dateTime
        default: .date
        }
    }

    static func dateExample(_ type: InputType) -> String {
        switch type {
        case .date: "2026-11-21"
        case .month: "2026-11"
        case .week: "2026-W47"
        case .time: "13:45"
        default: "2026-11-21T13:45"
        }
    }

    /// Parses a valid non-negative integer (HTML §2.3.4.2), as the lengths are.
    static func wholeNumber(_ text: String?) -> Int? {
        guard let text, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(text)
    }
}
