extension Rendering {
    /// Returns the operations of a patch from the old rendering to this one, as JSON: `[]` if they are equal. Either both are whole
    /// pages or neither is. In the latter case the operations apply to the element that contains the view.
    ///
    /// An element patch is read from left to right. A string and a value is an attribute (0: removed, 1: without value). An array
    /// that does not follow a number is the new list of children. A number and the next item are the patch of that child of the new
    /// list. This module's README describes the format.
    ///
    /// ```swift
    /// let operations = new.patch(from: old)  // [1,0,1,0,"5"]
    /// ```
    package func patch(from old: Rendering) -> [UInt8] { countedPatch(from: old).operations }

    /// Returns the patch if it has at most that many bytes, else nil. No more are in memory meanwhile.
    package func patch(from old: Rendering, limit: Int) -> [UInt8]? {
        withExtendedLifetime((old.tape, tape)) {
            var diff = Diff(limit: limit)
            let bytes = diff.run(old.addresses, addresses)
            return diff.out.isWhole ? bytes : nil
        }
    }

    /// Returns the patch, and the number of nodes and attributes that were examined.
    func countedPatch(from old: Rendering) -> (operations: [UInt8], steps: Int) {
        withExtendedLifetime((old.tape, tape)) {
            var diff = Diff()
            let bytes = diff.run(old.addresses, addresses)
            return (bytes, diff.steps + diff.sameShape.steps)
        }
    }
}

/// Finds the patch from one rendering to another, and writes it.
///
/// Both tapes are walked side by side; equal bytes are skipped at once. Nothing is allocated for a node: the tables grow to the
/// largest list that has changed its order. The recursion is as deep as the view, which is bounded.
struct Diff: ~Copyable {
    var out: HTMLBuffer
    /// How many placeholders remain in the output.
    var placeholders = 0
    /// Children that are still to be patched, for all open elements, outermost first.
    var pairs: [ChangedPair] = []
    var lists = ChildLists()
    var sameShape = Run()
    /// The attributes of an element before and after.
    private var before: [WrittenAttribute] = []
    private var after: [WrittenAttribute] = []
    /// Nodes and attributes that were examined.
    var steps = 0
    /// Copies of elements with the records of all their lazy parts.
    var flatCopies: [UnsafeMutableRawPointer] = []

    init(limit: Int = .max) { out = HTMLBuffer(capacity: 1024, limit: limit) }

    deinit { for copy in flatCopies { copy.deallocate() } }

    /// A retained child that may have changed.
    struct ChangedPair {
        var old: Node
        var new: Node
        /// Its index in the new list.
        var index: UInt32

        init(_ old: Node, _ new: Node, _ index: Int) {
            self.old = old
            self.new = new
            self.index = UInt32(truncatingIfNeeded: index)
        }
    }

    /// The items of an element patch that are written.
    struct Items {
        var count = 0
        /// Whether it consists of one child's patch only: then its brackets are left out.
        var isChildAlone: Bool { count == 1 && !hasOwn }
        /// Whether it has attributes or a list of children.
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

    /// Returns the `html` element if it is the whole view, or nil.
    private func page(_ range: Range<Address>) -> Node? {
        var cursor = ChildCursor(range)
        guard let node = cursor.next(), Records.isElement(node), Records.name(node.start) == ElementName.html.id,
            cursor.next() == nil
        else { return nil }
        return node
    }

    /// Begins the next item of an element patch.
    @inline(__always)
    mutating func beginItem(_ items: inout Items, isOwn: Bool) {
        if items.count > 0 { out.put(UInt8(ascii: ",")) }
        items.count += 1
        if isOwn { items.hasOwn = true }
    }

    // MARK: Elements

