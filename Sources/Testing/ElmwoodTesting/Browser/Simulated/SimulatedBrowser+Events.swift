import Elmwood
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodViewTree

// The events that a visitor's actions cause in a browser, and the client script's reactions.

extension SimulatedBrowser {
    func actLive(_ act: Act) {
        switch act {
        case .click(let node): if let node = current(node) { click(node) }
        case .doubleClick(let node):
            guard let node = current(node) else { break }
            click(node)
            if let node = current(node) { click(node) }
            if let node = current(node) { dispatch("dblclick", at: node) }
        case .fill(let node, let text): fill(node, text)
        case .check(let node, let isChecked):
            guard let node = current(node) else { break }
            press(node)
            dispatch("click", at: node)
            tickLive(node, isChecked)
        case .choose(let option, let select):
            guard let node = current(select) else { break }
            press(node)
            choose(option)
            announce(node)
        case .attach(let node, let files):
            guard let node = current(node) else { break }
            moveFocus(to: node)
            note(.files(files), in: node)
            announce(node)
            tellUpload(of: files, in: node)
        case .interruptUploads: areUploadsInterrupted = true
        case .resumeUploads: resumeUploads()
        case .submit(let form, let button):
            if let button {
                if let button = current(button) { click(button) }
            } else if let form = current(form) {
                submit(form)
            }
        case .press(let key, let node): press(PressedKey(key: key), in: node)
        case .key(let key, let node): press(key, in: node)
        case .mouse(let act, let node): if let node = current(node) { point(act, at: node) }
        case .dispatch(let name, let values, let node):
            if let node = current(node), let type = node.typeOfEvent(name) { dispatch(type, at: node, values) }
        case .agreed(let act): return actLive(act)
        case .declined: break
        case .drag(let drag): queueEvent("event", drag.event, drag.fields)
        case .scroll(let node): if let node = current(node) { dispatch("inview", at: node, bubbles: false) }
        case .open(let target): load(PageAddress(target))
        case .arrive(let target):
            if case .view = shown { visit(target) } else { load(PageAddress(target)) }
        case .reload: load(place)
        case .closePage:
            sayFarewell()
            shown = .closed
            turn()
        case .hidePage: hide()
        case .showPage: show()
        case .goOffline:
            tellPage("offline")
            isOffline = true
            transport.hangUp()
            isListening = false
        case .goOnline:
            isOffline = false
            tellPage("online")
            if queue.isEmpty { sync() }
        }
        send()
    }

    // MARK: Dispatching

    /// Dispatches an event to an element. The closest element with a listener reports it.
    ///
    /// - Returns: whether the browser's default action is prevented.
    @discardableResult
    func dispatch(
        _ name: String,
        key: PressedKey? = nil,
        at node: PageNode,
        bubbles: Bool = true,
        _ values: EventValues = EventValues()
    ) -> Bool {
        var isPrevented = false
        let border = node.closest { $0.has("data-stops-propagation") }
        for name in [name] + (key.map { ["\(name).\($0.name)"] } ?? []) {
            if border == nil { tellPage(name) }
            let attribute = "data-on-" + name
            let listener = node.closest { node in
                node.has(attribute) || name == "click" && node.isMessageButton || node == border
            }
            guard let listener, bubbles || listener == node else { continue }
            guard listener.has(attribute) || name == "click" && listener.isMessageButton else { continue }
            let text = listener[attribute]
            let pause = listener["data-throttle"].flatMap { Int($0) }
            if let event = text.flatMap(PayloadEvent.init) {
                if let key, !event.keys.isEmpty, !event.keys.contains(key.text) { continue }
                queue(pausing: pause, "\(name) \(event.name)") { [self] in
                    queueEvent("event", event.name, values.fields(of: event))
                }
                isPrevented = isPrevented || listener.has("data-prevents-default")
                continue
            }
            if text == nil || listener.has("data-prevents-default") { isPrevented = true }
            switch name {
            case "input", "change": takeEdit(listener, name)
            default:
                let message = text ?? listener["value"] ?? ""
                queue(pausing: pause, "\(name) \(message)") { [self] in queueEvent("message", message) }
            }
        }
        return isPrevented
    }

    private func takeEdit(_ control: PageNode, _ type: String) {
        guard type == "input", let pause = control["data-debounce"].flatMap({ Int($0) }) else {
            return tellEdit(control, type)
        }
        let key = control.tree.key(of: control)
        if let typing {
            if typing.key != key { flushTyping() } else { typing.pause.cancel() }
        }
        typing = Typing(
            key: key,
            pause: testHost.setting.environment.schedule(.milliseconds(pause)) { [weak self] in
                self?.flushTyping()
                self?.send()
            }
        )
    }

    /// Sends the debounced input.
    func flushTyping() {
        guard let typing else { return }
        self.typing = nil
        typing.pause.cancel()
        if let control = (try? page())?.node(typing.key) { tellEdit(control, "input") }
    }

