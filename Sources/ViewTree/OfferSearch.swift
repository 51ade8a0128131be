extension Rendering {
    /// Whether an element of the view offers the message of that text to the visitor.
    ///
    /// Not so an element in a `hidden` or `inert` subtree, nor in a `template` or a `datalist`; nor a disabled control, as
    /// each control in a disabled `fieldset` is, but for those in its first `legend`; nor a change of a read-only control. The
    /// message of a form is offered by its fields alone.
    ///
    /// Only what has an event in it is looked at, and no text is copied: a post of one message costs next to nothing.
    package func offers(messageText: String) -> Bool {
        guard facts.contains(.events) else { return false }
        var text = messageText
        return text.withUTF8 { utf8 in
            OfferSearch(tape: tape, text: UnsafeRawBufferPointer(utf8)).search(range, isDisabled: false)
        }
    }
}

/// Looks for an element that offers a message.
private struct OfferSearch {
    let tape: Tape
    let text: UnsafeRawBufferPointer

    func search(_ range: Range<Int>, isDisabled: Bool) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = offset + tape.load32(offset + RecordLayout.size)
            guard end > offset, end <= range.upperBound else { return false }
            if hasEvents(offset), isOffered(by: offset..<end, isDisabled: isDisabled) { return true }
            offset = end
        }
        return false
    }

    private func hasEvents(_ offset: Int) -> Bool {
        tape.load8(offset) == RecordKind.element.rawValue
            && Facts(rawValue: tape.load16(offset + RecordLayout.facts)).contains(.events)
    }

    private func name(_ offset: Int) -> UInt16 { tape.load16(offset + RecordLayout.name) }

    private func isOffered(by element: Range<Int>, isDisabled: Bool) -> Bool {
        let name = name(element.lowerBound)
        guard name != ElementName.template.id, name != ElementName.datalist.id else { return false }
        let start = element.lowerBound + RecordLayout.elementHeader
        let content = min(start + tape.load32(element.lowerBound + RecordLayout.attributesSize), element.upperBound)
        let isControl =
            name == ElementName.button.id || name == ElementName.input.id || name == ElementName.select.id
            || name == ElementName.textarea.id
        var isOwnDisabled = false
        var isReadOnly = false
        var isFound = false
        var isFoundAsChange = false
        for attribute in TapeAttributes(tape: tape, range: start..<max(start, content)) {
            let id = tape.load16(attribute.range.lowerBound)
            switch id {
            case AttributeName.inert.id: return false
            // What is hidden until it is found can be found.
            case AttributeName.hidden.id: if attribute.text.lowercased() != "until-found" { return false }
            case AttributeName.disabled.id: isOwnDisabled = true
            case AttributeName.readonly.id: isReadOnly = true
            case AttributeName.onSubmit.id: break
            default:
                guard attribute.kind == .message, isText(attribute) else { continue }
                if id == AttributeName.onChange.id || id == AttributeName.onInput.id {
                    isFoundAsChange = true
                } else {
                    isFound = true
                }
            }
        }
        if isFound || isFoundAsChange && !(isControl && isReadOnly), !(isControl && (isDisabled || isOwnDisabled)) {
            return true
        }
        if name == ElementName.select.id || name == ElementName.textarea.id { return false }
        guard name == ElementName.fieldset.id, isOwnDisabled else {
            return search(content..<element.upperBound, isDisabled: isDisabled)
        }
        return isFoundInDisabledFieldset(content..<element.upperBound, isDisabled: isDisabled)
    }

    private func isFoundInDisabledFieldset(_ content: Range<Int>, isDisabled: Bool) -> Bool {
        var offset = content.lowerBound
        var isFirstLegend = true
        while offset < content.upperBound {
            let end = offset + tape.load32(offset + RecordLayout.size)
            guard end > offset, end <= content.upperBound else { return false }
            let isLegend =
                isFirstLegend && tape.load8(offset) == RecordKind.element.rawValue
                && name(offset) == ElementName.legend.id
            if isLegend { isFirstLegend = false }
            if hasEvents(offset), isOffered(by: offset..<end, isDisabled: isLegend ? isDisabled : true) { return true }
            offset = end
        }
        return false
    }

    private func isText(_ attribute: TapeAttribute) -> Bool {
        let bytes = tape.bytes(attribute.textRange)
        return bytes.count == text.count && bytes.elementsEqual(text)
    }
}
