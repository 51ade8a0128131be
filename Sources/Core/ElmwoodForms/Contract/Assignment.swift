import ElmwoodFormData
import ElmwoodViewTree

/// Assigns the values of a post to the rendered controls: each control gets the values that it could have sent.
///
/// Controls of one name get values in document order, as a browser sends them. Values that no control gets were not offered.
struct Assignment {
    /// The state of each control, in document order; disabled ones are empty.
    private(set) var states: [ControlState] = []
    /// How many buttons were pressed according to the post.
    private var presses = 0

    /// Assigns the values to the controls of one form, or to the lone ones.
    ///
    /// If `isComplete` is true, a checkbox or a choice that is missing in the post is not checked; otherwise it is as it was
    /// rendered. Throws if no control offers a value.
    init(_ entries: [FormData.Entry], to controls: [Control], isComplete: Bool) throws(Refusal) {
        var waiting = PostedValues(entries)
        for control in controls where !control.isDisabled {
            var state = ControlState(control: control)
            try take(&waiting, into: &state, isComplete: isComplete)
            states.append(state)
        }
        try settleRadios()
        guard presses <= 1 else { throw .malformed(.severalButtons) }
        if let left = entries.first(where: { waiting.contains($0.name) }) {
            throw Self.refusal(of: left.name, among: controls)
        }
    }

    private static func refusal(of name: String, among controls: [Control]) -> Refusal {
        guard let control = controls.first(where: { $0.postedNames.contains { $0.hasBytes(of: name) } }) else {
            return .notOffered(.noField(name))
        }
        if control.isDisabled || control.isLocked { return .notOffered(.fieldLocked(name)) }
        return .notOffered(.valueNotOffered(name))
    }

    private mutating func take(
        _ waiting: inout PostedValues,
        into state: inout ControlState,
        isComplete: Bool
    ) throws(Refusal) {
        let control = state.control
        let name = control.name
        switch control.kind {
        case .submitter:
            let value = control.attributes.value ?? ""
            guard waiting.remove(value, name), !control.isOutOfReach else { return }
            presses += 1
            state.isPosted = true
            state.texts = [value]
        case .input(.image):
            let names = control.placeNames
            let x = waiting.first(names.x)?.text, y = waiting.first(names.y)?.text
            guard let x, let y, Int(x) != nil, Int(y) != nil, !control.isOutOfReach else { return }
            waiting.removeFirst(names.x)
            waiting.removeFirst(names.y)
            presses += 1
            state.isPosted = true
            state.texts = [x, y]
        case .input(.checkbox), .input(.radio):
            let value = control.renderedText
            let wasChecked = control.attributes.isChecked
            if control.isLocked, !wasChecked { return }
            state.isPosted = waiting.remove(value, name)
            let isKept = control.isLocked || !isComplete || control.kind == .input(.radio)
            if state.isPosted || isKept && wasChecked { state.texts = [value] }
            state.isChanged = state.isPosted != wasChecked && !(isKept && wasChecked)
        case .select: try takeChoices(&waiting, into: &state, isComplete: isComplete)
        case .input(.file): try takeFiles(&waiting, into: &state)
        case .textarea, .input: try takeText(&waiting, into: &state)
        case .accepted:
            guard let value = waiting.first(name) else { return }
            guard let text = value.text else { throw .malformed(.textExpected(name)) }
            waiting.removeFirst(name)
            (state.isPosted, state.isChanged, state.texts) = (true, true, [text])
        }
    }