    /// Sends a control's message or its value: the values of all controls of that name, as a form would send it.
    private func tellEdit(_ control: PageNode, _ type: String) {
        let awaited = Awaited.edit(control.tree.key(of: control), isInput: type == "input")
        if let text = control["data-on-" + type], !text.isEmpty { return queueEvent("message", text, then: awaited) }
        let name = control["name"] ?? control["id"] ?? ""
        let fields: [SentField]
        var formName: String?
        if let form = control.form {
            formName = form["data-form"]
            fields = control.tree.fields(of: .form(form))
        } else {
            fields = control.tree.looseFields(named: name)
        }
        let own = fields.filter { $0.name == name && !$0.isEmptyFile }
        if let formName {
            queueEvent("form-" + type, "\(formName)\n\(name)", own, then: awaited)
        } else {
            queueEvent(type, name, own, then: awaited)
        }
    }

    // MARK: Focus

    /// Focuses an element, or removes the focus.
    func moveFocus(to node: PageNode?) {
        let key = node.map { $0.tree.key(of: $0) }
        guard key != focus else { return }
        let former = focus.flatMap { focus in (try? page())?.node(focus) }
        focus = key
        if let former {
            dispatch("blur", at: former, bubbles: false)
            dispatch("focusout", at: former)
        }
        if let node {
            dispatch("focus", at: node, bubbles: false)
            dispatch("focusin", at: node)
        }
        releaseTyped()
    }

    /// Returns the element that is focused by a click on a node.
    private func focusable(_ node: PageNode) -> PageNode? {
        node.closest { $0.isFocusable }
    }

    // MARK: Pointing

    /// Presses and releases the pointer on an element.
    private func press(_ node: PageNode, _ act: MouseAct = MouseAct()) {
        let (x, y) = act.place ?? (0, 0)
        dismiss(byClickOn: node)
        let down = EventValues.mouse(x: x, y: y, buttons: 1, act.modifiers)
        for name in ["pointerdown", "mousedown"] { dispatch(name, at: node, down) }
        moveFocus(to: focusable(node))
        let up = EventValues.mouse(x: x, y: y, buttons: 0, act.modifiers)
        for name in ["pointerup", "mouseup"] { dispatch(name, at: node, up) }
    }

    /// Moves the mouse to a place of an element, and presses it if that is meant.
    private func point(_ act: MouseAct, at node: PageNode) {
        let (x, y) = act.place ?? (0, 0)
        let values = EventValues.mouse(x: x, y: y, buttons: 0, act.modifiers)
        for name in ["pointerover", "mouseover"] { dispatch(name, at: node, values) }
        for name in ["pointerenter", "mouseenter"] { dispatch(name, at: node, bubbles: false, values) }
        dispatch("pointermove", at: node, values)
        guard act.isPress else { return }
        press(node, act)
        activate(node, values)
    }

    func click(_ node: PageNode) {
        press(node)
        activate(node)
    }

    /// Dispatches a click to an element, and performs the browser's default action.
    private func activate(_ node: PageNode, _ values: EventValues = .mouse(buttons: 0)) {
        guard !dispatch("click", at: node, values) else { return }
        if let button = node.closest({ $0.control == .button }) {
            if openOrClose(by: button) { return }
            if button.isSubmitter, let form = button.form { return takeSubmit(form, by: button) }
            if button.isSubmitter, button.isLone { return flushTyping() }
            if button.type == "reset", let form = button.form { reset(form) }
            return
        }
        if node.control == .checkbox || node.control == .radio {
            return tickLive(node, node.control == .radio || !node.isChecked)
        }
        if let reference = node.closest({ ($0.tag == "a" || $0.tag == "area") && $0.has("href") })?["href"] {
            return followLive(reference)
        }
        if let summary = node.closest({ $0.tag == "summary" }), let details = summary.parent, details.tag == "details" {
            toggle(details)
            if let details = current(details) {
                dispatch("toggle", at: details, bubbles: false, .open(details.has("open")))
            }
            return
        }
        if let control = node.closest({ $0.tag == "label" })?.labelled, !control.isDisabled {
            if control.control != .button { moveFocus(to: control) }
            activate(control)
        }
    }

    private func tickLive(_ node: PageNode, _ isChecked: Bool) {
        let former = focus
        tick(node, isChecked)
        focus = former
        announce(node)
    }

    /// Dispatches the events of a control that the visitor has changed.
    private func announce(_ node: PageNode) {
        dispatch("input", at: node)
        dispatch("change", at: node)
    }

    private func followLive(_ reference: String) {
        switch place.destination(reference) {
        case .fragment: break
        case .elsewhere(let address): leave(for: address)
        case .here(let target):
            let last = PageAddress(target).path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            // A dot in the last segment of a path makes it a file, which the browser loads.
            if last.contains(".") { leave(for: target) } else { visit(target) }
        }
    }

    private func reset(_ form: PageNode) {
        dispatch("reset", at: form)
        let changed = form.formControls.filter { $0.control != .button && $0.fieldValue != $0.renderedValue }
        memory.forget(form.formControls)
        for control in changed { announce(control) }
    }

    // MARK: Writing

    private func fill(_ node: PageNode, _ text: String) {
        guard let node = current(node) else { return }
        moveFocus(to: node)
        guard let node = current(node) else { return }
        note(.text(text), in: node)
        announce(node)
    }

