extension Arena {
    /// Writes the attributes of an element that has just been begun.
    mutating func write(_ attributes: [AttributeValue], to opened: inout OpenElement) {
        for attribute in attributes {
            switch attribute.kind {
            case .none: continue
            case .refused: diagnose(attribute.text)
            case .text, .flag, .message, .handler:
                write(attribute, to: &opened)
            }
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
