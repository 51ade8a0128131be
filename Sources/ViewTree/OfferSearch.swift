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
            withExtendedLifetime(tape) {
                OfferSearch(records: Records(base: tape.base), text: UnsafeRawBufferPointer(utf8))
                    .search(range.clamped(to: 0..<tape.count), isDisabled: false)
            }
        }
    }
}

/// Looks for an element that offers a message.
private struct OfferSearch {
    let records: Records
    let text: UnsafeRawBufferPointer

    func search(_ range: Range<Int>, isDisabled: Bool) -> Bool {
        var cursor = ChildCursor(records, range)
        while let node = cursor.nextRecord() {
            if hasEvents(node), isOffered(by: node, isDisabled: isDisabled) { return true }
        }
        return false
    }

    /// The elements whose content offers nothing, whatever is in it.
    @inline(__always)
    private func isShut(_ name: UInt16) -> Bool {
        name == ElementName.template.id || name == ElementName.datalist.id || name == ElementName.select.id
            || name == ElementName.textarea.id
    }

    @inline(__always)
    private func hasEvents(_ node: Node) -> Bool {
        records.isElement(node) && records.facts(node.start).contains(.events)
    }

    private func isOffered(by element: Node, isDisabled: Bool) -> Bool {
        let name = records.name(element.start)
        let attributes = records.attributes(element.start)
        let content = attributes.upperBound..<max(attributes.upperBound, element.end)
        // Most elements in whose content an event is have no attributes.
        if attributes.isEmpty { return isShut(name) ? false : search(content, isDisabled: isDisabled) }
        guard name != ElementName.template.id, name != ElementName.datalist.id else { return false }
        let isControl =
            name == ElementName.button.id || name == ElementName.input.id || name == ElementName.select.id
            || name == ElementName.textarea.id
        var isOwnDisabled = false
        var isReadOnly = false
        var isFound = false
        var isFoundAsChange = false
        var attribute = attributes.lowerBound
        while attribute < attributes.upperBound {
            let id = records.load16(attribute)
            let start = attribute + RecordLayout.attributeHeader
            let value = start..<(start + records.load32(attribute + RecordLayout.attributeSize))
            let kind = records.kind(attribute + RecordLayout.attributeKind)
            let nameSize = Int(records.kind(attribute + RecordLayout.attributeNameSize))
            attribute = value.upperBound
            switch id {
            case AttributeName.inert.id: return false
            case AttributeName.hidden.id: if !isFindable(value) { return false }
            case AttributeName.disabled.id: isOwnDisabled = true
            case AttributeName.readonly.id: isReadOnly = true
            case AttributeName.onSubmit.id: break
            default:
                guard kind == AttributeValue.Kind.message.rawValue, value.count == nameSize + text.count,
                    areEqual(records.bytes((value.lowerBound + nameSize)..<value.upperBound), text)
                else { continue }
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
        if isShut(name) { return false }
        guard name == ElementName.fieldset.id, isOwnDisabled else {
            return search(content, isDisabled: isDisabled)
        }
        return isFoundInDisabledFieldset(content, isDisabled: isDisabled)
    }

    /// What is hidden until it is found can be found.
    private func isFindable(_ value: Range<Int>) -> Bool {
        String(decoding: records.bytes(value), as: UTF8.self).lowercased() == "until-found"
    }

    private func isFoundInDisabledFieldset(_ content: Range<Int>, isDisabled: Bool) -> Bool {
        var cursor = ChildCursor(records, content)
        var isFirstLegend = true
        while let node = cursor.nextRecord() {
            let isLegend =
                isFirstLegend && records.isElement(node) && records.name(node.start) == ElementName.legend.id
            if isLegend { isFirstLegend = false }
            if hasEvents(node), isOffered(by: node, isDisabled: isLegend ? isDisabled : true) { return true }
        }
        return false
    }
}
