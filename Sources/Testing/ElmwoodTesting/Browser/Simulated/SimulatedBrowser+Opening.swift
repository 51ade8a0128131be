import ElmwoodPageTree

// What a browser itself opens and closes: popovers and dialogs (HTML, sections 4.11.4 and 6.12).

extension SimulatedBrowser {
    /// Opens or closes the popover or the dialog that a button controls.
    ///
    /// - Returns: false if it controls none.
    func openOrClose(by button: PageNode) -> Bool {
        guard !(button.isSubmitter && (button.form != nil || button.isLone)) else { return false }
        if script == .off { focus = button.tree.key(of: button) }
        if let id = button["commandfor"], let command = button["command"]?.lowercased() {
            carryOut(command, on: button.tree.element(id: id))
        } else if let id = button["popovertarget"] {
            let action = button["popovertargetaction"]?.lowercased() ?? ""
            let isKnown = action == "show" || action == "hide"
            carryOut((isKnown ? action : "toggle") + "-popover", on: button.tree.element(id: id))
        } else {
            return false
        }
        return true
    }

    /// - Parameter isTold: whether the program is told, as it is of what the visitor does.
    func carryOut(_ command: String, on element: PageNode?, isTold: Bool = true) {
        guard let element else { return }
        switch (command, element.tag) {
        case ("show-popover", _) where element.has("popover"): open(element)
        case ("hide-popover", _) where element.has("popover"): close(element)
        case ("toggle-popover", _) where element.has("popover"):
            if isOpen(element) { close(element) } else { open(element) }
        case ("show-modal", "dialog"):
            guard !isOpen(element) else { return }
            memory.modals.append(PageMemory.Modal(name: Self.name(ofOpenable: element), focusOutside: focus))
            open(element, isTold: isTold)
            if let dialog = current(element) { giveFocus(to: dialog.focusedAsDialog) }
        case ("close", "dialog"): close(element, isTold: isTold)
        case ("request-close", "dialog"): cancel(element)
        default: break
        }
    }

    /// Closes the popovers that a click elsewhere closes.
    func dismiss(byClickOn node: PageNode) {
        guard !memory.toggled.isEmpty, let node = current(node) else { return }
        let button = node.closest { $0.control == .button }
        let target = button?["popovertarget"] ?? button?["commandfor"]
        for popover in node.tree.elements.filter({ $0.isDismissed && isOpen($0) && !node.isWithin($0) })
        where target == nil || popover["id"] != target {
            if let popover = current(popover) { close(popover) }
        }
    }

    /// Closes the topmost popover, or else the dialog, as Escape does.
    func closeTopmost() {
        guard let opened = try? page().elements.filter({ $0.isOpenable && isOpen($0) }) else { return }
        let modal = (opened.last?.tree).flatMap(topmostModal)
        guard let last = opened.last(where: \.isDismissed) ?? modal else { return }
        if last.tag == "dialog" { cancel(last) } else { close(last) }
    }

    private func isOpen(_ element: PageNode) -> Bool {
        element.tag == "dialog" && !element.has("popover")
            ? element.has("open") : memory.toggled[Self.name(ofOpenable: element)] != nil
    }

    private func open(_ element: PageNode, isTold: Bool = true) {
        guard !isOpen(element) else { return }
        toggle(element)
        if isTold { notify("toggle", at: element) }
    }

    private func cancel(_ dialog: PageNode) {
        guard isOpen(dialog) else { return }
        notify("cancel", at: dialog)
        if let dialog = current(dialog) { close(dialog) }
    }

    private func close(_ element: PageNode, isTold: Bool = true) {
        guard isOpen(element) else { return }
        let name = Self.name(ofOpenable: element)
        let modal = memory.modals.lastIndex { $0.name == name }.map { memory.modals.remove(at: $0) }
        toggle(element)
        if isTold { notify("toggle", at: element) }
        if let modal { giveFocus(to: modal.focusOutside.flatMap { key in (try? page())?.node(key) }) }
        if isTold, element.tag == "dialog" { notify("close", at: element) }
    }

    /// Returns the modal dialog of a page that is above all others. Those that the view has just opened are.
    func topmostModal(of tree: PageTree) -> PageNode? {
        let open = tree.elements.filter { $0.tag == "dialog" && $0.has("open") && !$0.isHidden }
        let known = Dictionary(open.map { (Self.name(ofOpenable: $0), $0) }) { first, _ in first }
        let new = open.last { dialog in
            dialog.has("data-modal") && !memory.modals.contains { $0.name == Self.name(ofOpenable: dialog) }
        }
        return new ?? memory.modals.compactMap { known[$0.name] }.last
    }

    /// Moves the focus to a dialog that the view has opened as a modal one, and back from one that is closed.
    func settleModals() {
        guard let tree = try? page() else { return }
        let open = tree.elements.filter { $0.tag == "dialog" && $0.has("open") && !$0.isHidden }
        let names = open.map { Self.name(ofOpenable: $0) }
        while let last = memory.modals.last, !names.contains(last.name) {
            memory.modals.removeLast()
            focus = last.focusOutside
        }
        for (dialog, name) in zip(open, names)
        where dialog.has("data-modal") && !memory.modals.contains(where: { $0.name == name }) {
            memory.modals.append(PageMemory.Modal(name: name, focusOutside: focus))
            focus = dialog.focusedAsDialog.map { tree.key(of: $0) }
        }
    }

    /// Closes the dialog around a form that is sent with the method `dialog`. Returns false if it is sent with another one.
    func closesDialog(_ form: PageNode, by button: PageNode?) -> Bool {
        guard (button?["formmethod"] ?? form["method"])?.lowercased() == "dialog" else { return false }
        if let dialog = form.ancestors.first(where: { $0.tag == "dialog" }) { close(dialog) }
        return true
    }

    private func giveFocus(to node: PageNode?) {
        if script == .on { moveFocus(to: node) } else { focus = node.map { $0.tree.key(of: $0) } }
    }

    /// Forgets what was opened and is not on the page any more: it is closed if it returns.
    func forgetOpened(goneFrom tree: PageTree) {
        guard !memory.toggled.isEmpty else { return }
        let there = tree.elements.filter { $0.tag == "details" || $0.isOpenable }
        let names = Set(there.map { Self.name(ofOpenable: $0) })
        memory.toggled = memory.toggled.filter { names.contains($0.key) }
    }

    private func notify(_ event: String, at element: PageNode) {
        guard script == .on, let element = current(element) else { return }
        dispatch(event, at: element, bubbles: false)
    }
}

extension PageNode {
    /// The element that has the focus when the node is opened as a modal dialog.
    fileprivate var focusedAsDialog: PageNode? {
        let usable = descendants.filter { !$0.isHidden && !$0.isDisabled }
        return usable.first { $0.has("autofocus") } ?? usable.first { $0.isFocusable }
    }

    /// Whether a button may open and close it.
    fileprivate var isOpenable: Bool { record.isOpenable }

    /// Whether it is a popover that Escape and a click elsewhere close.
    fileprivate var isDismissed: Bool { self["popover"].map { $0.lowercased() != "manual" } ?? false }
}
