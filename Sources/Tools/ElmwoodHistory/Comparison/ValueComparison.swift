/// Collects the differences of two values.
struct ValueComparison {
    private(set) var changes: [ModelDifference.Change] = []

    /// Compares two values at a path.
    mutating func compare(_ old: ValueTree, _ new: ValueTree, at path: String) {
        if old.text == new.text { return }
        switch (old.kind, new.kind) {
        case (.parts(let oldName, let oldParts), .parts(let newName, let newParts)) where oldName == newName:
            compare(oldParts, newParts) { path.appending(part: oldName).appending(part: $0) }
        case (.dictionary(let oldEntries), .dictionary(let newEntries)):
            compare(oldEntries, newEntries) { "\(path)[\($0 ?? "")]" }
        case (.list(let oldElements), .list(let newElements)):
            compare(oldElements, newElements, at: path)
        default:
            changes.append(.init(path: path, before: old.text, after: new.text))
        }
    }

    private mutating func note(_ old: ValueTree?, _ new: ValueTree?, at path: String) {
        changes.append(.init(path: path, before: old?.text, after: new?.text))
    }

    // MARK: Parts

    private mutating func compare(
        _ old: [ValueTree.Part],
        _ new: [ValueTree.Part],
        path: (String?) -> String
    ) {
        let (oldNames, newNames) = (Self.names(of: old), Self.names(of: new))
        let oldPlaces = Dictionary(zip(oldNames, old.indices).map { ($0, $1) }) { first, _ in first }
        let newPlaces = Dictionary(zip(newNames, new.indices).map { ($0, $1) }) { first, _ in first }
        for (name, part) in zip(oldNames, old) {
            let path = path(old.count == 1 && part.name == nil ? nil : name)
            if let place = newPlaces[name] {
                compare(part.value, new[place].value, at: path)
            } else {
                note(part.value, nil, at: path)
            }
        }
        for (name, part) in zip(newNames, new) where oldPlaces[name] == nil {
            note(nil, part.value, at: path(name))
        }
    }

    /// Returns the parts' names; for those without one, their positions.
    private static func names(of parts: [ValueTree.Part]) -> [String] {
        parts.enumerated().map { $1.name ?? "\($0)" }
    }

    // MARK: Lists

    private mutating func compare(_ old: [ValueTree], _ new: [ValueTree], at path: String) {
        let (oldKeys, newKeys) = Self.keys(of: old, new)
        let prefix = zip(oldKeys, newKeys).prefix { $0 == $1 }.count
        let remainder = min(old.count, new.count) - prefix
        let suffix = zip(oldKeys.reversed(), newKeys.reversed()).prefix(remainder).prefix { $0 == $1 }.count
        for index in 0..<prefix { compare(old[index], new[index], at: "\(path)[\(index)]") }
        compareMiddle(
            old,
            new,
            (prefix..<(old.count - suffix), prefix..<(new.count - suffix)),
            (oldKeys, newKeys),
            at: path
        )
        for offset in (0..<suffix).reversed() {
            let (index, place) = (old.count - 1 - offset, new.count - 1 - offset)
            compare(old[index], new[place], at: "\(path)[\(place)]")
        }
    }

    /// Compares the elements between the common beginning and the common end. Elements with the same key are compared, in the
    /// longest common order. The remaining ones between two such elements count as changed if there are equally many old and new
    /// ones without an identity, else as removed and added.
    private mutating func compareMiddle(
        _ old: [ValueTree],
        _ new: [ValueTree],
        _ range: (old: Range<Int>, new: Range<Int>),
        _ keys: (old: [Key], new: [Key]),
        at path: String
    ) {
        let pairs = Self.common(Array(keys.old[range.old]), Array(keys.new[range.new])).map {
            (old: $0.0 + range.old.lowerBound, new: $0.1 + range.new.lowerBound)
        }
        var (oldPlace, newPlace) = (range.old.lowerBound, range.new.lowerBound)
        for pair in pairs + [(old: range.old.upperBound, new: range.new.upperBound)] {
            let (oldGap, newGap) = (oldPlace..<pair.old, newPlace..<pair.new)
            let isNamed = if case .identity? = keys.old.first ?? keys.new.first { true } else { false }
            let common = isNamed ? 0 : min(oldGap.count, newGap.count)
            for offset in 0..<common {
                compare(
                    old[oldGap.lowerBound + offset],
                    new[newGap.lowerBound + offset],
                    at: "\(path)[\(newGap.lowerBound + offset)]"
                )
            }
            for index in oldGap.dropFirst(common) { note(old[index], nil, at: "\(path)[\(index)]") }
            for index in newGap.dropFirst(common) { note(nil, new[index], at: "\(path)[\(index)]") }
            (oldPlace, newPlace) = (pair.old + 1, pair.new + 1)
            if pair.old < range.old.upperBound, pair.new < range.new.upperBound {
                compare(old[pair.old], new[pair.new], at: "\(path)[\(pair.new)]")
            }
        }
    }

    private enum Key: Hashable {
        case identity(String)
        case text(String)
    }

    /// Returns the keys by which elements are matched: their `id`, if all have a unique one; else their values.
    private static func keys(of old: [ValueTree], _ new: [ValueTree]) -> ([Key], [Key]) {
        let (oldIDs, newIDs) = (old.compactMap(\.identity), new.compactMap(\.identity))
        guard oldIDs.count == old.count, newIDs.count == new.count, Set(oldIDs).count == old.count,
            Set(newIDs).count == new.count
        else {
            return (old.map { .text($0.text) }, new.map { .text($0.text) })
        }
        return (oldIDs.map { .identity($0) }, newIDs.map { .identity($0) })
    }

    /// Returns the positions of a longest common subsequence; empty if finding it would take long.
    private static func common(_ old: [Key], _ new: [Key]) -> [(Int, Int)] {
        guard !old.isEmpty, !new.isEmpty, old.count <= 1_000_000 / new.count else { return [] }
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in old.indices.reversed() {
            for column in new.indices.reversed() {
                lengths[row * width + column] =
                    old[row] == new[column]
                    ? lengths[(row + 1) * width + column + 1] + 1
                    : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            if old[row] == new[column] {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }
}

extension String {
    /// Returns the path of a part of the value at this path.
    fileprivate func appending(part name: String?) -> String {
        guard let name else { return self }
        return isEmpty ? name : "\(self).\(name)"
    }
}
