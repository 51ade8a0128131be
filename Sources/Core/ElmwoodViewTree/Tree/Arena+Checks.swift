/// Content that the HTML parser would turn into another tree is found when an element ends, and left out with a diagnostic: a
/// page's HTML parses back to the tree of its tape.
extension Arena {
    /// Returns the facts that are forbidden at any depth in an element of that name, up to the elements at which they end.
    static func forbiddenFacts(in name: ElementName) -> Facts {
        var facts = Facts(name.traits).intersection([.anchor, .form, .button, .listItem, .description, .noBreak])
        if name == .p { facts.insert(.block) }
        return facts
    }

    /// Leaves out the invalid content of the element that ends now. Direct rows of a `table` are put into a `tbody`, as the parser
    /// would.
    mutating func check(_ opened: inout OpenElement) {
        let name = opened.name
        if name.traits.contains(.rawText), endsEarly(opened) {
            copyHead(of: &opened)
            content = ContentSummary()
            return
        }
        var isRefused = !content.facts.isDisjoint(with: Self.forbiddenFacts(in: name))
        var rows = 0
        var others = 0
        var offset = opened.contentStart
        while offset < count, !isRefused {
            isRefused = refusal(of: offset, in: name) != nil
            if isElement(.tr, at: offset) { rows += 1 } else { others += 1 }
            offset += size(at: offset)
        }
        if name == .table, !isRefused, rows > 0, others == 0 {
            wrapRows(of: opened)
        } else if isRefused || (name == .table && rows > 0) {
            rebuild(&opened)
        }
    }

    /// Returns why the record cannot be a direct child of an element of that name, or nil if it can. It is marked `mutating` though
    /// it changes nothing: a non-mutating method receives a copy of the whole arena.
    private mutating func refusal(of offset: Int, in parent: ElementName) -> String? {
        let traits = parent.traits
        let isTextAlone = !traits.isDisjoint(with: [.rawText, .escapableRawText])
        guard isElement(at: offset) else {
            if load8(offset) == RecordKind.comment.rawValue, isTextAlone { return "contains text only" }
            guard load8(offset) == RecordKind.text.rawValue, !Self.holdsText(parent) else { return nil }
            let bytes = UnsafeRawBufferPointer(start: base + offset, count: size(at: offset))
            return bytes[RecordLayout.textHeader...].allSatisfy(isWhiteSpace) ? nil : "contains no text"
        }
        let child = ElementName(id: load16(offset + RecordLayout.name))
        if isTextAlone { return "contains text only" }
        let isForeign = !traits.isDisjoint(with: .foreign) && !traits.contains(.barrier)
        let namespace = ElementTraits.foreign
        if isForeign {
            let isSame = child.traits.intersection(namespace) == traits.intersection(namespace) && child != .math
            return isSame || parent.text.description == "annotation-xml" ? nil : "is not HTML"
        }
        if !child.traits.isDisjoint(with: namespace) {
            return child == .svg || child == .math || parent == .template ? nil : "is neither svg nor math"
        }
        return Self.holds(child, parent) ? nil : "is not its parent in HTML"
    }

    private static func holdsText(_ parent: ElementName) -> Bool {
        if !parent.traits.isDisjoint(with: [.tableRow, .tableSection]) { return false }
        return parent != .table && parent != .colgroup && parent != .html && parent != .head
    }

    /// Whether the parser accepts the child as a direct child of the parent.
    private static func holds(_ child: ElementName, _ parent: ElementName) -> Bool {
        let isScript = child == .script || child == .template
        if parent.traits.contains(.tableRow) { return child.traits.contains(.tableCell) || isScript || child == .style }
        if parent.traits.contains(.tableSection) { return child == .tr || isScript || child == .style }
        switch parent {
        case .table: return child.traits.contains(.tablePart) || child == .tr
        case .colgroup: return child == .col || child == .template
        case .select: return [.option, .optgroup, .hr, .script, .template, .button].contains(child)
        case .html: return child == .head || child == .body
        case .head: return child.traits.contains(.metadata)
        case .template: return child != .html && child != .head && child != .body
        default:
            if parent.traits.contains(.heading), child.traits.contains(.heading) { return false }
            return child.traits.isDisjoint(with: [.dependent, .tableRow, .tableCell])
        }
    }

    /// Makes the room that a `table` reserves before its rows a `tbody` around them.
    private mutating func wrapRows(of opened: OpenElement) {
        let start = opened.contentStart - RecordLayout.elementHeader
        writeSection(at: start, end: count)
        content.height += 1
    }

    /// Writes the header of a `tbody` with that range.
    private mutating func writeSection(at start: Int, end: Int) {
        base.storeBytes(
            of: UInt32(RecordKind.element.rawValue) | UInt32(ElementName.tbody.id) << 16,
            toByteOffset: start,
            as: UInt32.self
        )
        store(UInt32(truncatingIfNeeded: end - start), at: start + RecordLayout.size)
        store(UInt32(0), at: start + RecordLayout.attributesSize)
        store(UInt16(truncatingIfNeeded: content.height + 1), at: start + RecordLayout.height)
        store(content.facts.rawValue, at: start + RecordLayout.facts)
    }

