extension Diff {
    /// How far both lists of children correspond position by position.
    private enum Walk {
        /// To the end: no child is added or removed.
        case whole
        /// The lists differ from here on: the number of children before, and where the remaining ones begin.
        case upTo(index: Int, old: Address, new: Address)
        /// They contain raw markup.
        case opaque
        /// Elements must be compared to find out.
        case uncertain
    }

    /// Writes the changes of the children of a retained element.
    mutating func diffChildren(
        _ oldContent: Range<Address>,
        _ newContent: Range<Address>,
        isInForm: Bool,
        _ items: inout Items
    ) {
        // Most elements that have changed have one child.
        if let oldNode = Records.onlyChild(oldContent), let newNode = Records.onlyChild(newContent), !isRaw(oldNode),
            likeness(oldNode, newNode) != .other
        {
            steps += 1
            if !haveSameBytes(oldNode, newNode) {
                diffPair(ChangedPair(oldNode, newNode, 0), isInForm: isInForm, &items)
            }
            return
        }
        let first = pairs.count
        var isOpaque = false
        var walk = walk(oldContent, newContent)
        if case .uncertain = walk {
            dropPairs(from: first)
            walk = self.walk(oldContent, newContent, isExact: true)
        }
        switch walk {
        case .whole, .uncertain: break
        case .opaque: isOpaque = !Records.areEqual(oldContent, newContent)
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
            dropPairs(from: first)
            beginItem(&items, isOwn: true)
            writeMarkup(newContent, isInForm: isInForm)
            return
        }
        for index in first..<pairs.count {
            let pair = pairs[index]
            diffPair(pair, isInForm: isInForm, &items)
        }
        dropPairs(from: first)
    }

    /// Walks both lists while each child corresponds to the one at the same position: it is equal, has the same key, or is the only
    /// one of its kind and name that has changed. That covers most changes, and needs no table.
    ///
    /// An element whose bytes differ may be equal all the same if it contains lazy parts. Unless the walk is exact, that is left to
    /// the patch of the element, which would otherwise compare its content again, and so on at each level.
    private mutating func walk(
        _ oldContent: Range<Address>,
        _ newContent: Range<Address>,
        isExact: Bool = false
    ) -> Walk {
        var olds = ChildCursor(oldContent)
        var news = ChildCursor(newContent)
        /// The first differing child without a key, and the number of pairs found before it.
        var first: (index: Int, old: Address, new: Address, pairs: Int)?
        /// The kinds and names of such children, a bit for each.
        var names: UInt64 = 0
        /// Whether one of them may be equal.
        var isUncertain = false
        var index = 0
        while true {
            let oldOffset = olds.offset
            let newOffset = news.offset
            steps += 1
            // Applies to most rows of a table of lazy parts.
            if olds.passSharedPart(&news) {
                index += 1
                continue
            }
            let oldNode = olds.next()
            let newNode = news.next()
            guard let oldNode, let newNode else {
                if oldNode == nil, newNode == nil { return .whole }
                return back(to: first, isUncertain, or: .upTo(index: index, old: oldOffset, new: newOffset))
            }
            if isRaw(oldNode) || isRaw(newNode) { return .opaque }
            if !haveSameBytes(oldNode, newNode), !isExact || !areEqual(oldNode, newNode) {
                switch likeness(oldNode, newNode) {
                case .sameKey: break
                case .same where names & nameBit(newNode) == 0:
                    if first == nil { first = (index, oldOffset, newOffset, pairs.count) }
                    names |= nameBit(newNode)
                    if !isExact, mayBeEqual(oldNode, newNode) { isUncertain = true }
                case .same, .other:
                    return back(to: first, isUncertain, or: .upTo(index: index, old: oldOffset, new: newOffset))
                }
                pairs.append(ChangedPair(oldNode, newNode, index))
            }
            index += 1
        }
    }

    /// Removes all pairs from that one on: most often none or one, for which `removeLast(_:)` takes longer.
    @inline(__always)
    private mutating func dropPairs(from first: Int) {
        while pairs.count > first { pairs.removeLast() }
    }

    /// Returns a bit for the child's kind and name. Different ones may have the same bit: they are then matched by a table.
    @inline(__always)
    private func nameBit(_ node: Node) -> UInt64 {
        Records.isElement(node) ? 1 << UInt64(Records.name(node.start) & 63) : 1 << 63
    }

    /// Returns where matching must begin: before the first child that was assumed to be another's successor.
    private mutating func back(
        to first: (index: Int, old: Address, new: Address, pairs: Int)?,
        _ isUncertain: Bool,
        or walk: Walk
    ) -> Walk {
        guard let first else { return walk }
        if isUncertain { return .uncertain }
        dropPairs(from: first.pairs)
        return .upTo(index: first.index, old: first.old, new: first.new)
    }

