import Synchronization

/// Bounds the entries of each kind: an attack, or a full disk, must not fill the log.
final class LogBound: Sendable {
    private struct Kind {
        var second: Int
        var written = 0
        var omitted = 0
    }

    private let kinds = Mutex<[String: Kind]>([:])
    private let most: Int

    /// - Parameter most: the most entries of one kind in a second.
    init(most: Int) { self.most = most }

    /// Counts an entry of a kind.
    ///
    /// - Returns: nil if it is one too many; else how many of the kind were omitted before it.
    func admit(_ kind: String, at second: Int) -> Int? {
        kinds.withLock { kinds in
            var entry = kinds[kind] ?? Kind(second: second)
            defer { kinds[kind] = entry }
            if entry.second != second { (entry.second, entry.written) = (second, 0) }
            guard entry.written < most else {
                entry.omitted += 1
                return nil
            }
            entry.written += 1
            defer { entry.omitted = 0 }
            return entry.omitted
        }
    }
}
