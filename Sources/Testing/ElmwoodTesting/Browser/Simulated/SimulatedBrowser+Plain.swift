import Elmwood
import ElmwoodPageTree
import ElmwoodViewTree

// The actions of a browser without script.

extension SimulatedBrowser {
    func actPlainly(_ act: Act) {
        switch act {
        case .click(let node), .check(let node, _), .choose(_, of: let node): dismiss(byClickOn: node)
        default: break
        }
        switch act {
        case .click(let node): clickPlainly(node)
        case .doubleClick(let node):
            later.impossible = "Without script nothing listens to a double click on “\(node.clickName)”."
        case .fill(let node, let text): enter(.text(text), in: node)
        case .check(let node, let isChecked): tick(node, isChecked)
        case .choose(let option, _): choose(option)
        case .attach(let node, let files): enter(.files(files), in: node)
        case .submit(let form, let button): submitPlainly(form, by: button ?? form.defaultButton)
        case .press(let key, let node): pressPlainly(key, in: node)
        case .key(let key, let node) where key.modifiers.isEmpty: pressPlainly(key.key, in: node)
        case .key: later.impossible = "Without script no key with modifiers does anything."
        case .mouse(_, let node), .dispatch(_, _, let node): later.impossible = node.reasonForScript
        case .agreed(let act): actPlainly(act)
        case .declined: break
        case .drag(let drag):
            // A press that changes nothing was refused.
            var former: [Int]?
            while let tree = try? page(), let button = drag.button(in: tree), button.path != former {
                former = button.path
                clickPlainly(button)
            }
        case .open(let target), .arrive(let target): go(to: PageAddress(target))
        case .reload: go(to: place)
        case .closePage: shown = .closed
        case .hidePage, .showPage, .scroll: break
        case .interruptUploads, .resumeUploads:
            later.impossible = "Without script, files are sent with their form, and no upload is interrupted."
        case .goOffline: isOffline = true
        case .goOnline: isOffline = false
        }
    }

    // MARK: Entering

    /// Sets the value of a control, and focuses it.
    func enter(_ value: FieldValue, in node: PageNode) {
        guard let node = current(node) else { return }
        note(value, in: node)
        focus = node.tree.key(of: node)
    }

    func tick(_ node: PageNode, _ isChecked: Bool) {
        guard let node = current(node) else { return }
        if node.control == .radio, isChecked {
            for other in node.radioGroup where other != node { note(.checked(false), in: other) }
        }
        note(.checked(isChecked), in: node)
        focus = node.tree.key(of: node)
    }

    func choose(_ option: PageNode) {
        guard let option = current(option), let select = option.closest({ $0.tag == "select" }) else { return }
        guard let place = select.options.firstIndex(of: option) else { return }
        var places = [place]
        if select.has("multiple"), case .chosen(let former) = select.fieldValue {
            places = former.contains(place) ? former.filter { $0 != place } : (former + [place]).sorted()
        }
        note(.chosen(places), in: select)
        focus = select.tree.key(of: select)
    }

    /// Sets the value of a control. Answers to earlier edits of it do not affect it any more.
    func note(_ value: FieldValue, in node: PageNode) {
        if script == .on { memory.holdFields(beside: node) }
        memory.enter(value, in: node)
        isCorrected = true
        guard !awaited.isEmpty else { return }
        let key = node.tree.key(of: node)
        awaited = awaited.filter { if case .edit(key, _) = $0.value { false } else { true } }
    }

    // MARK: Waiting

    /// The lone controls with values that differ from the rendered ones.
    private var waiting: [PageNode] {
        guard script == .off, !memory.isEmpty, let tree = try? page() else { return [] }
        return tree.controls.filter { $0.isLone && $0.control != .button && $0.fieldValue != $0.renderedValue }
    }

    var isWaiting: Bool {
        // A refused value is not posted again automatically.
        if case .refused = shown, !isCorrected { return false }
        return script == .off && !waiting.isEmpty
    }

    func settle() -> Outcome {
        if script == .on {
            if !isOffline { flushTyping() }
            return takeLater()
        }
        settleFields()
        return takeLater()
    }

    /// Sends the lone fields as Enter in one of them does. Values that were entered in other forms are preserved.
    @discardableResult
    private func settleFields() -> Bool {
        guard isWaiting, let tree = try? page() else { return true }
        return post(tree.fields(of: .page), keepsEntries: true)
    }

    // MARK: Clicks and keys

    private func clickPlainly(_ node: PageNode) {
        guard let node = current(node) else { return }
        focus = nil
        if node.tag == "summary", let details = node.parent, details.tag == "details" { return toggle(details) }
        if node.control == .button, openOrClose(by: node) { return }
        if node.isSubmitter {
            if node.isLone {
                post(node.tree.fields(of: .page, by: node), keepsEntries: false)
            } else if let form = node.form {
                submitPlainly(form, by: node)
            }
            return
        }
        if node.control == .button, node.type == "reset", let form = node.form {
            return memory.forget(form.formControls)
        }
        if let reference = node.closest({ ($0.tag == "a" || $0.tag == "area") && $0.has("href") })?["href"] {
            guard settleFields() else { return }
            return follow(reference)
        }
        if let control = node.labelled, control.control == .checkbox || control.control == .radio {
            return tick(control, control.control == .radio || !control.isChecked)
        }
        later.impossible = "Without script nothing listens to a click on “\(node.clickName)”."
    }

