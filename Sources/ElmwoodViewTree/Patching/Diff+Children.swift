extension Diff {
    /// How far both lists of children go side by side.
    private enum Walk {
        /// To the end: no child comes or goes.
        case whole
        /// From here on they differ: so many children before, and where they begin.
        case upTo(index: Int, old: Address, new: Address)
        /// There is raw markup among them.
        case opaque
    }

    /// Writes what becomes of the children of an element that is kept.
    mutating func diffChildren(
        _ oldContent: Range<Address>,
        _ newContent: Range<Address>,
        isInForm: Bool,
        _ items: inout Items
    ) {
        let first = pairs.count
        var isOpaque = false
        switch walk(oldContent, newContent) {
        case .whole: break
        case .opaque: isOpaque = true
        case .upTo(let index, let oldOffset, let newOffset):
            isOpaque = !diffRest(
                oldOffset..<max(oldOffset, oldContent.upperBound),
                newOffset..<max(newOffset, newContent.upperBound),
                from: index,
                isInForm: isInForm,
                &items
            )
        }
        if isOpaque {
            pairs.removeLast(pairs.count - first)
            beginItem(&items, isOwn: true)
            writeMarkup(newContent, isInForm: isInForm)
            return
        }
        let last = pairs.count
        for index in first..<last {
            let pair = pairs[index]
            diffPair(pair, isInForm: isInForm, &items)
        }
        pairs.removeLast(last - first)
    }

    /// Goes through both lists as long as each child is the same as the one at its side: equal, or with the same key,
    /// or the only one that has changed. That is most of what ever changes, and needs no table.
    private mutating func walk(_ oldContent: Range<Address>, _ newContent: Range<Address>) -> Walk {
        var olds = ChildCursor(oldContent)
        var news = ChildCursor(newContent)
        /// The one child without a key that differs, and how many had been found before it.
        var single: (index: Int, old: Address, new: Address, pairs: Int)?
        var index = 0
        while true {
            let oldOffset = olds.offset
            let newOffset = news.offset
            steps += 1
            // Most rows of a table that lazy parts keep.
            if olds.passSharedPart(&news) {
                index += 1
                continue
            }
            let oldNode = olds.next()
            let newNode = news.next()
            guard let oldNode, let newNode else {
                if oldNode == nil, newNode == nil { return .whole }
                return back(to: single, or: .upTo(index: index, old: oldOffset, new: newOffset))
            }
            if isRaw(oldNode) || isRaw(newNode) { return .opaque }
            if !areEqual(oldNode, newNode) {
                switch likeness(oldNode, newNode) {
                case .sameKey: pairs.append(ChangedPair(oldNode, newNode, index))
                case .same where single == nil:
                    single = (index, oldOffset, newOffset, pairs.count)
                    pairs.append(ChangedPair(oldNode, newNode, index))
                case .same, .other:
                    return back(to: single, or: .upTo(index: index, old: oldOffset, new: newOffset))
                }
            }
            index += 1
        }
    }

    /// Where the lists are compared with more care: before the first child that was taken for another's successor.
    private mutating func back(to single: (index: Int, old: Address, new: Address, pairs: Int)?, or walk: Walk) -> Walk
    {
        guard let single else { return walk }
        pairs.removeLast(pairs.count - single.pairs)
        return .upTo(index: single.index, old: single.old, new: single.new)
    }

    @inline(__always)
    func isRaw(_ node: Node) -> Bool { Records.kind(node.start) == RecordKind.raw.rawValue }

    /// Writes the new list of children, those from `index` on being compared with care. False where there is raw markup.
    private mutating func diffRest(
        _ oldRange: Range<Address>,
        _ newRange: Range<Address>,
        from index: Int,
        isInForm: Bool,
        _ items: inout Items
    ) -> Bool {
        guard collect(oldRange, newRange) else { return false }
        trimEnd()
        match()
        if !lists.isUnchanged {
            beginItem(&items, isOwn: true)
            writeList(from: index, isInForm: isInForm)
        }
        for position in 0..<lists.newMiddle {
            let match = Int(lists.matches[position])
            guard match >= 0 else { continue }
            let oldNode = lists.olds[match]
            let newNode = lists.news[position]
            if !areEqual(oldNode, newNode) {
                pairs.append(ChangedPair(oldNode, newNode, index + position))
            }
        }
        for position in lists.newMiddle..<lists.news.count {
            let oldNode = lists.olds[position - lists.newMiddle + lists.oldMiddle]
            let newNode = lists.news[position]
            if !areEqual(oldNode, newNode) {
                pairs.append(ChangedPair(oldNode, newNode, index + position))
            }
        }
        return true
    }

    /// Lists the children in those ranges. False where there is raw markup among them.
    private mutating func collect(_ oldRange: Range<Address>, _ newRange: Range<Address>) -> Bool {
        lists.reset()
        var cursor = ChildCursor(oldRange)
        while let node = cursor.next() {
            if isRaw(node) { return false }
            lists.olds.append(node)
        }
        cursor = ChildCursor(newRange)
        while let node = cursor.next() {
            if isRaw(node) { return false }
            lists.news.append(node)
        }
        steps += lists.olds.count + lists.news.count
        return true
    }

    /// Leaves what is the same at the end of both lists out of what must be matched.
    private mutating func trimEnd() {
        var oldEnd = lists.olds.count
        var newEnd = lists.news.count
        while oldEnd > 0, newEnd > 0 {
            let oldNode = lists.olds[oldEnd - 1]
            let newNode = lists.news[newEnd - 1]
            steps += 1
            if !areEqual(oldNode, newNode), likeness(oldNode, newNode) != .sameKey {
                break
            }
            oldEnd -= 1
            newEnd -= 1
        }
        lists.oldMiddle = oldEnd
        lists.newMiddle = newEnd
    }

    // MARK: Writing

    /// Writes what becomes of a child that is kept and has changed.
    private mutating func diffPair(_ pair: ChangedPair, isInForm: Bool, _ items: inout Items) {
        let start = out.count
        let before = items
        let isElement = Records.isElement(pair.new)
        if Records.kind(pair.new.start) == RecordKind.text.rawValue, hasSameText(pair.old, pair.new) { return }
        beginItem(&items, isOwn: false)
        out.put(decimal: Int(pair.index))
        out.put(UInt8(ascii: ","))
        guard isElement else {
            if Records.kind(pair.new.start) == RecordKind.text.rawValue {
                writeText(pair.new)
            } else {
                writeString(commentText(pair.new))
            }
            return
        }
        let bracket = out.count
        out.put(HTMLBuffer.placeholder)
        let outer = placeholders
        var inner = Items()
        diffElement(pair.old, pair.new, isInForm: isInForm, &inner)
        if inner.count == 0 {
            out.truncate(to: start)
            items = before
            placeholders = outer
        } else if inner.isChildAlone {
            placeholders += 1
        } else {
            out.replace(bracket, by: UInt8(ascii: "["))
            out.put(UInt8(ascii: "]"))
        }
    }

    /// Whether both text nodes have the same text, in as many records as it may be.
    private func hasSameText(_ oldNode: Node, _ newNode: Node) -> Bool {
        if Records.size(oldNode.start) == oldNode.size, Records.size(newNode.start) == newNode.size { return false }
        return Records.text(oldNode.range) == Records.text(newNode.range)
    }

    func commentText(_ node: Node) -> UnsafeRawBufferPointer {
        Records.bytes((node.start + RecordLayout.textHeader)..<max(node.start + RecordLayout.textHeader, node.end))
    }

    /// Writes the new list of children: what stays, what is moved here, what is new.
    private mutating func writeList(from index: Int, isInForm: Bool) {
        var list = ListWriter(start: 0, count: index)
        out.put(UInt8(ascii: "["))
        var position = 0
        while position < lists.newMiddle {
            let match = Int(lists.matches[position])
            if match >= 0, lists.stays[position] {
                list.keep(index + match, &out)
                position += 1
            } else if match >= 0 {
                list.begin(&out)
                out.put(decimal: ~(index + match))
                position += 1
            } else {
                list.begin(&out)
                position += writeNew(at: position, isInForm: isInForm)
            }
        }
        for position in lists.oldMiddle..<lists.olds.count { list.keep(index + position, &out) }
        list.end(&out)
        out.put(UInt8(ascii: "]"))
    }

    /// Gathers old children that stay beside each other.
    private struct ListWriter {
        var start: Int
        var count: Int
        var isFirst = true

        @inline(__always)
        mutating func keep(_ index: Int, _ out: inout HTMLBuffer) {
            if count > 0, start + count == index {
                count += 1
            } else {
                end(&out)
                start = index
                count = 1
            }
        }

        /// Begins an entry that is no run of old children.
        mutating func begin(_ out: inout HTMLBuffer) {
            end(&out)
            separate(&out)
        }

        mutating func end(_ out: inout HTMLBuffer) {
            guard count > 0 else { return }
            separate(&out)
            out.put(decimal: start)
            out.put(UInt8(ascii: ","))
            out.put(decimal: count)
            count = 0
        }

        private mutating func separate(_ out: inout HTMLBuffer) {
            if !isFirst { out.put(UInt8(ascii: ",")) }
            isFirst = false
        }
    }
}