    @inline(__always)
    func isRaw(_ node: Node) -> Bool { Records.kind(node.start) == RecordKind.raw.rawValue }

    /// Writes the new list of children, matching those from `index` on. Returns false if there is raw markup.
    private mutating func diffRest(
        _ oldRange: Range<Address>,
        _ newRange: Range<Address>,
        from index: Int,
        isInForm: Bool,
        _ items: inout Items
    ) -> Bool {
        guard collectRuns(oldRange, newRange) || collect(oldRange, newRange) else { return false }
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
            if !haveSameBytes(oldNode, newNode) {
                pairs.append(ChangedPair(oldNode, newNode, index + lists.index(position)))
            }
        }
        for position in lists.newMiddle..<lists.news.count {
            let oldNode = lists.olds[position - lists.newMiddle + lists.oldMiddle]
            let newNode = lists.news[position]
            if !haveSameBytes(oldNode, newNode) {
                pairs.append(ChangedPair(oldNode, newNode, index + lists.index(position)))
            }
        }
        return true
    }

    /// Lists the children in both ranges, with each run of children that are the same at the same position as one item: of a long
    /// list whose order has changed little, few items are left. Returns false if the lists have other lengths, or differ too much.
    private mutating func collectRuns(_ oldRange: Range<Address>, _ newRange: Range<Address>) -> Bool {
        lists.reset()
        var olds = ChildCursor(oldRange)
        var news = ChildCursor(newRange)
        var index = 0
        var differing = 0
        var isRun = false
        while differing <= min(Self.mostDiffering, 4 + index / 2) {
            steps += 1
            if isRun, olds.passSharedPart(&news) {
                index += 1
                continue
            }
            let oldNode = olds.next()
            let newNode = news.next()
            guard let oldNode, let newNode else {
                lists.endRuns(index)
                return oldNode == nil && newNode == nil && differing <= index / 2
            }
            if isRaw(oldNode) || isRaw(newNode) { return false }
            // Without keys, children that are the same may be others of several.
            let isSame =
                oldNode.start == newNode.start || key(newNode) != nil && haveSameBytes(oldNode, newNode)
            if !isSame { differing += 1 }
            if !isSame || !isRun { lists.append(oldNode, newNode, at: index) }
            isRun = isSame
            index += 1
        }
        return false
    }

    /// How many children may differ if the others are listed in runs: what stays is then found in quadratic time.
    private static let mostDiffering = 32

    /// Lists the children in both ranges. Returns false if there is raw markup among them.
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

    /// Excludes the equal end of both lists from the matching.
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

    /// Writes the changes of a retained child.
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

    /// Whether both text nodes have the same text, in however many records it is.
    private func hasSameText(_ oldNode: Node, _ newNode: Node) -> Bool {
        if Records.size(oldNode.start) == oldNode.size, Records.size(newNode.start) == newNode.size { return false }
        return Records.text(oldNode.range) == Records.text(newNode.range)
    }

    func commentText(_ node: Node) -> UnsafeRawBufferPointer {
        Records.bytes((node.start + RecordLayout.textHeader)..<max(node.start + RecordLayout.textHeader, node.end))
    }

    /// Writes the new list of children: those that stay, are moved here, or are new.
    private mutating func writeList(from index: Int, isInForm: Bool) {
        var list = ListWriter(start: 0, count: index)
        out.put(UInt8(ascii: "["))
        var position = 0
        while position < lists.newMiddle {
            let match = Int(lists.matches[position])
            guard match >= 0 else {
                list.begin(&out)
                position += writeNew(at: position, isInForm: isInForm)
                continue
            }
            let old = index + lists.index(match)
            if lists.stays[position] {
                list.keep(old, count: lists.length(match), &out)
            } else {
                for old in old..<(old + lists.length(match)) {
                    list.begin(&out)
                    out.put(decimal: ~old)
                }
            }
            position += 1
        }
        let end = lists.index(lists.oldMiddle)
        list.keep(index + end, count: lists.index(lists.olds.count) - end, &out)
        list.end(&out)
        out.put(UInt8(ascii: "]"))
    }

    /// Collects runs of old children that stay adjacent.
    private struct ListWriter {
        var start: Int
        var count: Int
        var isFirst = true

        @inline(__always)
        mutating func keep(_ index: Int, count more: Int, _ out: inout HTMLBuffer) {
            if count > 0, start + count == index {
                count += more
            } else {
                end(&out)
                start = index
                count = more
            }
        }

        /// Begins an entry that is not a run of old children.
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
