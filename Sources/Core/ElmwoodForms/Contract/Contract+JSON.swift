import ElmwoodViewTree

extension Contract {
    /// Returns what the view offers, as JSON: its title, messages, typed forms, lone fields, the problems of the last post, the
    /// notices, and the shared models that it reads.
    ///
    /// Exactly the messages and fields in it can be posted. A field has its name, type, label, value and constraints, with HTML's
    /// names; passwords have no value. If the result of a request is not shown yet, there is `"pending":true`.
    ///
    /// ```
    /// {"title":"Counter","messages":[{"message":"increment","label":"+"}],"forms":[],"fields":[],"problems":[],"notices":[],"shared":[]}
    /// ```
    package func json(
        problems: [Problem] = [],
        notices: [String] = [],
        isPending: Bool = false,
        shared: [SharedModelOnPage] = []
    ) -> [UInt8] {
        let outline = outline
        var json = JSONWriter()
        json.object { json in
            json.member("title", outline.title)
            json.key("messages")
            json.list(outline.offers) { json, offer in write(offer, into: &json) }
            json.key("forms")
            let forms = outline.forms.indices.filter { !outline.forms[$0].isOutOfReach }
            json.list(forms) { json, index in
                json.object { json in
                    json.member("name", outline.forms[index].name)
                    json.key("fields")
                    json.list(outline.offered(index)) { json, control in
                        for name in control.postedNames { write(control, as: name, into: &json) }
                    }
                }
            }
            json.key("fields")
            json.list(outline.offered(nil).filter { $0.attributes.change != nil }) { json, control in
                write(control, as: control.name, into: &json)
            }
            json.key("problems")
            json.list(problems) { json, problem in
                json.object { json in
                    json.member("form", problem.form)
                    json.member("field", problem.field)
                    json.member("sentence", problem.sentence)
                }
            }
            json.key("notices")
            json.list(notices) { json, notice in json.text(notice) }
            json.member("pending", isPending)
            json.key("shared")
            json.list(shared) { json, model in
                json.object { json in
                    json.member("program", model.program)
                    json.member("key", model.key)
                    json.member("name", model.name)
                    if let value = model.value {
                        json.key("model")
                        json.raw(value)
                    }
                }
            }
        }
        return json.bytes
    }

    /// What the view offers, one line each, as curl would post it: the texts of its messages, then its forms and fields.
    package var offerLines: [String] {
        let outline = outline
        var parts: [String] = []
        for offer in outline.offers where parts.count < 50 {
            let text = "message=\(offer.event.text)"
            if !parts.contains(text) { parts.append(text) }
        }
        for index in outline.forms.indices where !outline.forms[index].isOutOfReach && parts.count < 50 {
            let fields = outline.offered(index).flatMap(\.postedNames)
            parts.append(
                "form=\(outline.forms[index].name)" + (fields.isEmpty ? "" : " with \(fields.joined(separator: ", "))")
            )
        }
        for control in outline.offered(nil) where control.attributes.change != nil && parts.count < 50 {
            let text = "\(control.name)=…"
            if !parts.contains(text) { parts.append(text) }
        }
        return parts
    }

    private func write(_ offer: Outline.Offer, into json: inout JSONWriter) {
        json.object { json in
            json.member("message", offer.event.text)
            let label = Sanitization.collapsed(offer.node.attribute(.ariaLabel)?.text ?? offer.node.text)
            json.member("label", label.isEmpty ? offer.node.attribute(.title)?.text : label)
            if offer.event.name != .onClick { json.member("event", offer.event.label) }
        }
    }

    private func write(_ control: Control, as name: String, into json: inout JSONWriter) {
        let attributes = control.attributes
        json.object { json in
            json.member("name", name)
            json.member("type", typeName(control))
            json.member("label", control.label)
            let isSecret = control.kind == .input(.password) || control.kind == .input(.file)
            if control.kind != .select, !isSecret { json.member("value", control.renderedText) }
            if control.isCheckable { json.member("checked", attributes.isChecked) }
            json.member("required", attributes.isRequired)
            json.member("multiple", attributes.isMultiple)
            json.member("min", attributes.min)
            json.member("max", attributes.max)
            json.member("step", attributes.step)
            json.member("minlength", attributes.minlength)
            json.member("maxlength", attributes.maxlength)
            json.member("pattern", attributes.pattern)
            json.member("accept", attributes.accept)
            json.member("timeZone", attributes.timeZone)
            json.member("placeholder", attributes.placeholder)
            if control.kind == .select { writeChoices(of: control, into: &json) }
        }
    }

    private func writeChoices(of control: Control, into json: inout JSONWriter) {
        let choices = control.choices
        let chosen = control.renderedChoices(choices)
        json.key("options")
        json.list(choices.filter { !$0.isDisabled }) { json, choice in
            json.object { json in
                json.member("value", choice.value)
                json.member("label", choice.label)
                json.member("selected", chosen.contains(choice.value))
            }
        }
    }

    private func typeName(_ control: Control) -> String {
        switch control.kind {
        case .input(let type): type.rawValue
        case .textarea: "textarea"
        case .select: "select"
        case .submitter: "submit"
        case .accepted: "text"
        }
    }
}

extension Outline {
    /// Returns the controls that the visitor can change.
    fileprivate func offered(_ form: Int?) -> [Control] {
        controls(of: form).filter { !$0.isDisabled && !$0.isLocked }
    }
}
