import FoundationEssentials

/// One entry of the log: what happened, and facts about it.
struct LogEntry: Sendable {
    let level: Log.Level
    /// The sentence.
    let event: String
    /// Further facts in order. Their names are words of lower-case letters.
    var facts: [(name: String, value: String)] = []

    /// Returns the entry as one line with its end, whatever the texts contain. A line break in a visitor's text would forge another
    /// entry, and other control characters would affect the terminal that shows them.
    func line(_ format: Log.Format, at date: Date) -> [UInt8] {
        let time = date.ISO8601Format(.iso8601WithTimeZone(includingFractionalSeconds: true))
        let pairs = [("time", time), ("level", level.rawValue), ("event", event)] + facts
        var line: [UInt8] = []
        switch format {
        case .logfmt:
            for (name, value) in pairs {
                if !line.isEmpty { line.append(UInt8(ascii: " ")) }
                line += "\(name)=".utf8
                Self.append(value, quoted: Self.needsQuotes(value), to: &line)
            }
        case .json:
            line.append(UInt8(ascii: "{"))
            for (name, value) in pairs {
                if line.count > 1 { line.append(UInt8(ascii: ",")) }
                line += "\"\(name)\":".utf8
                Self.append(value, quoted: true, to: &line)
            }
            line.append(UInt8(ascii: "}"))
        }
        line.append(0x0A)
        return line
    }

    /// In characters of one text.
    static let longestText = 4_000

    private static func needsQuotes(_ text: String) -> Bool {
        text.isEmpty
            || text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "=") || $0 >= 0x7F }
    }

    private static func append(_ text: String, quoted: Bool, to line: inout [UInt8]) {
        if quoted { line.append(UInt8(ascii: "\"")) }
        for scalar in text.unicodeScalars.prefix(longestText) {
            switch scalar {
            case "\"", "\\":
                line.append(UInt8(ascii: "\\"))
                line.append(UInt8(ascii: scalar))
            default:
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: line.append(0x20)
                default: line += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        if quoted { line.append(UInt8(ascii: "\"")) }
    }
}
