import FoundationEssentials

/// A recorded view that later views are compared with.
struct ViewSnapshot {
    let name: String
    /// The file, and its path relative to the test's own folder.
    let path: String
    let shortPath: String

    /// Creates a snapshot beside a test's file.
    ///
    /// - Throws: an error if the name is not a valid file name.
    init(_ name: String, beside line: TestLine) throws(SnapshotFailure) {
        let isAllowed = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " -_.,+()".unicodeScalars.contains(scalar)
        }
        guard isAllowed, let first = name.first, first != ".", first != " ", name.utf8.count <= 100 else {
            throw SnapshotFailure(
                "“\(name)” is no name for a snapshot: it has letters, digits, spaces and “-_.,+()”, and begins with none of "
                    + "“.” and space."
            )
        }
        self.name = name
        let test = line.fileName.hasSuffix(".swift") ? line.fileName.dropLast(6) : line.fileName
        shortPath = "Snapshots/\(test)/\(name).html"
        let folder = line.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        path = (folder.isEmpty ? "" : folder + "/") + shortPath
    }

    /// Compares the view with the recorded one.
    ///
    /// - Parameter records: whether it is recorded again in any case.
    /// - Throws: an error if it differs, or was not recorded yet.
    func compare(_ html: String, records: Bool) throws(SnapshotFailure) {
        let content = FileManager.default.contents(atPath: path)
        if records {
            return try write(html)
        }
        guard let content else {
            try write(html)
            throw SnapshotFailure(
                "There was no snapshot “\(name)” yet: it has been written to \(shortPath).\nLook at it, and run the test again."
            )
        }
        let recorded = String(decoding: content, as: UTF8.self)
        guard recorded != html else { return }
        throw SnapshotFailure(
            "The view is another than in the snapshot “\(name)”:\n"
                + LineDifference(from: recorded, to: html).lines.joined(separator: "\n")
                + "\nIf it is right so, record it anew: ELMWOOD_SNAPSHOTS=record swift test"
        )
    }

    private func write(_ html: String) throws(SnapshotFailure) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try html.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw SnapshotFailure("The snapshot “\(name)” cannot be written to \(path): \(error)")
        }
    }

    /// Whether the environment requests that snapshots are recorded again.
    static var areRecorded: Bool { ProcessInfo.processInfo.environment["ELMWOOD_SNAPSHOTS"] == "record" }
}

/// A problem of a snapshot, as a sentence.
struct SnapshotFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The difference of two texts: the lines that only one of them has, with some of the lines around them.
struct LineDifference {
    /// The lines, with `− ` before removed ones, `+ ` before added ones, and two spaces before unchanged ones.
    let lines: [String]

    /// The number of lines that are shown around a difference.
    private static let around = 2

    init(from old: String, to new: String) {
        let before = old.split(separator: "\n", omittingEmptySubsequences: false)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var all: [(sign: String, text: Substring)] = []
        var (left, right) = (0, 0)
        while left < before.count || right < after.count {
            if left < before.count, removed.contains(left) {
                all.append(("− ", before[left]))
                left += 1
            } else if right < after.count, added.contains(right) {
                all.append(("+ ", after[right]))
                right += 1
            } else {
                if left < before.count { all.append(("  ", before[left])) }
                left += 1
                right += 1
            }
        }
        lines = Self.shortened(all)
    }

    /// Returns the lines that differ, with those around them.
    private static func shortened(_ all: [(sign: String, text: Substring)]) -> [String] {
        var lines: [String] = []
        var last = -1
        for index in all.indices {
            let near = max(0, index - around)...min(all.count - 1, index + around)
            guard near.contains(where: { all[$0].sign != "  " }) else { continue }
            if index != last + 1 { lines.append("  …") }
            lines.append(all[index].sign + all[index].text)
            last = index
        }
        if last < all.count - 1 { lines.append("  …") }
        return lines
    }
}
