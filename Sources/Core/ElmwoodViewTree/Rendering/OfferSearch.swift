import CElmwoodViewTree

extension Rendering {
    /// Whether an element of the view offers the message of that text to the visitor.
    ///
    /// An element in a `hidden` or `inert` subtree, in a `template` or in a `datalist` offers nothing. Neither does a disabled
    /// control, which includes each control in a disabled `fieldset` except those in its first `legend`. A read-only control offers
    /// no change. The message of a form is offered by its fields only.
    ///
    /// Only elements with the text are examined: the bytes of a large view are searched for it, and the lazy parts know which
    /// messages they offer.
    package func offers(messageText: String) -> Bool { countedSearch(messageText).isFound }

    /// Returns whether the message is offered, and how many elements were examined.
    func countedSearch(_ messageText: String) -> (isFound: Bool, steps: Int) {
        guard facts.contains(.events) else { return (false, 0) }
        var text = messageText
        return text.withUTF8 { utf8 in
            withExtendedLifetime(tape) {
                let text = UnsafeRawBufferPointer(utf8)
                var search = OfferSearch(
                    text: text,
                    filter: OfferFilter(text),
                    candidates: Candidates(addresses.lowerBound..<addresses.lowerBound)
                )
                return (search.search(addresses, isDisabled: false), search.steps)
            }
        }
    }
}

/// The occurrences of the message's text in some memory, whatever they mean there, found as far as the search has advanced.
private struct Candidates {
    let end: Address
    /// The next occurrence; nil until it is first needed.
    private var next: Address?

    init(_ records: Range<Address>) { end = records.upperBound }

    /// Whether the text occurs in the record. Records are passed in increasing order.
    mutating func areIn(_ record: Range<Address>, _ text: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, !text.isEmpty else { return true }
        if let next, next >= record.lowerBound { return next < record.upperBound }
        let found = elmwood_find(record.lowerBound, end - record.lowerBound, start, text.count)
        let next = found.map { Address($0) } ?? end
        self.next = next
        return next < record.upperBound
    }
}

/// Looks for an element that offers a message.
private struct OfferSearch {
    let text: UnsafeRawBufferPointer
    let filter: OfferFilter
    /// In the outermost enclosing element that contains no lazy part.
    var candidates: Candidates
    /// The elements that were examined.
    var steps = 0

    mutating func search(_ records: Range<Address>, isDisabled: Bool) -> Bool {
        forEachCandidate(in: records) { search, element in search.isOffered(by: element, isDisabled: isDisabled) }
    }

    /// Calls the function for each element that may offer the message, itself or by its content, until it returns true.
    @inline(__always)
    private mutating func forEachCandidate(
        in records: Range<Address>,
        _ isOffered: (inout OfferSearch, Address) -> Bool
    ) -> Bool {
        var record = records.lowerBound
        while record < records.upperBound {
            let next = record + max(Records.size(record), RecordLayout.textHeader)
            if Records.kind(record) == RecordKind.element.rawValue {
                let facts = Records.facts(record)
                // The text is searched for in contiguous records only, and no further than needed.
                if !facts.contains(.parts), record >= candidates.end { candidates = Candidates(record..<next) }
                if facts.contains(.events), facts.contains(.parts) || candidates.areIn(record..<next, text) {
                    steps += 1
                    if isOffered(&self, record) { return true }
                }
            } else if Records.kind(record) == RecordLayout.partKind, Records.facts(record).contains(.events),
                Records.owner(ofPart: record)._withUnsafeGuaranteedRef({ $0.content.offers.mayContain(filter) })
            {
                steps += 1
                let element = Records.element(ofPart: record)
                let outer = candidates
                candidates = Candidates(element..<element)
                if isOffered(&self, element) { return true }
                candidates = outer
            }
            record = next
        }
        return false
    }

    /// Whether the element's content offers nothing, whatever it contains.
    @inline(__always)
    private func isShut(_ name: UInt16) -> Bool {
        name == ElementName.template.id || name == ElementName.datalist.id || name == ElementName.select.id
            || name == ElementName.textarea.id
    }

    private mutating func isOffered(by element: Address, isDisabled: Bool) -> Bool {
        let name = Records.name(element)
        let attributes = Records.attributes(element)
        let content = Records.content(element)
        // Most elements that contain an event have no attributes.
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
            let id = Records.load16(attribute)
            let start = attribute + RecordLayout.attributeHeader
            let value = start..<(start + Records.load32(attribute + RecordLayout.attributeSize))
            let kind = Records.kind(attribute + RecordLayout.attributeKind)
            let nameSize = Records.nameSize(attribute)
            attribute = value.upperBound
            switch id {
            case AttributeName.inert.id: return false
            case AttributeName.hidden.id: if !isFindable(value) { return false }
            case AttributeName.disabled.id: isOwnDisabled = true
            case AttributeName.readonly.id: isReadOnly = true
            case AttributeName.onSubmit.id: break
            default:
                guard kind == AttributeValue.Kind.message.rawValue,
                    areEqual(Records.bytes((value.lowerBound + nameSize)..<value.upperBound), text)
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

    /// Whether a `hidden` value is `until-found`: such an element can be found.
    private func isFindable(_ value: Range<Address>) -> Bool {
        Records.string(value).lowercased() == "until-found"
    }

    private mutating func isFoundInDisabledFieldset(_ content: Range<Address>, isDisabled: Bool) -> Bool {
        let legend = firstLegend(content)
        return forEachCandidate(in: content) { search, element in
            search.isOffered(by: element, isDisabled: element == legend ? isDisabled : true)
        }
    }

    /// Returns the first `legend` among the children.
    private func firstLegend(_ content: Range<Address>) -> Address? {
        var cursor = ChildCursor(content)
        while let node = cursor.next() {
            if Records.isElement(node), Records.name(node.start) == ElementName.legend.id { return node.start }
        }
        return nil
    }
}