    func toggle(_ details: PageNode) {
        let name = Self.name(ofOpenable: details)
        if memory.toggled.removeValue(forKey: name) == nil { memory.toggled[name] = details.has("open") }
        turn()
    }

    private func submitPlainly(_ form: PageNode, by button: PageNode?) {
        if let former = current(form), form.tree === former.tree, !isWaiting { return send(former, by: button) }
        guard settleFields(), let form = current(form) else { return }
        send(form, by: button.flatMap(current))
    }

    private func send(_ form: PageNode, by button: PageNode?) {
        let complaints = complaints(about: form, by: button)
        if !complaints.isEmpty { return later.complaints = complaints }
        if closesDialog(form, by: button) { return }
        let fields = form.tree.fields(of: .form(form), by: button)
        let action = button?["formaction"] ?? form["action"] ?? ""
        switch place.destination(action) {
        case .fragment: break
        case .elsewhere(let address): leave(for: address)
        case .here(let target):
            if (button?["formmethod"] ?? form["method"] ?? "get").lowercased() == "post" {
                post(fields, to: PageAddress(target), keepsEntries: false)
            } else {
                go(to: PageAddress(PageAddress.target(target, with: fields)))
            }
        }
    }

    private func pressPlainly(_ key: String, in node: PageNode?) {
        if key == "Escape" { return closeTopmost() }
        let node = node.flatMap(current) ?? focus.flatMap { key in (try? page())?.node(key) }
        guard let node else { return }
        focus = node.control == nil ? focus : node.tree.key(of: node)
        switch key {
        case "Enter" where node.control == .text && node.tag == "input" || node.control == .checkbox:
            if node.isLone {
                settleFields()
            } else if let form = node.form, form.takesEnter {
                submitPlainly(form, by: form.defaultButton)
            }
        case "Enter" where node.isClickable, " " where node.control == .button: clickPlainly(node)
        case " " where node.control == .checkbox: tick(node, !node.isChecked)
        default: break
        }
    }

    // MARK: Going elsewhere

    /// Follows a link.
    func follow(_ reference: String) {
        switch place.destination(reference) {
        case .fragment: break
        case .elsewhere(let address): leave(for: address)
        case .here(let target): go(to: PageAddress(target))
        }
    }

    /// Loads the page at an address.
    private func go(to address: PageAddress) {
        if isOffline { return later.impossible = "There is no connection: the page was told to go offline." }
        apply(transport.load(address), of: address, keepsEntries: false)
    }

    func leave(for address: String) {
        shown = .left(address)
        later.left = address
        turn()
    }

    /// Posts fields to the page.
    ///
    /// - Returns: whether they were accepted.
    @discardableResult
    private func post(_ fields: [SentField], to address: PageAddress? = nil, keepsEntries: Bool) -> Bool {
        guard !isOffline else {
            later.impossible = "There is no connection: the page was told to go offline."
            return false
        }
        let address = address ?? place
        apply(transport.post(fields, to: address), of: address, keepsEntries: keepsEntries, isPost: true)
        if case .view = shown { return later.refusals.isEmpty && later.failures.isEmpty }
        return false
    }

    /// Shows an answer.
    func apply(_ answer: PlainAnswer<P>, of address: PageAddress?, keepsEntries: Bool, isPost: Bool = false) {
        turn()
        switch answer {
        case .page(let model, let address, let flash):
            place = address
            self.flash = flash
            problems = flash.problems
            if !keepsEntries { memory.forgetAll() }
            focus = nil
            show(model)
        case .problems(let problems, let model):
            if let address { place = address }
            self.problems = problems
            shown = .refused(model)
            isCorrected = false
            later.refusals.append(Outcome.Refused(status: 422, sentence: ""))
        case .refused(let status, let sentence):
            later.refusals.append(Outcome.Refused(status: status, sentence: sentence))
            comeBack()
        case .failed(let error):
            later.failures.append(error)
            // The visitor goes back after a post that failed.
            if isPost, !(error is NotFound) { return comeBack() }
            if let address { place = address }
            problems = []
            memory.forgetAll()
            shown = .failed(error, ownPage(for: error))
        case .left(let address): leave(for: address)
        case .downloaded(let address): later.left = address
        case .broken(let sentence):
            shown = .broken(sentence)
            later.impossible = sentence
        }
    }

    /// Loads the previous page again.
    private func comeBack() {
        problems = []
        memory.forgetAll()
        expectReturn()
        guard case .page(let model, let address, let flash) = transport.load(place) else { return }
        place = address
        self.flash = flash
        show(model)
    }

    /// Shows a model at the page's address, as a page that has just been loaded.
    private func show(_ model: P.Model) {
        do {
            let rendering = try testHost.render(model, on: place.page().showing(flash))
            shown = .view(model, version: testHost.state(of: visitor)?.version, rendering)
        } catch {
            later.failures.append(error)
            shown = .failed(error, ownPage(for: error))
        }
    }

    /// Returns the program's own page for an error, if it has one.
    private func ownPage(for error: any Error) -> Rendering? {
        guard !(error is NotFound) else { return nil }
        let program = testHost.host.program
        let rendering = try? Rendering.render { program.view(error, on: place.page())?.html ?? .empty }
        return rendering.flatMap { $0.size > 0 ? $0 : nil }
    }
}