    /// Writes the element anew, without invalid content, and with the direct rows of a `table` in `tbody`s.
    private mutating func rebuild(_ opened: inout OpenElement) {
        let old = flat(opened.contentStart..<count)
        copyHead(of: &opened)
        var summary = ContentSummary()
        var offset = old.lowerBound
        while offset < old.upperBound, failure == nil {
            let next = offset + size(at: offset)
            if let reason = refusal(of: offset, in: opened.name) {
                diagnose("\(describe(offset)) is left out of <\(opened.name.text)>, which \(reason).")
            } else if opened.name == .table, isElement(.tr, at: offset) {
                var end = next
                while end < old.upperBound, isElement(.tr, at: end) { end += size(at: end) }
                guard reserve(RecordLayout.elementHeader) else { return }
                let section = count
                count += RecordLayout.elementHeader
                content = ContentSummary()
                while offset < end {
                    emit(offset, forbidding: [])
                    offset += size(at: offset)
                }
                writeSection(at: section, end: count)
                content = summary
                note(element: section, .tbody)
                summary = content
                continue
            } else {
                content = summary
                emit(offset, forbidding: Self.forbiddenFacts(in: opened.name), parent: opened.name)
                summary = content
            }
            offset = next
        }
        content = summary
    }

    /// Copies the record to the cursor, without the forbidden elements in it.
    private mutating func emit(_ offset: Int, forbidding forbidden: Facts, parent: ElementName = .custom) {
        let end = offset + size(at: offset)
        guard load8(offset) == RecordKind.element.rawValue else {
            let start = count
            copy(offset..<end)
            if failure == nil { note(text: start) }
            return
        }
        let name = ElementName(id: load16(offset + RecordLayout.name))
        if !Facts(name.traits).isDisjoint(with: forbidden) {
            diagnose(
                "\(describe(offset)) is left out: it is within <\(parent.text)>, and the HTML parser would end the "
                    + "<\(parent.text)> first."
            )
            return
        }
        let facts = Facts(rawValue: load16(offset + RecordLayout.facts))
        let start = count
        guard !facts.isDisjoint(with: forbidden) else {
            copy(offset..<end)
            guard failure == nil else { return }
            note(element: start, name)
            if hasKey(at: start) { content.keys += 1 }
            return
        }
        let contentStart = offset + RecordLayout.elementHeader + load32(offset + RecordLayout.attributesSize)
        copy(offset..<contentStart)
        guard failure == nil else { return }
        let outer = content
        content = ContentSummary()
        let inner = forbidden.subtracting(factsThatEnd(at: name))
        var child = contentStart
        while child < end, failure == nil {
            emit(child, forbidding: inner, parent: parent)
            child += size(at: child)
        }
        store(UInt32(truncatingIfNeeded: count - start), at: start + RecordLayout.size)
        store(UInt16(truncatingIfNeeded: content.height + 1), at: start + RecordLayout.height)
        store(facts.subtracting(inner).rawValue, at: start + RecordLayout.facts)
        content = outer
        note(element: start, name)
        if hasKey(at: start) { content.keys += 1 }
    }

    /// Returns the name of the record in a diagnostic.
    private func describe(_ offset: Int) -> String {
        switch load8(offset) {
        case RecordKind.element.rawValue, RecordLayout.partKind:
            let name = ElementName(id: load16(offset + RecordLayout.name))
            return name == .custom ? "<\(value(of: .tag, at: offset) ?? "")>" : "<\(name.text)>"
        case RecordKind.comment.rawValue: return "A comment"
        default: return "A text"
        }
    }

    /// Whether the content of a raw text element would end the element early. Then it is left out with a diagnostic, since it
    /// cannot be escaped there.
    private mutating func endsEarly(_ opened: OpenElement) -> Bool {
        var text: [UInt8] = []
        var offset = opened.contentStart
        while offset < count {
            let bytes = UnsafeRawBufferPointer(start: base + offset, count: size(at: offset))
            if !isElement(at: offset) { text += bytes[RecordLayout.textHeader...] }
            offset += size(at: offset)
        }
        let lower = text.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
        let name = Array("</\(opened.name.text)".utf8)
        // `<!--` in a script makes the parser skip the next `</script>`.
        let isEarly = contains(lower, name) || (opened.name == .script && contains(lower, Array("<!--".utf8)))
        if isEarly {
            diagnose(
                "The content of <\(opened.name.text)> is left out: it contains </\(opened.name.text) or <!--, which cannot be "
                    + "escaped there."
            )
        }
        return isEarly
    }
}
