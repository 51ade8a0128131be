/// What a program is mounted at: a path such as `/basket`, or a pattern such as `/articles/{slug}`, whose parameters are whole segments
/// in braces. At the top of the site it has no segments.
package struct PathPattern: Hashable, Sendable {
    enum Segment: Hashable, Sendable {
        case text(String)
        case parameter
    }

    let segments: [Segment]
    /// The number of its parameters.
    package let parameterCount: Int
    /// The bytes of the path before its first parameter.
    private let fixedPart: [UInt8]
    /// The pattern as it was written, without a slash at its end: empty at the top.
    package let text: String

    /// Reads a pattern.
    ///
    /// - Throws: ``MountError`` if it does not begin with a slash, or a brace is not that of a whole segment with a name of its own.
    package init(_ text: String) throws(MountError) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard text.isEmpty || text.hasPrefix("/") else { throw MountError("“\(text)” does not begin with a slash.") }
        var names: Set<Substring> = []
        var segments: [Segment] = []
        for segment in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = segment.dropFirst().dropLast()
            if segment.hasPrefix("{"), segment.hasSuffix("}"), !name.isEmpty,
                !name.contains(where: { "{}".contains($0) })
            {
                guard names.insert(name).inserted else { throw MountError("“\(text)” has two parameters \(name).") }
                segments.append(.parameter)
            } else if segment.contains(where: { "{}".contains($0) }) {
                throw MountError(
                    "“\(text)” has a brace that does not enclose the name of a parameter, as in /articles/{slug}."
                )
            } else {
                segments.append(.text(String(segment)))
            }
        }
        self.init(segments: segments, text: text)
    }

    /// The pattern that matches that path and those below it.
    package init(path: String) {
        self.init(segments: path.split(separator: "/").map { .text(String($0)) }, text: path)
    }

    /// Returns the pattern of the paths that have this one in front.
    package func below(_ path: String) -> PathPattern {
        PathPattern(segments: PathPattern(path: path).segments + segments, text: path + text)
    }

    private init(segments: [Segment], text: String) {
        self.segments = segments
        self.text = text
        parameterCount = segments.count { $0 == .parameter }
        let texts = segments.prefix { $0 != .parameter }.map { if case .text(let text) = $0 { "/" + text } else { "" } }
        fixedPart = Array(texts.joined().utf8)
    }

    /// The name of its program in the log and in the store.
    var name: String { text.isEmpty ? "/" : text }

    // MARK: Matching

    /// Returns the end of the part of a path that it matches; nil if the path does not begin so. A parameter matches any segment that
    /// is not empty.
    func end(in path: String) -> String.Index? {
        // By bytes, since every request looks for its program among all patterns.
        let bytes = path.utf8.span
        let end = fixedPart.count
        guard end == bytes.count || end < bytes.count && bytes[end] == UInt8(ascii: "/"),
            bytes.hasPrefix(fixedPart.span)
        else { return nil }
        if parameterCount == 0 { return path.utf8.index(path.startIndex, offsetBy: end) }
        var index = 0
        for segment in segments {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return nil }
            let start = index + 1
            index = start
            while index < bytes.count, bytes[index] != UInt8(ascii: "/") { index += 1 }
            switch segment {
            case .text(let text):
                guard bytes.extracting(start..<index).isEqual(to: text) else { return nil }
            case .parameter: guard start < index else { return nil }
            }
        }
        return path.utf8.index(path.startIndex, offsetBy: index)
    }

    /// Returns the values of the parameters in a path that it matches.
    func values(in path: String) -> [String] {
        // By bytes: a slash that a combining character follows is no character of its own.
        let found = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        return zip(segments, found).compactMap { $0 == .parameter ? String(decoding: $1, as: UTF8.self) : nil }
    }

    /// Returns the path with these values of its parameters; nil if one of them cannot be a segment of a path.
    package func path(with values: [String]) -> String? {
        guard
            values.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(where: Self.isForbidden) })
        else { return nil }
        var remaining = values[...]
        return segments.reduce(into: "") { path, segment in
            switch segment {
            case .text(let text): path += "/" + text
            case .parameter: path += "/" + (remaining.popFirst() ?? "")
            }
        }
    }

    /// Whether no path of a request contains the byte within a segment: see ``RequestTarget``.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0x2F || byte == 0x5C
    }

    // MARK: Which one applies

    /// Whether it matches only paths that the other one matches, too: then it applies to them.
    func isWithin(_ other: PathPattern) -> Bool {
        segments.count >= other.segments.count
            && zip(segments, other.segments).allSatisfy { $1 == .parameter || $0 == $1 }
    }

    /// Whether both match the same paths.
    func isSame(as other: PathPattern) -> Bool { segments == other.segments }

    /// Whether there is a path that both match, and neither is within the other.
    func conflicts(with other: PathPattern) -> Bool {
        let overlap = zip(segments, other.segments).allSatisfy { $0 == .parameter || $1 == .parameter || $0 == $1 }
        return overlap && !isWithin(other) && !other.isWithin(self)
    }

    /// Whether it is tried before the other one, so that the first match is the one that applies.
    func precedes(_ other: PathPattern) -> Bool {
        guard segments.count == other.segments.count else { return segments.count > other.segments.count }
        let areParameters = segments.map { $0 == .parameter }
        return areParameters.lexicographicallyPrecedes(other.segments.map { $0 == .parameter }) { !$0 && $1 }
    }
}

/// Why a site cannot be started with its mounted programs: one sentence.
public struct MountError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
