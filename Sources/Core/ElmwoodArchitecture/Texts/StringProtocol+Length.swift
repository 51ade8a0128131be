extension StringProtocol {
    /// Whether the text has at most that many characters, and at most that many bytes in UTF-8.
    ///
    /// ```swift
    /// guard entry.title.isWithin(characters: 200, bytes: 800) else { throw Problem(in: "title", "This title is too long.") }
    /// ```
    ///
    /// A `Character` is what a reader sees as one, with all marks that are combined with it: a megabyte of them can be a single one. So a
    /// bound of a visitor's text in characters alone is none. A scalar of Unicode has at most four bytes. Bytes are counted first, so that
    /// the characters of a text that is too long are not.
    public func isWithin(characters: Int, bytes: Int) -> Bool {
        let count = utf8.count
        guard count <= bytes else { return false }
        // No character has less than a byte.
        guard count > characters else { return true }
        return index(startIndex, offsetBy: Swift.max(0, characters), limitedBy: endIndex).map { $0 == endIndex } ?? true
    }

    /// Returns the beginning of the text, of at most that many characters and at most that many bytes in UTF-8. No character is cut.
    ///
    /// ```swift
    /// let words = (query["q"] ?? "").prefix(characters: 60, bytes: 240)
    /// ```
    public func prefix(characters: Int, bytes: Int) -> SubSequence {
        let limit = utf8.index(startIndex, offsetBy: Swift.max(0, bytes), limitedBy: endIndex) ?? endIndex
        var (end, count) = (startIndex, 0)
        while count < characters, end < limit {
            let next = index(after: end)
            guard next <= limit else { break }
            (end, count) = (next, count + 1)
        }
        return self[..<end]
    }
}
