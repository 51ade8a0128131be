import ElmwoodPageTree

extension Finder {
    /// The controls for a visitor's input.
    private var fields: [PageNode] {
        scope.controls.filter { $0.isField }
    }

    private func field(_ name: String, _ noun: String, _ kinds: Set<ControlKind>) throws(FinderFailure) -> PageNode {
        let fields = fields
        if !fields.contains(where: { kinds.contains($0.control ?? .button) && $0.fieldNames.contains(name) }),
            let other = fields.first(where: { !$0.isHidden && $0.fieldNames.contains(name) })
        {
            throw FinderFailure("“\(name)” is \(other.article): use \(other.verb).")
        }
        return try pick(
            name,
            noun,
            from: fields.filter { kinds.contains($0.control ?? .button) },
            called: { $0.fieldNames },
            listed: { $0.fieldName },
            asWhat: { _ in noun }
        )
    }

    /// Returns the field of that name for reading. For the name of a group of radio buttons it returns the chosen one, or nil.
    package func held(_ name: String) throws(FinderFailure) -> PageNode? {
        let radios = fields.filter { $0.control == .radio && !$0.isHidden && $0.groupNames.contains(name) }
        if !radios.isEmpty, !fields.contains(where: { $0.control != .radio && $0.fieldNames.contains(name) }) {
            return radios.first(where: \.isChecked)
        }
        return try pick(
            name,
            "field",
            from: fields,
            called: \.fieldNames,
            listed: \.fieldName,
            asWhat: { _ in "field" },
            isUsed: false
        )
    }

    /// Returns the checkbox or radio button of that name for reading.
    package func lookedAtBox(_ name: String) throws(FinderFailure) -> PageNode {
        try pick(
            name,
            "box",
            from: fields.filter { $0.control == .checkbox || $0.control == .radio },
            called: \.fieldNames,
            listed: \.fieldName,
            asWhat: { _ in "box" },
            isUsed: false
        )
    }

    /// Returns the text field of that name, if that text can be entered in it.
    package func field(_ name: String, toHold text: String) throws(FinderFailure) -> PageNode {
        let field = try field(name, "field", [.text])
        if field.isReadOnly { throw FinderFailure("The field “\(name)” is read-only.") }
        if let reason = field.reasonNotToHold(text) { throw FinderFailure("The field “\(name)” \(reason).") }
        return field
    }

    /// Returns the checkbox of that name, to be ticked or unticked, or the radio button, to be chosen.
    package func box(_ name: String, isTicked: Bool) throws(FinderFailure) -> PageNode {
        let box = try field(name, "box", [.checkbox, .radio])
        if box.control == .radio, !isTicked {
            throw FinderFailure("“\(name)” is one of several choices: choose another one instead.")
        }
        guard box.isChecked != isTicked else {
            throw FinderFailure("The box “\(name)” is \(isTicked ? "ticked already" : "not ticked").")
        }
        return box
    }

    /// Returns the option with that label or value: a `select` and its option, or only a radio button, if the field's name is the
    /// name, legend or label of its group.
    ///
    /// - Parameter isChosen: whether it will be chosen, or removed from the choice in a list for several options.
    package func option(_ option: String, of name: String, isChosen: Bool = true) throws(FinderFailure) -> (
        control: PageNode, option: PageNode?
    ) {
        let radios = fields.filter { $0.control == .radio && $0.groupNames.contains(name) }
        guard radios.isEmpty || fields.contains(where: { $0.control == .select && $0.fieldNames.contains(name) }) else {
            if !isChosen { throw FinderFailure("“\(name)” is one of several choices: choose another one instead.") }
            return (try radio(option, of: name, radios), nil)
        }
        let select = try field(name, "field", [.select])
        if !isChosen, !select.has("multiple") {
            throw FinderFailure("The field “\(name)” has one option chosen: choose another one instead.")
        }
        let options = select.options.filter { !$0.isHidden }
        let meant = options.filter { $0.optionLabel == option }
        let found = meant.isEmpty ? options.filter { $0.optionValue == option } : meant
        guard let first = found.first else {
            throw FinderFailure(
                "The field “\(name)” does not offer “\(option)”. It offers: "
                    + Self.list(
                        options.map { "“\(Self.short($0.optionLabel))”" + ($0.isDisabled ? " (disabled)" : "") }
                    )
                    + "."
            )
        }
        guard found.count == 1 else {
            throw FinderFailure("The field “\(name)” offers \(found.count) options “\(option)”: use their values.")
        }
        if first.isDisabled { throw FinderFailure("The option “\(option)” of the field “\(name)” is disabled.") }
        guard select.chosenOptions.contains(first) != isChosen else {
            let state = isChosen ? "chosen already" : "not chosen"
            throw FinderFailure("The option “\(option)” of the field “\(name)” is \(state).")
        }
        return (select, first)
    }

    private func radio(_ option: String, of name: String, _ radios: [PageNode]) throws(FinderFailure) -> PageNode {
        let seen = radios.filter { !$0.isHidden }
        let labelled = seen.filter { $0.fieldNames.contains(option) && $0["name"] != option }
        let found = labelled.isEmpty ? seen.filter { $0.value == option } : labelled
        guard let first = found.first else {
            throw FinderFailure(
                "The field “\(name)” does not offer “\(option)”. It offers: "
                    + Self.list(seen.map { "“\($0.fieldName)”" + ($0.isDisabled ? " (disabled)" : "") }) + "."
            )
        }
        guard found.count == 1 else {
            throw FinderFailure("There are \(found.count) fields “\(name)” here: say within(…) which is meant.")
        }
        if first.isInert { throw FinderFailure("The field “\(name)” cannot be reached: it is inert.") }
        if first.isDisabled { throw FinderFailure("The option “\(option)” of the field “\(name)” is disabled.") }
        if first.isChecked { throw FinderFailure("The option “\(option)” of the field “\(name)” is chosen already.") }
        return first
    }

    /// Returns the field of that name, if it accepts that number of files.
    package func fileField(_ name: String, for count: Int) throws(FinderFailure) -> PageNode {
        let field = try field(name, "field for files", [.file])
        guard count <= 1 || field.has("multiple") else {
            throw FinderFailure("The field “\(name)” takes one file, and these are \(count).")
        }
        return field
    }

    /// Returns the node where a key is pressed: a field, or something to click.
    package func focusable(_ name: String) throws(FinderFailure) -> PageNode {
        let fields = fields.filter { !$0.isHidden && $0.fieldNames.contains(name) }
        if fields.isEmpty, scope.descendants.contains(where: { $0.isClickable && $0.clickNames.contains(name) }) {
            return try clickable(name)
        }
        return try field(name, "field", [.text, .select, .checkbox, .radio, .file])
    }
}

extension PageNode {
    /// The names of a group of radio buttons: its name, its fieldset's legend, its label.
    var groupNames: [String] {
        var names = ["name"].compactMap { self[$0] }
        for ancestor in ancestors {
            if ancestor.tag == "fieldset" {
                names += ancestor.elements.filter { $0.tag == "legend" }.map(\.text)
            }
            if ancestor.tag == "fieldset" || ancestor["role"] == "radiogroup" || ancestor["role"] == "group" {
                names += ancestor.fieldNames
            }
        }
        return names
    }
}
