extension Rendering {
    /// What leads a page from the old rendering to this one, as JSON: the operations of a patch, `[]` where nothing is
    /// to be done. Both are whole pages, or both are not: then the operations are those of what holds the view.
    ///
    /// An element patch is read from left to right: a string and a value is an attribute (0: removed, 1: without value); an
    /// array that follows no number is the new list of children; a number and what follows is what becomes of that
    /// child of the new list. This folder's README says more.
    ///
    /// ```swift
    /// let operations = new.patch(from: old)  // [1,0,1,0,"5"]
    /// ```
    package func patch(from old: Rendering) -> [UInt8] { countedPatch(from: old).operations }

    /// The patch, and how many steps it took to find it: nodes and attributes that were looked at.
    func countedPatch(from old: Rendering) -> (operations: [UInt8], steps: Int) {
        withExtendedLifetime((old.tape, tape)) {
            if Records.areEqual(old.addresses, addresses) { return (Array("[]".utf8), 0) }
            var diff = Diff()
            let bytes = diff.run(old.addresses, addresses)
            return (bytes, diff.steps + diff.sameShape.steps)
        }
    }
}

/// Finds what leads from one rendering to another, and writes it.
///
/// Both tapes are walked side by side; what is equal byte for byte is passed over at once. Nothing is allocated for a
/// node: the tables grow with the largest list that has changed its order. The recursion is as deep as the view, which
/// is bounded.
struct Diff: ~Copyable {
    var out = HTMLBuffer(capacity: 1024)
    /// How many placeholders are left in what is written.
    var placeholders = 0
    /// Children that have changed and are still to be patched: those of the elements that are open, outermost first.
    var pairs: [ChangedPair] = []
    var lists = ChildLists()
    var sameShape = Run()
    /// Nodes and attributes that were looked at.
    var steps = 0
    /// Elements that were written out, with all that lazy parts have elsewhere.
    var flatCopies: [UnsafeMutableRawPointer] = []

    deinit { for copy in flatCopies { copy.deallocate() } }

    /// A child that is kept, and differs.
    struct ChangedPair {
        var old: Node
        var new: Node
        /// Its place in the new list.
        var index: UInt32

        init(_ old: Node, _ new: Node, _ index: Int) {
            self.old = old
            self.new = new
            self.index = UInt32(truncatingIfNeeded: index)
        }
    }

    /// What has been written of an element patch.
    struct Items {
        var count = 0
        /// Whether it is nothing but one patch of a child: then its brackets are left out.
        var isChildAlone: Bool { count == 1 && !hasOwn }
        /// Whether it has attributes or a list.
        var hasOwn = false
    }

    mutating func run(_ oldRange: Range<Address>, _ newRange: Range<Address>) -> [UInt8] {
        var items = Items()
        out.put(UInt8(ascii: "["))
        if let oldPage = page(oldRange), let newPage = page(newRange) {
            diffElement(oldPage, newPage, isInForm: false, &items)
        } else {
            diffChildren(oldRange, newRange, isInForm: false, &items)
        }
        out.put(UInt8(ascii: "]"))
        return out.withoutPlaceholders(placeholders)
    }

    /// The `html` element that is all of the view, or nil.
    private func page(_ range: Range<Address>) -> Node? {
        var cursor = ChildCursor(range)
        guard let node = cursor.next(), Records.isElement(node), Records.name(node.start) == ElementName.html.id,
            cursor.next() == nil
        else { return nil }
        return node
    }

    /// Begins another item of an element patch.
    @inline(__always)
    mutating func beginItem(_ items: inout Items, isOwn: Bool) {
        if items.count > 0 { out.put(UInt8(ascii: ",")) }
        items.count += 1
        if isOwn { items.hasOwn = true }
    }

    // MARK: Elements

    /// Writes what becomes of an element that is kept: its attributes, then its content.
    mutating func diffElement(_ oldNode: Node, _ newNode: Node, isInForm: Bool, _ items: inout Items) {
        let hasSameAttributes = diffAttributes(oldNode.start, newNode.start, isInForm: isInForm, &items)
        let name = Records.name(newNode.start)
        let oldContent = Records.content(oldNode.start)
        let newContent = Records.content(newNode.start)
        // The elements differ: where it is not by their attributes, nobody needs to look.
        if !hasSameAttributes, Records.areEqual(oldContent, newContent) { return }
        switch ContentKind(name) {
        case .none: return
        case .text: diffText(oldContent, newContent, isRawText: name != ElementName.textarea.id, &items)
        case .nodes:
            let isInForm = isInForm || name == ElementName.form.id
            diffChildren(oldContent, newContent, isInForm: isInForm, &items)
        }
    }

