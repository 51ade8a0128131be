extension Arena {
    /// Writes the attributes of an element that has just been begun.
    mutating func write(_ attributes: [AttributeValue], to opened: inout OpenElement) {
        if attributes.count > 1, hasDoubles(attributes) {
            write(joined(attributes), to: &opened)
            return
        }
        for attribute in attributes {
            switch attribute.kind {
            case .none: continue
            case .refused: diagnose(attribute.text)
            case .text, .flag, .message, .handler:
                if !attribute.name.traits.isDisjoint(with: [.url, .markup]), let reason = refusal(of: attribute) {
                    diagnose(reason)
                } else {
                    write(attribute, to: &opened)
                }
            }
        }
        if opened.facts.contains(.events) { checkNames(of: opened) }
    }

    private func refusal(of attribute: AttributeValue) -> String? {
        if attribute.name.traits.contains(.markup) {
            return "The attribute \(attribute.name.text) is left out: it is markup that nothing escapes. Use src."
        }
        guard !isSafeAddress(attribute.text, isList: attribute.name.isAddressList) else { return nil }
        return "The address in \(attribute.name.text) is left out: its scheme could run a script."
    }

    /// Whether an attribute stands twice; the parser would drop the second.
    private func hasDoubles(_ attributes: [AttributeValue]) -> Bool {
        for index in 1..<attributes.count where attributes[index].kind != .none {
            for other in 0..<index where attributes[other].isSame(as: attributes[index]) { return true }
        }
        return false
    }

    /// Each attribute once: classes and styles joined, of the others the last.
    private func joined(_ attributes: [AttributeValue]) -> [AttributeValue] {
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
            } else {
                result[index] = attribute
            }
        }
        return result
    }

    /// Names the controls whose changes could not be sent without script.
    private mutating func checkNames(of opened: OpenElement) {
        let isControl = opened.name == .input || opened.name == .textarea || opened.name == .select
        let isForm = opened.name == .form
        guard isControl || isForm else { return }
        // The element's header does not have the size of its attributes yet.
        store(
            UInt32(truncatingIfNeeded: count - opened.start - RecordLayout.elementHeader),
            at: opened.start + RecordLayout.attributesSize
        )
        func has(_ name: AttributeName) -> Bool { (value(of: name, at: opened.start) as Range<Int>?) != nil }
        if isControl, has(.onChange), !has(.name), !has(.id) {
            diagnose("<\(opened.name.text)> with .onChange needs .name or .id, so that its value can be sent.")
        }
        if isForm, has(.onSubmit), !has(.formName), !has(.name), !has(.id) {
            diagnose("A form with .onSubmit needs a name: form(\"new-item\", .onSubmit(…)).")
        }
    }

    @inline(__always)
    private mutating func write(_ attribute: AttributeValue, to opened: inout OpenElement) {
        let size = attribute.text.utf8.count
        guard reserve(RecordLayout.attributeHeader + size) else { return }
        let start = count
        if attribute.kind == .handler, let handler = attribute.handler { handlers.append((start, handler)) }
        if attribute.name.traits.contains(.event) {
            opened.facts.insert(.events)
            if opened.name == .button, attribute.kind == .message, attribute.name == .onClick {
                opened.facts.insert(.messageButton)
            }
            if attribute.name == .onChange { opened.facts.insert(.loneControl) }
        } else if attribute.name == .key {
            opened.hasKey = true
            opened.facts.insert(.key)
        } else if attribute.name == .type, opened.name == .input, attribute.text == "file" {
            opened.facts.insert(.fileInput)
        }
        store(attribute.name.id, at: start)
        base.storeBytes(of: attribute.kind.rawValue, toByteOffset: start + RecordLayout.attributeKind, as: UInt8.self)
        base.storeBytes(
            of: UInt8(truncatingIfNeeded: attribute.customNameSize),
            toByteOffset: start + RecordLayout.attributeNameSize,
            as: UInt8.self
        )
        store(UInt32(truncatingIfNeeded: size), at: start + RecordLayout.attributeSize)
        count += RecordLayout.attributeHeader
        putUTF8(attribute.text)
    }
}

extension AttributeValue {
    /// Whether the parser takes both for the same attribute.
    func isSame(as other: AttributeValue) -> Bool {
        guard name == other.name, kind != .none, kind != .refused, other.kind != .refused else { return false }
        guard name == .custom else { return true }
        return customName.lowercased() == other.customName.lowercased()
    }

    private var customName: String { String(decoding: text.utf8.prefix(Int(customNameSize)), as: UTF8.self) }
}
