extension HTMLWriter {
    /// Writes a button. One that offers a message belongs to the page-wide form, even within another form.
    mutating func writeButton(_ attributes: Range<Address>) {
        guard let message = ControlParts.clickMessage(attributes) else {
            writeStart(.button, attributes)
            return
        }
        out.put("<button form=\"elmwood\" name=\"message\" value=\"")
        let text = Records.bytes(message)
        if let start = text.baseAddress { out.put(escaping: start, size: text.count) }
        out.put(UInt8(ascii: "\""))
        writeAttributes(attributes, skipping: .ofMessageButton)
        out.put(UInt8(ascii: ">"))
    }

    /// The changes that the writer makes to a control, besides its own attributes.
    private struct Plan {
        /// The name with which it is sent.
        var name: String?
        /// Whether it belongs to the page-wide form.
        var isLone = false
        /// The values that were posted for it; nil if the view's value is shown.
        var posted: FormOverlay.Texts?
    }

    /// Plans a control, and writes its start tag up to its own attributes.
    private mutating func begin(_ element: ElementName, _ parts: ControlParts) -> Plan {
        writeTagName(element)
        return plan(parts)
    }

    /// Plans a control, and writes what precedes its own attributes.
    private mutating func plan(_ parts: ControlParts) -> Plan {
        var plan = Plan(name: parts.sentName)
        if parts.isLone(isInForm: form != nil) {
            plan.isLone = true
            hasLoneControls = true
            out.put(" form=\"elmwood\"")
            if parts.name == nil, let name = plan.name {
                out.put(" name=\"")
                out.put(escaping: name)
                out.put(UInt8(ascii: "\""))
            }
        }
        if let overlay, let name = plan.name, form == nil || form?.name != nil {
            if overlay.covers(form?.name) { plan.posted = overlay.values(name, in: form?.name) }
            if !parts.isInvalid, overlay.hasProblem(name, in: form?.name) { out.put(" aria-invalid=\"true\"") }
        }
        return plan
    }

    /// Returns the posted value for this control: the first control of a name gets the first value of that name, and so on.
    private mutating func next(_ plan: Plan) -> String? {
        guard let posted = plan.posted, let name = plan.name else { return nil }
        let key = "\(form?.name ?? "")\u{0}\(name)"
        let index = filled[key, default: 0]
        filled[key] = index + 1
        return index < posted.inOrder.count ? posted.inOrder[index] : nil
    }

    /// Adds the mark of a lone field as it was rendered.
    private mutating func mark(_ name: String?, _ value: String) {
        guard let name else { return }
        marks.append(fieldHash(name: name.utf8, value: value.utf8))
    }

    mutating func writeInput(_ attributes: Range<Address>) {
        let parts = ControlParts(attributes)
        let plan = begin(.input, parts)
        let value = parts.valueText
        switch parts.type.map({ InputKind(Records.bytes($0)) }) ?? .text {
        case .text: writeTextInput(attributes, parts, plan, value)
        case .toggle:
            let value = value ?? "on"
            if plan.isLone, parts.isChecked, !parts.isDisabled { mark(plan.name, value) }
            if let posted = plan.posted, !parts.isDisabled {
                writeAttributes(attributes, skipping: SkippedAttributes(.checked))
                if posted.contain(value) { out.put(" checked") }
            } else {
                writeAttributes(attributes)
            }
        case .fixed:
            if plan.isLone, !parts.isDisabled { mark(plan.name, value ?? "") }
            writeAttributes(attributes)
        case .unmarked: writeAttributes(attributes)
        }
        out.put(UInt8(ascii: ">"))
    }

    /// Writes the attributes of a custom element, which is a control if it has a field.
    mutating func writeCustomAttributes(_ attributes: Range<Address>) {
        if let module = Records.value(of: .module, in: attributes).map(Records.string), !modules.contains(module) {
            modules.append(module)
        }
        guard let field = Records.value(of: .field, in: attributes).map(Records.string) else {
            return writeAttributes(attributes)
        }
        let parts = ControlParts(attributes)
        let plan = plan(parts)
        if field == HtmlValue.FieldKind.file.rawValue { return writeAttributes(attributes) }
        writeTextInput(attributes, parts, plan, parts.valueText)
    }

    /// Writes the scripts of the custom elements of the page. What a patch brings is loaded by the page's own script.
    mutating func writeModules() {
        for module in modules {
            out.put("<script data-elmwood type=\"module\" src=\"")
            out.put(escaping: module)
            out.put("\"></script>")
        }
    }

