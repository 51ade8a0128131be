import Glibc

/// Writes lines to the standard error stream: the level and the event. They never contain a cookie or a field's value.
public struct Log: Sendable {
    /// The severity of a line.
    public enum Level: String, CaseIterable, Comparable, Sendable {
        case debug, info, warning, error, none

        /// Orders the levels, the least severe first.
        public static func < (left: Level, right: Level) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            case .none: 4
            }
        }
    }

    private let level: Level
    private let write: @Sendable (Level, String) -> Void

    /// Creates a log that writes lines of that level and above to the standard error stream.
    public init(level: Level) {
        self.init(level: level) { level, line in
            Self.entry(level, line).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Returns the bytes of an entry: one line of bounded length, whatever the text. A line break in a visitor's text would forge
    /// another entry, and other control characters would affect the terminal that shows them.
    static func entry(_ level: Level, _ line: String) -> [UInt8] {
        var bytes = Array("\(level.rawValue): ".utf8)
        for scalar in line.unicodeScalars.prefix(longestLine) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: bytes.append(0x20)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(0x0A)
        return bytes
    }

    /// In characters.
    static let longestLine = 4_000

    /// Creates a log that passes lines of that level and above to a function.
    public init(level: Level, write: @escaping @Sendable (Level, String) -> Void) {
        self.level = level
        self.write = write
    }

    /// Writes a line, if the level includes it. Otherwise the line is not even created.
    public func callAsFunction(_ level: Level, _ line: @autoclosure () -> String) {
        guard level >= self.level, level != .none else { return }
        write(level, line())
    }
}
