extension Arena {
    /// Writes the attributes of a newly begun element.
    mutating func write(_ attributes: [AttributeValue], to opened: inout OpenElement) {
        // Through a pointer: reading the values from the array one by one would retain and release their references.
        let isWritten = attributes.withUnsafeBufferPointer { attributes in
            if attributes.count > 1, Self.hasDoubles(attributes) { return false }
            for index in attributes.indices { write(attributes, index, to: &opened) }
            return true
        }
        if !isWritten { write(Self.joined(attributes), to: &opened) }
        if opened.facts.contains(.events) { checkNames(of: opened) }
    }

    @inline(__always)
    private mutating func write(
        _ attributes: UnsafeBufferPointer<AttributeValue>,
        _ index: Int,
        to opened: inout OpenElement
    ) {
        switch attributes[index].kind {
        case .none: return
        case .refused: diagnose(attributes[index].text)
        case .text, .flag, .message, .handler:
            if !attributes[index].name.traits.isDisjoint(with: .toBeChecked),
                let reason = Self.refusal(of: attributes[index], on: opened.name)
            {
                diagnose(reason)
            } else {
                record(attributes, index, in: &opened)
            }
        }
    }

    // Static, since a non-mutating method receives a copy of the whole arena.

    private static func refusal(of attribute: AttributeValue, on element: ElementName) -> String? {
        if attribute.name.traits.contains(.pixels) {
            // HTML Standard §4.8.16. A custom element decides the meaning of its own attribute.
            let isHTML = element.traits.isDisjoint(with: .foreign) && element != .custom
            let digits = attribute.text.utf8
            if !isHTML || !digits.isEmpty && digits.allSatisfy({ (0x30...0x39).contains($0) }) { return nil }
            return
                "The \(attribute.name.text) of <\(element.text)> is left out: in HTML it is a whole number of pixels, "
                + "without a unit. Lengths and percentages belong in a style."
        }
        if attribute.name.traits.contains(.markup) {
            return "The attribute \(attribute.name.text) is left out: it is markup that nothing escapes. Use src."
        }
        guard !isSafeAddress(attribute.text, separators: attribute.name.addressSeparators) else { return nil }
        return "The address in \(attribute.name.text) is left out: its scheme could run a script."
    }

    /// Whether an attribute occurs twice; the parser would drop the second.
    private static func hasDoubles(_ attributes: UnsafeBufferPointer<AttributeValue>) -> Bool {
        for index in 1..<attributes.count where attributes[index].kind != .none {
            for other in 0..<index where attributes[other].name == attributes[index].name {
                if attributes[other].isSame(as: attributes[index]) { return true }
            }
        }
        return false
    }

    /// Returns each attribute once: classes and styles joined, and of the others the last.
    private static func joined(_ attributes: [AttributeValue]) -> [AttributeValue] {
        var result: [AttributeValue] = []
        for attribute in attributes where attribute.kind != .none {
            guard let index = result.firstIndex(where: { $0.isSame(as: attribute) }) else {
                result.append(attribute)
                continue
            }
            let traits = attribute.name.traits
            if traits.contains(.joinedBySpace) {
                result[index].text += " " + attribute.text
            } else if traits.contains(.joinedBySemicolon) {
                result[index].text += "; " + attribute.text
            } else if traits.contains(.joinedByLine) {
                result[index].text += "\n" + attribute.text
            } else {
                result[index] = attribute
            }
        }
        return result
    }

    /// Adds a diagnostic for each control whose changes could not be sent without script, and for a dialog that closes unnoticed.
    private mutating func checkNames(of opened: OpenElement) {
        let isControl = opened.name == .input || opened.name == .textarea || opened.name == .select
        let isForm = opened.name == .form
        let isDialog = opened.name == .dialog
        guard isControl || isForm || isDialog else { return }
        // The element's header does not contain the size of its attributes yet.
        store(
            UInt32(truncatingIfNeeded: count - opened.start - RecordLayout.elementHeader),
            at: opened.start + RecordLayout.attributesSize
        )
        func has(_ name: AttributeName) -> Bool { (value(of: name, at: opened.start) as Range<Address>?) != nil }
        if isControl, has(.onChange), !has(.name), !has(.id) {
            diagnose("<\(opened.name.text)> with .onChange needs .name or .id, so that its value can be sent.")
        }
        if isDialog, has(.modal), !has(.onClose) {
            diagnose("<dialog> with .modal needs .onClose, since the visitor can close it.")
        }
        if isForm, has(.onSubmit), !has(.formName), !has(.name), !has(.id) {
            diagnose("A form with .onSubmit needs a name: form(\"new-item\", .onSubmit(…)).")
        }
    }