    /// Writes the changes of a retained element, if any: its attributes, then its content.
    mutating func diffElement(_ oldNode: Node, _ newNode: Node, isInForm: Bool, _ items: inout Items) {
        let hasSameAttributes = diffAttributes(oldNode.start, newNode.start, isInForm: isInForm, &items)
        let name = Records.name(newNode.start)
        let oldContent = Records.content(oldNode.start)
        let newContent = Records.content(newNode.start)
        if Records.isOpaque(newNode.start) { return }
        if !hasSameAttributes, Records.isOpaque(oldNode.start) {
            // What its script has made of the content is unknown.
            beginItem(&items, isOwn: true)
            return writeMarkup(newContent, isInForm: isInForm || name == ElementName.form.id)
        }
        // If the attributes are the same, the content most likely differs, and need not be compared as a whole.
        if !hasSameAttributes, areEqual(Records.bytes(oldContent), Records.bytes(newContent)) { return }
        switch ContentKind(name) {
        case .none: return
        case .text: diffText(oldContent, newContent, isRawText: name != ElementName.textarea.id, &items)
        case .nodes:
            let isInForm = isInForm || name == ElementName.form.id
            diffChildren(oldContent, newContent, isInForm: isInForm, &items)
        }
    }

    /// Writes the content of an element that contains text only.
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

    /// Returns the text of an element that contains text only, as an HTML parser reads it.
    func text(_ content: Range<Address>, isRawText: Bool) -> [UInt8] {
        let text = Records.text(content)
        return isRawText && text.contains(0x0d)
            ? Array(withLineFeeds(String(decoding: text, as: UTF8.self)).utf8) : text
    }

    // MARK: Attributes

    /// Writes the changes of an element's attributes.
    ///
    /// - Returns: whether they are the same.
    private mutating func diffAttributes(
        _ oldStart: Address,
        _ newStart: Address,
        isInForm: Bool,
        _ items: inout Items
    ) -> Bool {
        let name = Records.name(newStart)
        let areSame = areEqual(Records.bytes(Records.attributes(oldStart)), Records.bytes(Records.attributes(newStart)))
        // The attributes of a form also depend on the fields within.
        let isSameForm =
            name != ElementName.form.id
            || Records.facts(oldStart).contains(.fileInput) == Records.facts(newStart).contains(.fileInput)
        if areSame, isSameForm { return true }
        before.removeAll(keepingCapacity: true)
        before.append(contentsOf: WrittenAttributes(oldStart, isInForm: isInForm))
        after.removeAll(keepingCapacity: true)
        after.append(contentsOf: WrittenAttributes(newStart, isInForm: isInForm))
        for index in after.indices {
            let attribute = after[index]
            steps += 1
            // In most cases the same attributes have the same order.
            let same = index < before.count && before[index].hasName(of: attribute)
            let other = same ? before[index] : before.first { $0.hasName(of: attribute) }
            if let other, other.hasValue(of: attribute) { continue }
            beginItem(&items, isOwn: true)
            writeName(attribute)
            out.put(UInt8(ascii: ","))
            writeValue(attribute)
        }
        for index in before.indices {
            let attribute = before[index]
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
        // The bytes of ` class="` between the first character and the last two.
        let slot = names.attributes + index * HTMLNames.slotSize + 1
        out.put(UInt8(ascii: "\""))
        out.put(bytes: UnsafeRawBufferPointer(start: slot, count: Int(names.attributeSizes[index]) - 3))
        out.put(UInt8(ascii: "\""))
    }

    mutating func writeValue(_ attribute: WrittenAttribute) {
        if attribute.isFlag { return out.put(UInt8(ascii: "1")) }
        writeString(attribute.value, isInTape: attribute.isInTape)
    }

    /// Writes bytes as a JSON string.
    @inline(__always)
    mutating func writeString(_ bytes: UnsafeRawBufferPointer, isInTape: Bool = true) {
        out.put(UInt8(ascii: "\""))
        if let start = bytes.baseAddress {
            if isInTape { out.put(json: start, size: bytes.count) } else { out.put(bytes: bytes) }
        }
        out.put(UInt8(ascii: "\""))
    }

    /// Writes the text of a text node as a JSON string.
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

/// How a patch treats an element's content.
enum ContentKind {
    /// There is none, or it is never patched.
    case none
    /// One text, in however many records it is.
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
        // With script, its content is text to an HTML parser, and invisible to the visitor.
        case .plain, .leadingLineFeed: self = name == ElementName.noscript.id ? .none : .nodes
        }
    }
}
