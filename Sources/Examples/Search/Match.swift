extension Search {
    /// A name that contains the text, in three parts.
    struct Match: Equatable {
        var before: String
        var found: String
        var after: String

        var name: String { before + found + after }
    }

    /// Returns the names that contain the text, in upper or lower case: first those that begin with it, then the others.
    func matches(for text: String) -> [Match] {
        let wanted = Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
        var first: [Match] = []
        var others: [Match] = []
        for name in names {
            guard let match = Match(of: wanted, in: name) else { continue }
            if match.before.isEmpty { first.append(match) } else { others.append(match) }
        }
        return first + others
    }
}

extension Search.Match {
    /// Finds the first occurrence of a text in a name; nil if there is none. The names consist of ASCII letters, so bytes can be
    /// compared, whose cases differ in one bit.
    fileprivate init?(of wanted: [UInt8], in name: String) {
        let name = Array(name.utf8)
        guard !wanted.isEmpty, wanted.count <= name.count else { return nil }
        let start = (0...(name.count - wanted.count)).first { start in
            wanted.indices.allSatisfy { name[start + $0] | 0x20 == wanted[$0] }
        }
        guard let start else { return nil }
        before = String(decoding: name[..<start], as: UTF8.self)
        found = String(decoding: name[start..<(start + wanted.count)], as: UTF8.self)
        after = String(decoding: name[(start + wanted.count)...], as: UTF8.self)
    }
}
