extension Diff {
    /// Writes a new child, or a run of new elements of one shape. Returns how many children that is.
    mutating func writeNew(at position: Int, isInForm: Bool) -> Int {
        let node = lists.news[position]
        switch Records.kind(node.start) {
        case RecordKind.text.rawValue: writeText(node)
        case RecordKind.comment.rawValue: writeComment(node)
        default:
            let length = lengthOfRun(at: position, isInForm: isInForm)
            if length > 1 {
                writeRun(at: position, length, isInForm: isInForm)
                return length
            }
            writeSpec(node, isInForm: isInForm)
        }
        return 1
    }

    private mutating func writeComment(_ node: Node) {
        out.put("{\"c\":")
        writeString(commentText(node))
        out.put(UInt8(ascii: "}"))
    }

    /// Writes a new element with all its content.
    mutating func writeSpec(_ node: Node, isInForm: Bool) {
        let name = Records.name(node.start)
        out.put("[\"")
        out.put(bytes: tag(node.start))
        out.put(UInt8(ascii: "\""))
        var hasAttributes = false
        for attribute in WrittenAttributes(node.start, isInForm: isInForm) {
            out.put(hasAttributes ? "," : ",{")
            hasAttributes = true
            writeName(attribute)
            out.put(UInt8(ascii: ":"))
            writeValue(attribute)
        }
        if hasAttributes { out.put(UInt8(ascii: "}")) }
        let content = Records.content(node.start)
        if !content.isEmpty {
            switch ContentKind(name) {
            case .none: break
            case .text:
                let text = text(content, isRawText: name != ElementName.textarea.id)
                if !text.isEmpty {
                    out.put(UInt8(ascii: ","))
                    out.put(jsonString: text)
                }
            case .nodes:
                let isInForm = isInForm || name == ElementName.form.id
                writeContent(content, isInForm: isInForm, hasAttributes: hasAttributes)
            }
        }
        out.put(UInt8(ascii: "]"))
    }

    private mutating func writeContent(_ content: Range<Address>, isInForm: Bool, hasAttributes: Bool) {
        if hasRaw(content) {
            out.put(hasAttributes ? "," : ",{},")
            return writeMarkup(content, isInForm: isInForm)
        }
        var cursor = ChildCursor(content)
        var isFirst = !hasAttributes
        while let child = cursor.next() {
            out.put(UInt8(ascii: ","))
            switch Records.kind(child.start) {
            case RecordKind.text.rawValue: writeText(child)
            case RecordKind.comment.rawValue:
                // An object in this position would be read as the attributes.
                if isFirst { out.put("{},") }
                writeComment(child)
            default: writeSpec(child, isInForm: isInForm)
            }
            isFirst = false
        }
    }

    /// Writes the content of an element as HTML: only the parser knows the nodes of raw markup.
    mutating func writeMarkup(_ content: Range<Address>, isInForm: Bool) {
        var writer = HTMLWriter(content)
        if isInForm { writer.beginInForm() }
        writer.write()
        out.put("{\"h\":")
        writeString(writer.out.bytes)
        out.put(UInt8(ascii: "}"))
    }

    func hasRaw(_ content: Range<Address>) -> Bool {
        var cursor = ChildCursor(content)
        while let child = cursor.next() {
            if isRaw(child) { return true }
        }
        return false
    }

    /// Returns the name of the element at that address.
    private func tag(_ offset: Address) -> UnsafeRawBufferPointer {
        let name = Records.name(offset)
        guard name != ElementName.custom.id else {
            return Records.value(of: .tag, in: Records.attributes(offset)).map(Records.bytes)
                ?? UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let names = HTMLNames.shared
        let index = Int(name)
        guard index < names.elementCount else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        // The bytes of `<td` after the first character.
        let slot = names.startTags + index * HTMLNames.slotSize + 1
        return UnsafeRawBufferPointer(start: slot, count: Int(names.startTagSizes[index]) - 1)
    }
}