    private mutating func takeText(
        _ waiting: inout PostedValues,
        into state: inout ControlState
    ) throws(Refusal) {
        let control = state.control
        let rendered = control.renderedText
        state.texts = [rendered]
        if let dirname = control.attributes.dirname, !dirname.isEmpty {
            for direction in ["ltr", "rtl"] where waiting.remove(direction, dirname) {
                state.direction = direction
            }
        }
        guard !control.isLocked else {
            let isCharset = control.kind == .input(.hidden) && control.name.lowercased() == "_charset_"
            state.isPosted =
                waiting.remove(rendered, control.name) || isCharset && waiting.remove("UTF-8", control.name)
            // A form that was begun before its hidden field has got this value.
            if !state.isPosted, control.kind == .input(.hidden), control.form != nil,
                waiting.first(control.name)?.text != nil
            {
                waiting.removeFirst(control.name)
                (state.isPosted, state.isChanged) = (true, true)
            }
            return
        }
        guard let first = waiting.first(control.name) else { return }
        guard let posted = first.text else {
            throw .malformed(.textExpected(control.name))
        }
        waiting.removeFirst(control.name)
        state.isPosted = true
        let text: String
        if case .input(let type) = control.kind {
            text = Sanitization.value(posted, of: type, attributes: control.attributes)
        } else {
            text = Sanitization.lineFeeds(posted)
        }
        state.isChanged = !text.hasBytes(of: rendered)
        state.texts = [text]
    }

    private func takeChoices(
        _ waiting: inout PostedValues,
        into state: inout ControlState,
        isComplete: Bool
    ) throws(Refusal) {
        let control = state.control
        let choices = control.choices
        let rendered = control.renderedChoices(choices)
        let sent = control.isOutOfReach ? Set(rendered) : []
        var taken: [String] = []
        for choice in choices {
            if taken.count == 1, !control.attributes.isMultiple { break }
            if control.isOutOfReach ? !sent.contains(choice.value) : choice.isDisabled { continue }
            if waiting.remove(choice.value, control.name) { taken.append(choice.value) }
        }
        state.isPosted = !taken.isEmpty
        let isKept = control.isOutOfReach || !control.attributes.isMultiple || !isComplete
        state.texts = taken.isEmpty && isKept ? rendered : taken
        state.isChanged = state.texts != rendered
    }

    private func takeFiles(
        _ waiting: inout PostedValues,
        into state: inout ControlState
    ) throws(Refusal) {
        let control = state.control
        for value in waiting.removeAll(control.name) {
            switch value {
            case .file(let file): if !file.isEmptyChoice { state.files.append(file) }
            case .text(let text):
                if text.isEmpty { continue }
                guard control.attributes.upload != nil else { throw .malformed(.fileExpected(control.name)) }
                state.lacksUpload = true
            }
        }
        guard state.files.isEmpty && !state.lacksUpload || !control.isLocked else {
            throw .notOffered(.fieldLocked(control.name))
        }
        state.isPosted = !state.files.isEmpty || state.lacksUpload
        state.isChanged = state.isPosted
    }

    /// Leaves one radio button of each name checked: the posted one, else the rendered one.
    private mutating func settleRadios() throws(Refusal) {
        // By the view's own names.
        var posted: [String: Int] = [:]
        for state in states where state.control.kind == .input(.radio) && state.isPosted {
            posted[state.control.name, default: 0] += 1
        }
        guard !posted.values.contains(where: { $0 > 1 }) else {
            throw .malformed(.severalChoices)
        }
        for index in states.indices where states[index].control.kind == .input(.radio) {
            guard posted[states[index].control.name] != nil, !states[index].isPosted else { continue }
            states[index].texts = []
        }
    }
}

extension ControlState {
    /// The sanitized values of the control: the entries that a form's payload is decoded from.
    var entries: [FormData.Entry] {
        let name = control.name
        var entries = files.map { FormData.Entry(name: name, value: .file($0)) }
        if control.kind == .input(.image), texts.count == 2 {
            // They are sent as `at.x` and `at.y`, and read as values nested in `at`.
            for (part, text) in zip(["x", "y"], texts) {
                entries.append(FormData.Entry(name: name.isEmpty ? part : "\(name)[\(part)]", value: .text(text)))
            }
        } else {
            entries += texts.map { FormData.Entry(name: name, value: .text($0)) }
        }
        if let direction, let dirname = control.attributes.dirname {
            entries.append(FormData.Entry(name: dirname, value: .text(direction)))
        }
        return entries
    }

    /// The decoder of the control's own values.
    var decoder: FieldDecoder {
        let values = entries.filter { $0.name.hasBytes(of: control.name) }.map(\.value)
        return FieldDecoder(FieldTree(values: values, in: control.timeZone), name: control.name)
    }
}