    /// Writes the attributes of an input whose value the visitor edits as text.
    private mutating func writeTextInput(
        _ attributes: Range<Address>,
        _ parts: ControlParts,
        _ plan: Plan,
        _ value: String?
    ) {
        if plan.isLone, !parts.isDisabled { mark(plan.name, value ?? "") }
        if !parts.isDisabled, let posted = next(plan) {
            out.put(" value=\"")
            out.put(escaping: posted)
            out.put(UInt8(ascii: "\""))
            writeAttributes(attributes, skipping: SkippedAttributes(.value))
        } else {
            writeAttributes(attributes)
        }
    }

    mutating func writeTextarea(_ attributes: Range<Address>, content: Range<Address>) {
        let parts = ControlParts(attributes)
        let plan = begin(.textarea, parts)
        writeAttributes(attributes)
        out.put(UInt8(ascii: ">"))
        var text = Records.text(of: content, withMarkup: true)
        if plan.isLone, !parts.isDisabled { mark(plan.name, withLineFeeds(text)) }
        if !parts.isDisabled, let posted = next(plan) { text = posted }
        if text.utf8.first == 0x0a { out.put(0x0a) }
        out.put(escaping: text)
        out.put("</textarea>")
    }

    mutating func writeSelect(_ attributes: Range<Address>, content: Range<Address>) {
        let parts = ControlParts(attributes)
        let plan = begin(.select, parts)
        writeAttributes(attributes)
        // Parsers from before HTML had such a button leave it out: the script puts it back.
        if script != nil, Self.firstElement(of: content) == ElementName.button.id { out.put(" data-button") }
        out.put(UInt8(ascii: ">"))
        select = OpenSelect(
            name: plan.name,
            isLone: plan.isLone && !parts.isDisabled,
            isMultiple: parts.isMultiple,
            chosen: parts.isDisabled ? nil : plan.posted
        )
    }

    mutating func writeOption(_ attributes: Range<Address>, content: Range<Address>) {
        guard var open = select, open.isLone || open.chosen != nil else {
            writeStart(.option, attributes)
            return
        }
        let parts = ControlParts(attributes)
        let value = parts.valueText ?? Self.optionText(content)
        if !parts.isDisabled {
            if parts.isSelected { open.selected.append(value) }
            if open.firstOption == nil { open.firstOption = value }
        }
        select = open
        guard let chosen = open.chosen else {
            writeStart(.option, attributes)
            return
        }
        writeTagName(.option)
        if chosen.contain(value) { out.put(" selected") }
        writeAttributes(attributes, skipping: SkippedAttributes(.selected))
        out.put(UInt8(ascii: ">"))
    }

    /// Adds the mark of the select that ends here: of the selected options, or of the first if one must be selected.
    mutating func endSelect() {
        guard let closed = select else { return }
        select = nil
        guard closed.isLone else { return }
        if closed.isMultiple {
            for value in closed.selected { mark(closed.name, value) }
        } else if let value = closed.selected.last ?? closed.firstOption {
            mark(closed.name, value)
        }
    }

    /// Returns the value of an option without `value`: its text, stripped, with runs of white space as one space. Static, since a
    /// non-mutating method receives a copy of the whole writer.
    private static func optionText(_ content: Range<Address>) -> String {
        Records.text(of: content).utf8.split(whereSeparator: isWhiteSpace).map { String(Substring($0)) }.joined(
            separator: " "
        )
    }
}

/// Returns the text with CRLF and CR as LF, as a browser normalizes it in a control.
func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0d) else { return text }
    var bytes: [UInt8] = []
    var previous: UInt8 = 0
    for byte in text.utf8 {
        if byte != 0x0a || previous != 0x0d { bytes.append(byte == 0x0d ? 0x0a : byte) }
        previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// What the writer does with an input's value, by its type (HTML, section 4.10.5.1).
private enum InputKind {
    /// It is a text: the posted one takes its place. Unknown types are texts too.
    case text
    /// It is sent only if the input is checked.
    case toggle
    /// A posted value is never shown again.
    case fixed
    /// As `fixed`, and the value may differ when it is sent: it belongs to a button or to files.
    case unmarked

    /// - Parameter type: the value of the attribute, in any case.
    init(_ type: UnsafeRawBufferPointer) {
        func isType(_ name: StaticString) -> Bool {
            // Bit 5 alone tells an ASCII letter from the same one in the other case, and no name here has anything but letters.
            type.count == name.utf8CodeUnitCount
                && zip(type, UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                    .allSatisfy { $0 | 0x20 == $1 }
        }
        self =
            switch type.count {
            case 4 where isType("file"): .unmarked
            case 5 where isType("radio"): .toggle
            case 5 where isType("reset") || isType("image"): .unmarked
            case 6 where isType("hidden"): .fixed
            case 6 where isType("submit") || isType("button"): .unmarked
            case 8 where isType("checkbox"): .toggle
            case 8 where isType("password"): .fixed
            default: .text
            }
    }
}