    private func press(_ key: PressedKey, in node: PageNode?) {
        if let node = node.flatMap(current) { moveFocus(to: focusable(node)) }
        guard let tree = try? page() else { return }
        let target = focus.flatMap(tree.node) ?? tree.elements.first { $0.tag == "body" } ?? tree.root
        let values = EventValues.key(key.told, key.modifiers)
        let isPrevented = dispatch("keydown", key: key, at: target, values)
        if !tellShortcut(key, at: target), !isPrevented, key.isTyped { carryOut(key.told, at: target) }
        if let target = current(target) { dispatch("keyup", key: key, at: target, values) }
    }

    /// Tells the page's event of a key with modifiers, if the program asks for it.
    private func tellShortcut(_ key: PressedKey, at node: PageNode) -> Bool {
        let isTyping = node.control == .text || node.control == .select
        guard node.closest({ $0.has("data-stops-propagation") }) == nil, !isTyping || !key.isTyped else { return false }
        let name = watched.first { name in
            name.hasPrefix("keydown:") && name.dropFirst(8).split(separator: ",").contains { $0 == key.text }
        }
        if let name { queueEvent("page", name) }
        return name != nil
    }

    /// Performs the browser's default action for a key.
    private func carryOut(_ key: String, at node: PageNode) {
        switch key {
        case "Escape": closeTopmost()
        case "Enter" where node.isClickable: activate(node)
        case "Enter" where node.tag == "input" && node.control != nil:
            if node.isLone { return flushTyping() }
            if let form = node.form { submitImplicitly(form) }
        case " " where node.control == .button || node.control == .checkbox || node.control == .radio:
            activate(node)
        case "Backspace" where node.control == .text && !node.isReadOnly && !node.isDisabled:
            guard case .text(let text) = node.fieldValue, !text.isEmpty else { return }
            write(String(text.dropLast()), in: node)
        case _ where key.count == 1 && node.control == .text && !node.isReadOnly && !node.isDisabled:
            guard case .text(let text) = node.fieldValue, node.reasonNotToHold(text + key) == nil else { return }
            write(text + key, in: node)
        default: break
        }
    }

    private func write(_ text: String, in node: PageNode) {
        note(.text(text), in: node)
        announce(node)
    }

    // MARK: Sending forms

    /// Submits a form as Enter in one of its text fields does; a form without one, by its button.
    private func submit(_ form: PageNode) {
        let controls = form.formControls
        let focused = focus.flatMap(form.tree.node)
        let field =
            controls.first { $0 == focused && $0.control == .text && $0.tag == "input" }
            ?? controls.first { $0.control == .text && $0.tag == "input" && !$0.isDisabled && !$0.isHidden }
        if let field {
            press(PressedKey(key: "Enter"), in: field)
        } else if let button = form.defaultButton {
            click(button)
        } else {
            later.impossible = "The form “\(form.formName)” has no field to press Enter in, and no button."
        }
    }

    private func submitImplicitly(_ form: PageNode) {
        guard form.takesEnter else { return }
        if let button = form.defaultButton { activate(button) } else { takeSubmit(form, by: nil) }
    }

    func takeSubmit(_ form: PageNode, by button: PageNode?) {
        let complaints = complaints(about: form, by: button)
        if !complaints.isEmpty { return later.complaints = complaints }
        if awaitsUploads(form, by: button) { return }
        guard !dispatch("submit", at: form), !closesDialog(form, by: button) else { return }
        var fields = form.tree.fields(of: .form(form), by: button)
        memory.releaseFields(of: form)
        guard let name = form["data-form"], button?["formaction"] == nil else {
            return sendPlain(form, fields, by: button)
        }
        // The hidden field identifies the form on a page without script.
        if let place = fields.firstIndex(where: { $0.name == "form" }) { fields.remove(at: place) }
        queueEvent("submit", name, fields.filter { !$0.isEmptyFile }, then: .submit(form.tree.key(of: form)))
    }

    /// Submits a form that is not one of the program's messages, as the browser does.
    private func sendPlain(_ form: PageNode, _ fields: [SentField], by button: PageNode?) {
        let isPost = (button?["formmethod"] ?? form["method"] ?? "get").lowercased() == "post"
        switch place.destination(button?["formaction"] ?? form["action"] ?? "") {
        case .fragment: break
        case .elsewhere(let address): leave(for: address)
        case .here(let target):
            if isPost {
                apply(transport.post(fields, to: PageAddress(target)), of: PageAddress(target), keepsEntries: false)
                load(place)
            } else {
                visit(PageAddress.target(target, with: fields))
            }
        }
    }
}

extension PageTree {
    /// Returns the fields of the controls with that name outside of any form. Controls that are reported at each keystroke belong
    /// to no form on a page without script.
    func looseFields(named name: String) -> [SentField] {
        var fields: [SentField] = []
        for node in controls where node.isField && node.form == nil {
            if (node["name"] ?? node["id"]) == name { node.send(to: &fields, as: name) }
        }
        return fields
    }
}
