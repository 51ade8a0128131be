import ElmwoodPageTree

extension Finder {
    /// A form, and the button that submits it.
    package struct FoundForm {
        /// Nil for the form of the whole page, to which lone fields belong.
        package var form: PageNode?
        /// Nil if Enter submits it.
        package var button: PageNode?
    }

    /// Returns the form to submit: without a name the only form; otherwise the form of that name, or the button of that name and
    /// its form.
    package func form(_ name: String? = nil) throws(FinderFailure) -> FoundForm {
        let forms = scope.descendants.filter { $0.tag == "form" && !$0.isHidden }
        guard let name else {
            if let form = scope.closest({ $0.tag == "form" }) { return try sent(form) }
            if forms.count == 1, let form = forms.first { return try sent(form) }
            if forms.isEmpty, scope.controls.contains(where: { $0.isLone }) { return FoundForm() }
            throw FinderFailure(
                forms.isEmpty
                    ? "There is no form here."
                    : "There are \(forms.count) forms here, \(Self.list(forms.map { "“\($0.formName)”" })): "
                        + "say which is meant."
            )
        }
        let named = forms.filter { $0.formNames.contains(name) }
        if named.count == 1, let form = named.first { return try sent(form) }
        guard named.isEmpty else {
            throw FinderFailure("There are \(named.count) forms “\(name)” here: say within(…) which is meant.")
        }
        let buttons = scope.controls.filter { $0.isSubmitter }
        let button = try pick(
            name,
            "form or button",
            from: buttons + forms,
            called: { $0.tag == "form" ? $0.formNames : $0.clickNames },
            listed: { $0.tag == "form" ? $0.formName : $0.clickName },
            asWhat: { $0.clickNoun }
        )
        return FoundForm(form: button.form, button: button)
    }

    /// Returns a form as Enter in it submits it: by its first button.
    private func sent(_ form: PageNode) throws(FinderFailure) -> FoundForm {
        if form.isInert { throw FinderFailure("The form “\(form.formName)” cannot be reached: it is inert.") }
        guard let button = form.defaultButton else {
            if form.takesEnter { return FoundForm(form: form) }
            throw FinderFailure(
                "The form “\(form.formName)” cannot be sent: it has no button, and Enter sends no form of several fields without."
            )
        }
        guard !button.isDisabled else {
            throw FinderFailure(
                "The form “\(form.formName)” cannot be sent: its button “\(button.clickName)” is disabled."
            )
        }
        return FoundForm(form: form)
    }
}

extension PageNode {
    /// The names that a visitor may use for a form.
    var formNames: [String] {
        ["data-form", "name", "id", "aria-label"].compactMap { self[$0] } + fieldNames
    }

    var formName: String { formNames.first ?? "" }

    /// Whether it is a button that submits its form.
    var isSubmitter: Bool {
        switch tag {
        case "button": type != "button" && type != "reset"
        case "input": type == "submit" || type == "image"
        default: false
        }
    }

    /// The controls of a form, in document order.
    package var formControls: [PageNode] {
        tree.controls.filter { $0.form == self }
    }

    /// The button that Enter in a field of the form presses.
    package var defaultButton: PageNode? { formControls.first { $0.isSubmitter } }

    /// Whether Enter in a field of the form submits it (HTML, section 4.10.22.2): not if its button is disabled, nor if it has no
    /// button and several text fields.
    package var takesEnter: Bool {
        if let button = defaultButton { return !button.isDisabled }
        return formControls.filter { $0.tag == "input" && $0.blocksEnter }.count <= 1
    }

    private var blocksEnter: Bool { control == .text && type != "range" && type != "color" }
}
