import ElmwoodFormData

/// The values of a post that no control has got yet, in order, by name and by text.
///
/// The order of the fields is a client's choice, so no value is searched for among all others: a post of a thousand fields of one name,
/// on a page with as many controls of that name, would be a million comparisons. Texts are the same if they are but for their line
/// ends, which browsers send as CR LF.
struct PostedValues {
    private struct Named {
        var values: [FormData.Value?] = []
        /// The number of values that are left.
        var count = 0
        /// Before this index no value is left.
        var start = 0
        /// The indices of each text, last first, once one is asked for.
        var places: [ReceivedText: [Int]]?

        mutating func remove(at index: Int) {
            guard values[index] != nil else { return }
            values[index] = nil
            count -= 1
            while start < values.count, values[start] == nil { start += 1 }
        }

        mutating func remove(_ text: String) -> Bool {
            guard count > 0 else { return false }
            if places == nil {
                var found: [ReceivedText: [Int]] = [:]
                for index in values.indices.reversed() {
                    guard let text = values[index]?.text else { continue }
                    found[ReceivedText(Sanitization.lineFeeds(text)), default: []].append(index)
                }
                places = found
            }
            let key = ReceivedText(Sanitization.lineFeeds(text))
            while let index = places?[key]?.popLast() {
                guard values[index] != nil else { continue }
                remove(at: index)
                return true
            }
            return false
        }
    }

    private var names: [ReceivedText: Named] = [:]

    init(_ entries: [FormData.Entry]) {
        for entry in entries {
            let name = ReceivedText(entry.name)
            names[name, default: Named()].values.append(entry.value)
            names[name]?.count += 1
        }
    }

    /// Whether a value of that name is left.
    func contains(_ name: String) -> Bool { (names[ReceivedText(name)]?.count ?? 0) > 0 }

    /// The first value of that name.
    func first(_ name: String) -> FormData.Value? {
        guard let named = names[ReceivedText(name)], named.start < named.values.count else { return nil }
        return named.values[named.start]
    }

    /// Removes the first value of that name.
    mutating func removeFirst(_ name: String) {
        guard let start = names[ReceivedText(name)]?.start, contains(name) else { return }
        names[ReceivedText(name)]?.remove(at: start)
    }

    /// Removes the first text of that name that is that one, and returns whether there was one.
    mutating func remove(_ text: String, _ name: String) -> Bool { names[ReceivedText(name)]?.remove(text) ?? false }

    /// Removes all values of that name, and returns them.
    mutating func removeAll(_ name: String) -> [FormData.Value] {
        names.removeValue(forKey: ReceivedText(name))?.values.compactMap { $0 } ?? []
    }
}
