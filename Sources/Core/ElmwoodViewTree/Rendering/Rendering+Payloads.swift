extension Rendering {
    /// Adds a diagnostic for each event with a payload that the view does not offer exactly once, for each way without script that it does
    /// not have, and for each field that a form accepts and has as a control.
    func diagnosePayloads() {
        var search = PayloadSearch()
        search.walk(records)
        for sentence in search.mistakes(in: self) { tape.arena.pointee.diagnose(sentence) }
    }
}

/// The events with payloads of a view, the forms that may do the same, and the fields that forms accept from scripts.
private struct PayloadSearch {
    private var events: [PayloadEvent] = []
    private var forms: Set<String> = []
    private var doubleFields: [String] = []

    mutating func walk(_ nodes: TapeReader) {
        for node in nodes where node.kind == .element && !node.facts.isDisjoint(with: [.events, .form]) {
            // What is hidden is offered later, in place of what is seen now.
            let isOutOfReach = node.attributes.contains {
                $0.nameID == AttributeName.hidden.id || $0.nameID == AttributeName.inert.id
            }
            if node.name == .form {
                for name in [AttributeName.formName, .name, .id] {
                    if let text = node.attribute(name)?.text { forms.insert(text) }
                }
                noteDoubleFields(of: node)
            }
            if !isOutOfReach, node.has(.payload) {
                events += node.attributes.lazy.filter { $0.kind == .handler }.compactMap { PayloadEvent($0.text) }
            }
            if !isOutOfReach || node.facts.contains(.form) { walk(node.children) }
        }
    }

    private mutating func noteDoubleFields(of form: TapeNode) {
        guard let list = form.attribute(.acceptedFields)?.text else { return }
        let names = Self.names(of: form.children)
        for item in list.split(separator: " ") {
            let name = String(item.drop { $0 != ":" }.dropFirst())
            guard names.contains(name) else { continue }
            doubleFields.append(
                "A form accepts the field “\(name)” from a script and has a control of that name: the field is refused, and the control's value "
                    + "is sent. Give one of them another name."
            )
        }
    }

    /// The names of the controls among the nodes.
    private static func names(of nodes: TapeReader) -> Set<String> {
        var found: Set<String> = []
        for node in nodes where node.kind == .element {
            let isControl = node.name == .input || node.name == .select || node.name == .textarea || node.has(.field)
            if isControl, let name = node.attribute(.name)?.text { found.insert(name) }
            found.formUnion(names(of: node.children))
        }
        return found
    }

    func mistakes(in rendering: Rendering) -> [String] {
        var mistakes = doubleFields
        var names: Set<String> = []
        var links: Set<String>?
        for event in events {
            if !names.insert(event.name).inserted {
                mistakes.append(
                    "Several events are named “\(event.name)”: none of them is accepted. A name exists once in a view."
                )
            }
            switch event.alternative.kind {
            case .controls, .needsScript: break
            case .form(let name):
                if !forms.contains(name) { mistakes.append(Self.missing("form named", name, of: event)) }
            case .link(let id):
                links = links ?? Self.links(in: rendering.records)
                if links?.contains(id) != true { mistakes.append(Self.missing("link with the id", id, of: event)) }
            }
        }
        return mistakes
    }

    private static func missing(_ kind: String, _ name: String, of event: PayloadEvent) -> String {
        "There is no \(kind) “\(name)”, which is to do without script what the event “\(event.name)” does."
    }

    private static func links(in nodes: TapeReader) -> Set<String> {
        var found: Set<String> = []
        for node in nodes where node.kind == .element {
            if node.name == .a, let id = node.attribute(.id)?.text { found.insert(id) }
            found.formUnion(links(in: node.children))
        }
        return found
    }
}