    /// Writes the content of an element that holds text alone.
    private mutating func diffText(
        _ oldContent: Range<Address>,
        _ newContent: Range<Address>,
        isRawText: Bool,
        _ items: inout Items
    ) {
        let oldText = text(oldContent, isRawText: isRawText)
        let newText = text(newContent, isRawText: isRawText)
        if oldText == newText { return }
        beginItem(&items, isOwn: oldText.isEmpty || newText.isEmpty)
        if newText.isEmpty {
            out.put("[]")
        } else {
            out.put(oldText.isEmpty ? "[" : "0,")
            out.put(jsonString: newText)
            if oldText.isEmpty { out.put(UInt8(ascii: "]")) }
        }
    }

    /// The text of an element that holds text alone, as an HTML parser reads it.
    func text(_ content: Range<Address>, isRawText: Bool) -> [UInt8] {
        let text = Records.text(content)
        return isRawText && text.contains(0x0d)
            ? Array(withLineFeeds(String(decoding: text, as: UTF8.self)).utf8) : text
    }

    // MARK: Attributes

    /// - Returns: whether they are the same.
    private mutating func diffAttributes(
        _ oldStart: Address,
        _ newStart: Address,
        isInForm: Bool,
        _ items: inout Items
    ) -> Bool {
        let name = Records.name(newStart)
        let areSame = areEqual(Records.bytes(Records.attributes(oldStart)), Records.bytes(Records.attributes(newStart)))
        // How a form is sent depends on the fields within.
        let isSameForm =
            name != ElementName.form.id
            || Records.facts(oldStart).contains(.fileInput) == Records.facts(newStart).contains(.fileInput)
        if areSame, isSameForm { return true }
        let before = Array(WrittenAttributes(oldStart, isInForm: isInForm))
        let after = Array(WrittenAttributes(newStart, isInForm: isInForm))
        for (index, attribute) in after.enumerated() {
            steps += 1
            // Most often the same attributes stand in the same order.
            let same = index < before.count && before[index].hasName(of: attribute)
            let other = same ? before[index] : before.first { $0.hasName(of: attribute) }
            if let other, other.hasValue(of: attribute) { continue }
            beginItem(&items, isOwn: true)
            writeName(attribute)
            out.put(UInt8(ascii: ","))
            writeValue(attribute)
        }
        for (index, attribute) in before.enumerated() {
            steps += 1
            if index < after.count, after[index].hasName(of: attribute) { continue }
            if after.contains(where: { $0.hasName(of: attribute) }) { continue }
            beginItem(&items, isOwn: true)
            writeName(attribute)
            out.put(",0")
        }
        return false
    }

    mutating func writeName(_ attribute: WrittenAttribute) {
        guard attribute.id != AttributeName.custom.id else {
            out.put(jsonString: attribute.customName.lazy.map(lowerCase))
            return
        }
        let names = HTMLNames.shared
        let index = Int(attribute.id)
        guard index < names.attributeCount else { return out.put("\"\"") }
        // Of ` class="` what is between the first character and the last two.
        let slot = names.attributes + index * HTMLNames.slotSize + 1
        out.put(UInt8(ascii: "\""))
        out.put(bytes: UnsafeRawBufferPointer(start: slot, count: Int(names.attributeSizes[index]) - 3))
        out.put(UInt8(ascii: "\""))
    }

    mutating func writeValue(_ attribute: WrittenAttribute) {
        if attribute.isFlag { return out.put(UInt8(ascii: "1")) }
        writeString(attribute.value, isInTape: attribute.isInTape)
    }

    /// Writes bytes as a string of JSON.
    @inline(__always)
    mutating func writeString(_ bytes: UnsafeRawBufferPointer, isInTape: Bool = true) {
        out.put(UInt8(ascii: "\""))
        if let start = bytes.baseAddress {
            if isInTape { out.put(json: start, size: bytes.count) } else { out.put(bytes: bytes) }
        }
        out.put(UInt8(ascii: "\""))
    }

    /// Writes the text of a text node as a string of JSON.
    mutating func writeText(_ node: Node) {
        out.put(UInt8(ascii: "\""))
        var offset = node.start
        while offset < node.end {
            let end = offset + max(Records.size(offset), RecordLayout.textHeader)
            if Records.kind(offset) == RecordKind.text.rawValue {
                let text = offset + RecordLayout.textHeader
                out.put(json: text, size: end - text)
            }
            offset = end
        }
        out.put(UInt8(ascii: "\""))
    }
}

/// What an element's content is to a patch.
enum ContentKind {
    /// There is none, or nobody patches it.
    case none
    /// One text, whatever records it is in.
    case text
    case nodes

    @inline(__always)
    init(_ name: UInt16) {
        let names = HTMLNames.shared
        let index = Int(name)
        switch index < names.elementCount ? names.elementKinds[index] : .special {
        case .void: self = .none
        case .rawText: self = .text
        case .special:
            self = name == ElementName.textarea.id ? .text : name == ElementName.input.id ? .none : .nodes
        // With script its content is text to an HTML parser, and nothing at all to the visitor.
        case .plain, .leadingLineFeed: self = name == ElementName.noscript.id ? .none : .nodes
        }
    }
}