    /// Writes the record of the message that a button offers for a click.
    mutating func record(clickMessage text: UnsafeRawBufferPointer, in opened: inout OpenElement) {
        guard reserve(RecordLayout.attributeHeader + text.count) else { return }
        opened.facts.formUnion([.events, .messageButton])
        store(UInt32(AttributeName.onClick.id) | UInt32(AttributeValue.Kind.message.rawValue) << 16, at: count)
        store(UInt32(truncatingIfNeeded: text.count), at: count + RecordLayout.attributeSize)
        count += RecordLayout.attributeHeader
        put(bytes: text)
    }

    /// Writes one attribute's record.
    @inline(__always)
    private mutating func record(
        _ attributes: UnsafeBufferPointer<AttributeValue>,
        _ index: Int,
        in opened: inout OpenElement
    ) {
        let size = attributes[index].text.utf8.count
        let name = attributes[index].name
        let kind = attributes[index].kind
        // The handler of a form or a control has no text.
        if kind == .handler, size > 0, !opened.hasPayload { recordPayload(in: &opened) }
        guard reserve(RecordLayout.attributeHeader + size) else { return }
        let start = count
        if kind == .handler, let handler = attributes[index].handler {
            handlers.append(PlacedHandler(offset: start, handler: handler))
        }
        if name.traits.contains(.event) {
            opened.facts.insert(.events)
            if opened.name == .button, kind == .message, name == .onClick { opened.facts.insert(.messageButton) }
            if name == .onChange { opened.facts.insert(.loneControl) }
        } else if name == .key {
            opened.hasKey = true
            opened.facts.insert(.key)
        } else if name.id >= AttributeName.modal.id {
            // The events are checked, of which there should be one.
            if name == .modal { opened.facts.insert(.events) }
            if name == .confirm { opened.facts.insert(.asks) }
            // It may name messages, which have to be mapped.
            if name == .meanwhile { opened.facts.insert(.events) }
            if name.id >= AttributeName.opaque.id { note(name, attributes[index].text, in: &opened) }
        } else if name == .type, opened.name == .input, attributes[index].text == "file" {
            opened.facts.insert(.fileInput)
        }
        let head = UInt32(name.id) | UInt32(kind.rawValue) << 16
        store(head | UInt32(attributes[index].customNameSize & 0xff) << 24, at: start)
        store(UInt32(truncatingIfNeeded: size), at: start + RecordLayout.attributeSize)
        count += RecordLayout.attributeHeader
        putUTF8(attributes[index].text)
        if name == .custom, opened.name == .progress, attributes[index].text == uploadProgressName,
            !attributes.contains(where: { $0.name == .value })
        {
            recordEmptyValue()
        }
    }

    /// Notes what an attribute for the scripts of elements says about its element.
    @inline(never)
    private mutating func note(_ name: AttributeName, _ text: String, in opened: inout OpenElement) {
        switch name {
        case .opaque: opened.facts.insert(.opaque)
        case .field:
            if opened.name != .custom {
                diagnose("<\(opened.name.text)> with .field sends no value by a script: it is for custom elements.")
            }
            if text == HtmlValue.FieldKind.file.rawValue { opened.facts.insert(.fileInput) }
        case .acceptedFields:
            if opened.name != .form { diagnose("<\(opened.name.text)> with .acceptsField is no form.") }
            hasPayloads = true
        default: break
        }
    }

    /// Writes that the element has an event with a payload: the script, which then loads what it needs for it, finds it by one attribute.
    @inline(never)
    private mutating func recordPayload(in opened: inout OpenElement) {
        opened.hasPayload = true
        hasPayloads = true
        // An event of a custom element has no name in the table that says so.
        opened.facts.insert(.events)
        guard reserve(RecordLayout.attributeHeader) else { return }
        store(UInt32(AttributeName.payload.id) | UInt32(AttributeValue.Kind.flag.rawValue) << 16, at: count)
        store(UInt32(0), at: count + RecordLayout.attributeSize)
        count += RecordLayout.attributeHeader
    }

    /// Writes the value of a `progress` for uploads: without one it would move while nothing is sent.
    private mutating func recordEmptyValue() {
        guard reserve(RecordLayout.attributeHeader + 1) else { return }
        store(UInt32(AttributeName.value.id) | UInt32(AttributeValue.Kind.text.rawValue) << 16, at: count)
        store(UInt32(1), at: count + RecordLayout.attributeSize)
        count += RecordLayout.attributeHeader
        putUTF8("0")
    }
}

extension AttributeValue {
    /// Whether the parser reads both as the same attribute.
    func isSame(as other: AttributeValue) -> Bool {
        guard name == other.name, kind != .none, kind != .refused, other.kind != .refused else { return false }
        guard name == .custom else { return true }
        return customName.lowercased() == other.customName.lowercased()
    }

    private var customName: String { String(decoding: text.utf8.prefix(Int(customNameSize)), as: UTF8.self) }
}
