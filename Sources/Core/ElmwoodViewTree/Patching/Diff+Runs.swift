extension Diff {
    /// Returns how many new elements from that position on have the same shape. A single one is not examined.
    mutating func lengthOfRun(at position: Int, isInForm: Bool) -> Int {
        guard isNewElement(at: position + 1, like: lists.news[position]) else { return 1 }
        let node = flatNode(at: position)
        sameShape.first.removeAll(keepingCapacity: true)
        sameShape.copies.removeAll(keepingCapacity: true)
        Records.appendValues(node.range, to: &sameShape.first)
        sameShape.differs.removeAll(keepingCapacity: true)
        sameShape.differs.append(contentsOf: repeatElement(false, count: sameShape.first.count))
        var length = 1
        while isNewElement(at: position + length, like: node) {
            var value = 0
            // Strings that were recorded for an element of another shape are at the end, and never read.
            guard sameShape.haveOneShape(node.range, flatNode(at: position + length).range, &value) else { break }
            length += 1
        }
        guard length > 1 else { return 1 }
        sameShape.slots.removeAll(keepingCapacity: true)
        appendSlots(node, isInForm: isInForm)
        return sameShape.slots.contains { !$0.isEmpty } ? length : 1
    }

    /// Returns the new child in one piece. Parts that lazy parts own are copied, since the child is compared and written as a row
    /// of strings.
    private mutating func flatNode(at position: Int) -> Node {
        let node = lists.news[position]
        guard Records.facts(node.start).contains(.parts) else { return node }
        let size = Records.flatSize(of: node.range)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: size + Arena.slack, alignment: 16)
        flatCopies.append(copy)
        var target = copy
        Records.copyFlat(node.range, to: &target)
        lists.news[position] = Node(Address(copy), Address(copy) + size)
        return lists.news[position]
    }

    private func isNewElement(at position: Int, like node: Node) -> Bool {
        guard position < lists.newMiddle, lists.matches[position] < 0 else { return false }
        let other = lists.news[position]
        return Records.isElement(other) && Records.name(other.start) == Records.name(node.start)
    }

    /// Writes the run that ``lengthOfRun(at:isInForm:)`` found.
    mutating func writeRun(at position: Int, _ length: Int, isInForm: Bool) {
        out.put("{\"t\":")
        writeSpec(lists.news[position], isInForm: isInForm)
        var slots = sameShape.differing
        // The number of copies follows from the number of their strings, so at least one slot is needed.
        if slots.isEmpty, let any = sameShape.slots.firstIndex(where: { !$0.isEmpty }) { slots = [any] }
        out.put(",\"s\":[")
        for (index, slot) in slots.enumerated() {
            if index > 0 { out.put(UInt8(ascii: ",")) }
            out.put(decimal: slot)
        }
        out.put("],\"v\":[")
        let sources = slots.map { sameShape.slots[$0] }
        let values = sameShape.copies
        let count = sameShape.first.count
        var isFirst = true
        for copy in 0..<(length - 1) {
            for source in sources {
                out.put(isFirst ? "\"" : ",\"")
                isFirst = false
                for index in source where copy * count + index < values.count {
                    let value = values[copy * count + index].range
                    out.put(json: value.lowerBound, size: value.upperBound - value.lowerBound)
                }
                out.put(UInt8(ascii: "\""))
            }
        }
        out.put("]}")
    }

    /// Appends the strings of an element, in the order in which a patch numbers them: the range of the records' strings for each.
    private mutating func appendSlots(_ node: Node, isInForm: Bool) {
        for attribute in WrittenAttributes(node.start, isInForm: isInForm) where !attribute.isFlag {
            guard attribute.isInTape, let start = attribute.value.baseAddress else {
                sameShape.slots.append(0..<0)
                continue
            }
            appendSlot(start..<(start + attribute.value.count))
        }
        let content = Records.content(node.start)
        let name = Records.name(node.start)
        if content.isEmpty { return }
        switch ContentKind(name) {
        case .none: return
        case .text:
            if text(content, isRawText: false).isEmpty { return }
            let isFixed = Records.hasFixedContent(node.start) || hasRaw(content)
            if isFixed { sameShape.slots.append(0..<0) } else { appendSlot(ofTexts: content) }
        case .nodes:
            if hasRaw(content) { return }
            let isInForm = isInForm || name == ElementName.form.id
            var cursor = ChildCursor(content)
            while let child = cursor.next() {
                switch Records.kind(child.start) {
                case RecordKind.element.rawValue: appendSlots(child, isInForm: isInForm)
                case RecordKind.text.rawValue: appendSlot(ofTexts: child.range)
                default: break
                }
            }
        }
    }

    /// Appends the string of those text records. An empty value of the preceding attribute ends where they begin, and is not part
    /// of it.
    private mutating func appendSlot(ofTexts records: Range<Address>) {
        let start = records.lowerBound + RecordLayout.textHeader
        appendSlot(start..<max(start, records.upperBound))
    }

    /// Appends the string that consists of the records' strings within those bytes.
    private mutating func appendSlot(_ bytes: Range<Address>) {
        var low = 0
        var high = sameShape.first.count
        while low < high {
            let middle = (low + high) / 2
            if sameShape.first[middle].range.lowerBound < bytes.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < sameShape.first.count, sameShape.first[end].range.upperBound <= bytes.upperBound { end += 1 }
        sameShape.slots.append(low..<end)
    }
}
