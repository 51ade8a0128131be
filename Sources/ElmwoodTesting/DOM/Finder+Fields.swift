extension Finder {
    /// All that a visitor can enter something in.
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

    /// The field of that name, to be looked at; of a group of radio buttons, where the name is the group's, the chosen one, or nil.
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

    /// The box or radio button of that name, to be looked at.
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

    /// The field of text of that name, where that text can be entered.
    package func field(_ name: String, toHold text: String) throws(FinderFailure) -> PageNode {
        let field = try field(name, "field", [.text])
        if field.isReadOnly { throw FinderFailure("The field “\(name)” is read-only.") }
        if let reason = field.reasonNotToHold(text) { throw FinderFailure("The field “\(name)” \(reason).") }
        return field
    }

    /// The box of that name, which is to be ticked or not; or the radio button, which is to be chosen.
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

    /// The option of that label or value: a `select` and its option, or a radio button alone, where the field is the name,
    /// the legend or the label of its group.
    ///
    /// - Parameter isChosen: whether it is to be chosen, or not any more, of a list of which several can be.
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

    /// The field of that name that takes so many files.
    package func fileField(_ name: String, for count: Int) throws(FinderFailure) -> PageNode {
        let field = try field(name, "field for files", [.file])
        guard count <= 1 || field.has("multiple") else {
            throw FinderFailure("The field “\(name)” takes one file, and these are \(count).")
        }
        return field
    }

    /// Where a key is pressed: in a field, or on something to click.
    package func focusable(_ name: String) throws(FinderFailure) -> PageNode {
        let fields = fields.filter { !$0.isHidden && $0.fieldNames.contains(name) }
        if fields.isEmpty, scope.descendants.contains(where: { $0.isClickable && $0.clickNames.contains(name) }) {
            return try clickable(name)
        }
        return try field(name, "field", [.text, .select, .checkbox, .radio, .file])
    }
}

extension PageNode {
    /// What a group of radio buttons is called: its name, its fieldset's legend, its label.
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
