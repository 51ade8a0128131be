import ElmwoodViewTree

/// What a view offers to a visitor: its messages, its typed forms, and the controls with values.
struct Outline {
    /// A message that an element of the view offers.
    struct Offer {
        var event: TapeAttribute
        var node: TapeNode
    }

    /// A form whose fields are decoded into a message.
    struct TypedForm {
        var name: String
        var submit: TapeAttribute
        /// Whether it is in a `hidden` or `inert` subtree.
        var isOutOfReach: Bool
    }

    /// An event with a payload.
    struct PayloadOffer {
        var event: PayloadEvent
        var attribute: TapeAttribute
        var node: TapeNode
    }

    var title = ""
    var offers: [Offer] = []
    /// The events with payloads, if the outline is of these.
    var payloads: [PayloadOffer] = []
    var forms: [TypedForm] = []
    /// The controls of typed forms, and lone ones, in document order.
    var controls: [Control] = []

    /// The view's own ids of all forms, including plain ones, with the indices of the typed forms.
    private var formIDs: [String: Int?] = [:]
    /// The view's own labels, by the ids of their controls.
    private var labels: [String: String] = [:]

    private struct Place {
        var isOutOfReach = false
        var isDisabled = false
        /// The enclosing form: nil outside of any, else the index of the typed form, if it is one.
        var form: Int??
        var label: String?
    }

    /// The purpose of the outline.
    enum Purpose {
        /// To check a post: forms and controls only.
        case check
        /// To check an action on a live page: as for a post, with the controls whose changes only a script reports.
        case live
        /// To check an event with a payload: these only.
        case payloads
        /// To describe what is offered: with the title, the labels and the messages.
        case description
    }

    private var isDescription: Bool
    private var isOfPayloads = false
    /// Whether lone controls with an event for keystrokes only are included, which no plain post reports.
    private var isLive = false
    /// Whether elements without events in them are skipped: every lone control has one, and every typed form.
    private var isSkipping = true
    /// Whether a form accepts fields that the view does not have.
    private var acceptsFields = false

    /// Creates an empty outline.
    init() { isDescription = false }

    init(_ rendering: Rendering, purpose: Purpose) {
        isDescription = purpose == .description
        isOfPayloads = purpose == .payloads
        isLive = purpose == .live
        isSkipping = !isDescription
        walk(rendering.records, Place())
        if isOfPayloads { return }
        if isSkipping, formIDs.values.contains(where: { $0 != nil }) {
            // A control anywhere may refer to a typed form by its id: then the whole view must be walked.
            self = Outline()
            isLive = purpose == .live
            isSkipping = false
            walk(rendering.records, Place())
        }
        resolve()
        if acceptsFields { removeDoubleFields() }
    }

    private mutating func walk(_ nodes: TapeReader, _ place: Place) {
        for node in nodes where node.kind == .element {
            if isSkipping, place.form == nil, !node.facts.contains(.events) { continue }
            visit(node, place)
        }
    }

    private mutating func visit(_ node: TapeNode, _ outer: Place) {
        var place = outer
        var isDisabled = false
        for attribute in node.attributes {
            switch attribute.nameID {
            // Content that is hidden until found can be found, so it is within reach.
            case AttributeName.hidden.id: if attribute.text.lowercased() != "until-found" { place.isOutOfReach = true }
            case AttributeName.inert.id: place.isOutOfReach = true
            case AttributeName.disabled.id: isDisabled = true
            default: break
            }
        }
        let name = node.name
        switch name.id {
        case ElementName.template.id, ElementName.datalist.id: return
        case ElementName.title.id: if isDescription, title.isEmpty { title = Sanitization.collapsed(node.text) }
        case ElementName.fieldset.id: return visitFieldset(node, place, isDisabled: isDisabled)
        case ElementName.form.id: place.form = .some(openForm(node, place))
        case ElementName.label.id where isDescription:
            place.label = Sanitization.collapsed(node.text)
            if let control = node.attribute(.for)?.text, labels[control] == nil { labels[control] = place.label }
        case ElementName.input.id, ElementName.textarea.id, ElementName.select.id, ElementName.button.id:
            addControl(node, name, place)
        case ElementName.custom.id: if node.has(.field) { addControl(node, name, place) }
        default: break
        }
        let isControl = name == .input || name == .textarea || name == .select || name == .button
        if !place.isOutOfReach, !(isControl && (isDisabled || place.isDisabled)) {
            addOffers(node, isControl: isControl)
            if isOfPayloads { addPayloads(node) }
        }
        if name != .select, name != .textarea { walk(node.children, place) }
    }

    /// Visits a `fieldset`. A disabled one disables every control in it, except those in its first `legend`.
    private mutating func visitFieldset(_ node: TapeNode, _ place: Place, isDisabled: Bool) {
        var inner = place
        inner.isDisabled = place.isDisabled || isDisabled
        if !place.isOutOfReach {
            addOffers(node, isControl: false)
            if isOfPayloads { addPayloads(node) }
        }
        var isFirstLegend = true
        for child in node.children where child.kind == .element {
            if child.name == .legend, isFirstLegend {
                isFirstLegend = false
                visit(child, place)
            } else {
                visit(child, inner)
            }
        }
    }

