import ElmwoodFormData
import ElmwoodViewTree

extension Contract {
    /// Reads the lone fields: those that the visitor changed make their messages, in document order.
    ///
    /// A page sends all its lone fields with every post. A field that the visitor did not change, of a page that is older than the
    /// model, must not undo later changes of the model: its mark is among those of the page, and it is skipped.
    func readLoneFields(
        _ parts: PostParts,
        _ outline: Outline,
        into findings: inout Findings
    ) throws(Refusal) {
        let lone = outline.controls(of: nil)
        guard !parts.loneFields.isEmpty || parts.marks != nil, !lone.isEmpty || !parts.loneFields.isEmpty else {
            return
        }
        let entries = try relevant(parts, lone)
        let states = try Assignment(entries, to: lone, isComplete: parts.marks != nil).states
        let changed = states.indices.filter { isChanged(states, $0, parts) }
        var problems = problems(of: changed.map { states[$0] }, form: nil)
        let wrong = Set(problems.map(\.field))
        for index in changed {
            let state = states[index]
            guard let event = state.control.attributes.change,
                !wrong.contains(state.control.name)
            else { continue }
            let before = findings.problems.count
            try apply(event, state.decoder, form: nil, field: state.control.name, into: &findings)
            problems += findings.problems[before...]
            findings.problems.removeSubrange(before...)
        }
        findings.problems += problems
    }

    /// Returns the fields except those that are as the visitor's page had them, and no longer as the view has them.
    private func relevant(_ parts: PostParts, _ lone: [Control]) throws(Refusal) -> [FormData.Entry] {
        let controls = Dictionary(grouping: lone.lazy.filter { !$0.isDisabled }) { ReceivedText($0.name) }
        var accepted: [ReceivedText: AcceptedTexts] = [:]
        let entries = parts.loneFields.filter { entry in
            guard let text = entry.value.text, isMarked(entry.name, text, parts) else { return true }
            // Unchanged: it is included only if a control accepts the value.
            let name = ReceivedText(entry.name)
            let texts = accepted[name] ?? AcceptedTexts(of: controls[name] ?? [])
            accepted[name] = texts
            return texts.contain(text)
        }
        try refuseMixedRows(entries, parts, lone)
        return entries
    }

    /// The texts that controls of one name could have sent.
    private struct AcceptedTexts {
        /// Whether one of the controls is of free text, and accepts anything.
        private var areAny = false
        private var texts: Set<ReceivedText> = []

        init(of controls: [Control]) {
            for control in controls {
                if control.kind == .select {
                    texts.formUnion(control.choices.lazy.filter { !$0.isDisabled }.map { ReceivedText($0.value) })
                } else if control.isLocked || control.isCheckable {
                    texts.insert(ReceivedText(control.renderedText))
                } else {
                    areAny = true
                }
            }
        }

        func contain(_ text: String) -> Bool {
            areAny || texts.contains(ReceivedText(text)) || texts.contains(ReceivedText(Sanitization.lineFeeds(text)))
        }
    }

    /// Refuses rows that do not correspond. Only their order distinguishes several text fields of one name: a page with another
    /// number of them is another page, and its values would be assigned to the wrong ones.
    private func refuseMixedRows(_ entries: [FormData.Entry], _ parts: PostParts, _ lone: [Control]) throws(Refusal) {
        // By the view's own names.
        var controls: [String: Int] = [:]
        for control in lone where !control.isDisabled && !control.isCheckable && control.kind != .select {
            controls[control.name, default: 0] += 1
        }
        guard controls.values.contains(where: { $0 > 1 }) else { return }
        var counts: [ReceivedText: Int] = [:]
        for entry in entries { counts[ReceivedText(entry.name), default: 0] += 1 }
        for (name, count) in controls where count > 1 {
            let posted = counts[ReceivedText(name)] ?? 0
            guard posted == 0 || posted == count else {
                throw .notOffered(.otherRows(name, count: count, posted: posted))
            }
        }
    }

    private func isMarked(_ name: String, _ text: String, _ parts: PostParts) -> Bool {
        guard let marks = parts.marks else { return false }
        return marks.contains(fieldHash(name: name.utf8, value: text.utf8))
            || marks.contains(fieldHash(name: name.utf8, value: Sanitization.lineFeeds(text).utf8))
    }

    /// Whether the visitor changed a lone control: it differs from the view, and from the visitor's page.
    private func isChanged(_ states: [ControlState], _ index: Int, _ parts: PostParts) -> Bool {
        let state = states[index]
        let control = state.control
        guard control.attributes.change != nil, !control.isLocked else { return false }
        let name = control.name
        switch control.kind {
        case .submitter, .accepted, .input(.image): return false
        case .input(.file): return !state.files.isEmpty
        case .input(.checkbox):
            let isChecked = !state.texts.isEmpty
            guard isChecked != control.attributes.isChecked else { return false }
            return parts.marks == nil || isMarked(name, control.renderedText, parts) != isChecked
        case .input(.radio):
            guard state.isPosted, !control.attributes.isChecked else { return false }
            return !isMarked(name, control.renderedText, parts)
        case .select:
            guard state.isChanged else { return false }
            guard parts.marks != nil else { return true }
            guard control.attributes.isMultiple else { return !isMarked(name, state.text, parts) }
            let chosen = Set(state.texts)
            return control.choices.contains { isMarked(name, $0.value, parts) != chosen.contains($0.value) }
        case .textarea, .input:
            return state.isPosted && state.isChanged && !isMarked(name, state.text, parts)
        }
    }
}
