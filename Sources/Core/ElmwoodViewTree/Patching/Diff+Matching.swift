extension Diff {
    /// How many old children are compared with each new one that nothing else identifies.
    private static let window = 8

    /// Finds which old children become which new ones, and which of them stay in place.
    ///
    /// Children are matched first by keys; then by equal bytes, if there is exactly one such child before and after, and then their
    /// neighbours; then by the names of fields and by ids. The remainder is matched in order, but only between two neighbours that
    /// stay: text typed in a row that was removed must not move to a new row elsewhere.
    mutating func match() {
        lists.beginMatching()
        guard lists.oldMiddle > 0, lists.newMiddle > 0 else { return }
        matchInPlace()
        if lists.oldMiddle > 1 || lists.newMiddle > 1 {
            matchEqual()
            matchByHint()
            lists.findWhatStays()
        }
        matchInOrder()
    }

    // MARK: Equal keys, equal bytes

    /// Matches each child with the one at its position if both have the same key, or are the same lazy part. Then only the children
    /// that moved are looked up in a table.
    private mutating func matchInPlace() {
        guard lists.oldMiddle == lists.newMiddle else { return }
        for position in 0..<lists.newMiddle {
            let oldNode = lists.olds[position]
            let node = lists.news[position]
            steps += 1
            if oldNode.start == node.start {
                lists.match(position, with: position)
            } else if let key = key(node), areSame(oldNode, key, node) {
                lists.match(position, with: position)
            }
        }
    }

    private mutating func matchEqual() {
        var groups = lists.groups
        lists.groups = NodeGroups()
        defer { lists.groups = groups }
        groups.reset(lists.oldMiddle)
        var oldGroups: [Int32] = []
        oldGroups.reserveCapacity(lists.oldMiddle)
        for position in 0..<lists.oldMiddle {
            if lists.isTaken[position] {
                oldGroups.append(-1)
                continue
            }
            let node = lists.olds[position]
            steps += 1
            let key = key(node)
            let group = groups.add(position, hash(node, key)) { other in
                areSame(lists.olds[other], key, node)
            }
            oldGroups.append(Int32(truncatingIfNeeded: group))
        }
        var newGroups: [Int32] = []
        newGroups.reserveCapacity(lists.newMiddle)
        for position in 0..<lists.newMiddle {
            if lists.matches[position] >= 0 {
                newGroups.append(-1)
                continue
            }
            let node = lists.news[position]
            steps += 1
            let key = key(node)
            let group = groups.find(hash(node, key)) { other in areSame(lists.olds[other], key, node) }.group
            newGroups.append(Int32(truncatingIfNeeded: group ?? -1))
            guard let group else { continue }
            groups.countNew(group)
            if key != nil, let oldPosition = groups.take(group) {
                lists.match(position, with: oldPosition)
            }
        }
        for position in 0..<lists.newMiddle where lists.matches[position] < 0 && newGroups[position] >= 0 {
            let group = Int(newGroups[position])
            guard groups.isUnique(group), key(lists.news[position]) == nil else { continue }
            if let oldPosition = groups.take(group) { lists.match(position, with: oldPosition) }
        }
        // Equal children of which there are several are matched if their neighbours are.
        for position in 0..<lists.newMiddle {
            matchNeighbour(position, 1, oldGroups, newGroups)
        }
        for position in stride(from: lists.newMiddle - 1, through: 0, by: -1) {
            matchNeighbour(position, -1, oldGroups, newGroups)
        }
    }

    /// Matches the neighbours of two matched children, if they are equal.
    @inline(__always)
    private mutating func matchNeighbour(_ position: Int, _ step: Int, _ oldGroups: [Int32], _ newGroups: [Int32]) {
        let neighbour = position + step
        guard lists.matches[position] >= 0, neighbour >= 0, neighbour < lists.newMiddle else { return }
        let oldNeighbour = Int(lists.matches[position]) + step
        guard oldNeighbour >= 0, oldNeighbour < lists.oldMiddle, lists.matches[neighbour] < 0,
            !lists.isTaken[oldNeighbour], newGroups[neighbour] == oldGroups[oldNeighbour]
        else { return }
        lists.match(neighbour, with: oldNeighbour)
    }

    @inline(__always)
    func key(_ node: Node) -> Range<Address>? {
        Records.isElement(node) ? Records.key(node.start) : nil
    }

    /// Returns the hash of a child's key and tag or, without a key, of all its bytes.
    @inline(__always)
    private func hash(_ node: Node, _ key: Range<Address>?) -> UInt64 {
        guard let key else {
            return Records.isLarge(node.start)
                ? Records.hash(of: node.start, seed: NodeGroups.seed)
                : ElmwoodViewTree.hash(Records.bytes(node.range), seed: NodeGroups.seed)
        }
        let tag = UInt64(Records.name(node.start)) &+ 1
        return ElmwoodViewTree.hash(Records.bytes(key), seed: NodeGroups.seed ^ tag &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Whether an old child has the same key and can become the new one or, without keys, is equal to it.
    private func areSame(_ oldNode: Node, _ key: Range<Address>?, _ node: Node) -> Bool {
        guard let key else {
            return self.key(oldNode) == nil && areEqual(oldNode, node)
        }
        guard let oldKey = self.key(oldNode), areEqual(Records.bytes(oldKey), Records.bytes(key)),
            Records.name(oldNode.start) == Records.name(node.start)
        else { return false }
        let name = Records.name(node.start)
        let oldAttributes = Records.attributes(oldNode.start)
        let attributes = Records.attributes(node.start)
        return areEqual(Records.bytes(oldAttributes), Records.bytes(attributes))
            || ElementIdentity(oldAttributes, name).isSame(as: ElementIdentity(attributes, name))
    }

    // MARK: Names and ids

    /// Matches fields by their names and other elements by their ids.
    private mutating func matchByHint() {
        var groups = lists.groups
        lists.groups = NodeGroups()
        defer { lists.groups = groups }
        groups.reset(lists.oldMiddle)
        var isAny = false
        for position in 0..<lists.oldMiddle where !lists.isTaken[position] {
            let node = lists.olds[position]
            steps += 1
            guard let hint = hint(node) else { continue }
            isAny = true
            _ = groups.add(position, hash(node, hint)) { other in
                isSame(lists.olds[other], node, hint)
            }
        }
        guard isAny else { return }
        for position in 0..<lists.newMiddle where lists.matches[position] < 0 {
            let node = lists.news[position]
            steps += 1
            guard let hint = hint(node) else { continue }
            let group = groups.find(hash(node, hint)) { other in isSame(lists.olds[other], node, hint) }.group
            if let group, let oldPosition = groups.take(group) { lists.match(position, with: oldPosition) }
        }
    }

    /// Returns what identifies an element without a key among its siblings.
    private func hint(_ node: Node) -> UnsafeRawBufferPointer? {
        guard Records.isElement(node) else { return nil }
        let identity = ElementIdentity(Records.attributes(node.start), Records.name(node.start))
        return identity.key == nil ? identity.hint : nil
    }

    private func hash(_ node: Node, _ hint: UnsafeRawBufferPointer) -> UInt64 {
        let tag = UInt64(Records.name(node.start)) &+ 1
        return ElmwoodViewTree.hash(hint, seed: NodeGroups.seed ^ tag &* 0xe703_7ed1_a0b4_28db)
    }

    private func isSame(
        _ oldNode: Node,
        _ node: Node,
        _ hint: UnsafeRawBufferPointer
    ) -> Bool {
        let name = Records.name(node.start)
        guard Records.name(oldNode.start) == name else { return false }
        let before = ElementIdentity(Records.attributes(oldNode.start), name)
        let after = ElementIdentity(Records.attributes(node.start), name)
        return before.hint.map { areEqual($0, hint) } == true && before.isSame(as: after)
    }

    // MARK: In order

    /// Matches the remaining children, in order, between each two neighbours that stay.
    private mutating func matchInOrder() {
        var gap = 0
        var oldGap = 0
        for position in 0...lists.newMiddle {
            if position < lists.newMiddle, !lists.stays[position] { continue }
            let oldEnd = position < lists.newMiddle ? Int(lists.matches[position]) : lists.oldMiddle
            matchInOrder(oldGap..<max(oldGap, oldEnd), gap..<position)
            gap = position + 1
            oldGap = oldEnd + 1
        }
    }

    private mutating func matchInOrder(_ oldGap: Range<Int>, _ gap: Range<Int>) {
        if gap.isEmpty || oldGap.isEmpty { return }
        lists.free.removeAll(keepingCapacity: true)
        for position in oldGap where !lists.isTaken[position] && key(lists.olds[position]) == nil {
            lists.free.append(Int32(truncatingIfNeeded: position))
        }
        var next = 0
        for position in gap where lists.matches[position] < 0 {
            if next == lists.free.count { return }
            let node = lists.news[position]
            var found: Int?
            for candidate in next..<min(next + Self.window, lists.free.count) {
                steps += 1
                let oldNode = lists.olds[Int(lists.free[candidate])]
                if areEqual(oldNode, node) {
                    found = candidate
                    break
                }
                if found == nil, likeness(oldNode, node) == .same { found = candidate }
            }
            guard let found else { continue }
            lists.match(position, with: Int(lists.free[found]))
            lists.stays[position] = true
            next = found + 1
        }
    }
}