    private mutating func openForm(_ node: TapeNode, _ place: Place) -> Int? {
        let id = node.attribute(.id)?.text
        var index: Int?
        if let submit = node.attribute(.onSubmit) {
            let name = node.attribute(.formName)?.text ?? node.attribute(.name)?.text ?? id ?? ""
            index = forms.count
            forms.append(TypedForm(name: name, submit: submit, isOutOfReach: place.isOutOfReach))
            addAcceptedFields(node, form: forms.count - 1)
        }
        if let id, formIDs[id] == nil { formIDs[id] = .some(index) }
        return index
    }

    private mutating func addOffers(_ node: TapeNode, isControl: Bool) {
        guard isDescription else { return }
        for attribute in node.attributes where attribute.kind == .message && attribute.name != .onSubmit {
            let isChange = attribute.name == .onChange || attribute.name == .onInput
            if isControl, isChange, node.has(.readonly) { continue }
            offers.append(Offer(event: attribute, node: node))
        }
    }

    private mutating func addPayloads(_ node: TapeNode) {
        guard node.has(.payload) else { return }
        for attribute in node.attributes where attribute.kind == .handler {
            guard let event = PayloadEvent(attribute.text) else { continue }
            payloads.append(PayloadOffer(event: event, attribute: attribute, node: node))
        }
    }

    private mutating func addControl(_ node: TapeNode, _ element: ElementName, _ place: Place) {
        // A button that offers a message belongs to the page's form, anywhere on the page.
        if element == .button, node.attribute(.onClick)?.kind == .message { return }
        var attributes = ControlAttributes(node)
        let kind: Control.Kind
        switch element {
        case .custom: kind = Control.ownKind(node, &attributes)
        case .textarea: kind = .textarea
        case .select: kind = .select
        case .button:
            let type = attributes.type?.lowercased()
            guard type != "button", type != "reset" else { return }
            kind = .submitter
        default:
            let type = InputType(attribute: attributes.type)
            if type == .button || type == .reset { return }
            kind = type == .submit ? .submitter : .input(type)
        }
        let isHandled = attributes.change != nil || isLive && attributes.input != nil
        let name = attributes.name ?? (isHandled ? attributes.id : nil) ?? ""
        // An image button sends the coordinates of the click even without a name.
        guard !name.isEmpty || kind == .input(.image) && !isHandled else { return }
        var form: Int?
        if attributes.form == nil {
            // A control of a plain form is not part of a post, since the form is sent elsewhere; its reports of edits are. A
            // control outside of any form without a handler is not part of the contract.
            switch place.form {
            case .none: guard isHandled else { return }
            case .some(.none): guard isHandled, isLive else { return }
            case .some(.some(let index)): form = index
            }
        }
        controls.append(
            Control(
                kind: kind,
                node: node,
                name: name,
                form: form,
                isDisabled: attributes.isDisabled || place.isDisabled,
                isOutOfReach: place.isOutOfReach,
                attributes: attributes,
                label: attributes.label ?? place.label
            )
        )
    }

    /// Adds the fields that scripts of others may add to a form.
    private mutating func addAcceptedFields(_ node: TapeNode, form: Int) {
        guard let list = node.attribute(.acceptedFields)?.text else { return }
        for item in list.split(separator: " ") {
            guard let colon = item.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(item[item.utf8.index(after: colon)...])
            acceptsFields = true
            controls.append(
                Control(
                    kind: .accepted,
                    node: node,
                    name: name,
                    form: form,
                    isDisabled: false,
                    isOutOfReach: false,
                    attributes: ControlAttributes(name: name, maxlength: String(item[..<colon])),
                    label: nil
                )
            )
        }
    }

    /// Removes the accepted fields that a control of the form has too: the value is the control's, with its constraints.
    private mutating func removeDoubleFields() {
        let own = controls.filter { $0.kind != .accepted }
        controls.removeAll { accepted in
            accepted.kind == .accepted
                && own.contains { $0.form == accepted.form && $0.name.hasBytes(of: accepted.name) }
        }
    }

    /// Resolves the references between controls, forms and labels.
    private mutating func resolve() {
        for index in controls.indices where controls[index].label == nil {
            controls[index].label =
                controls[index].attributes.id.flatMap { labels[$0] } ?? controls[index].attributes.placeholder
        }
        guard controls.contains(where: { $0.attributes.form != nil }) else { return }
        controls = controls.compactMap { control in
            guard let id = control.attributes.form else { return control }
            guard case .some(.some(let index)) = formIDs[id] else { return nil }
            var control = control
            control.form = index
            return control
        }
    }

    /// Returns the controls of a typed form or, for nil, the lone ones.
    func controls(of form: Int?) -> [Control] { controls.filter { $0.form == form } }
}
