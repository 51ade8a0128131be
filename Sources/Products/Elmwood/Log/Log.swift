import FoundationEssentials
import Glibc

/// Writes lines to the standard error stream: time, level, event, and facts about it. They never contain a cookie or a field's value.
public struct Log: Sendable {
    /// The severity of a line.
    public enum Level: String, CaseIterable, Comparable, Sendable {
        /// What helps to find a fault in development.
        case debug
        /// What happens in the ordinary course of things: a start, a renewed session.
        case info
        /// What somebody should look at: a refused request, a slow `update`.
        case warning
        /// What has failed.
        case error
        /// As the least severity of a log: no line is written.
        case none

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

    /// How lines are written.
    public enum Format: String, CaseIterable, Sendable {
        /// Pairs of name and value: `time=2026-01-01T00:00:00.000Z level=info event="serving at http://127.0.0.1:8080"`.
        case logfmt
        /// A JSON object.
        case json
    }

    private let level: Level
    private let write: @Sendable (LogEntry) -> Void
    private let bound = LogBound(most: 10)

    /// Creates a log that writes lines of that level and above to the standard error stream.
    public init(level: Level, format: Format = .logfmt) {
        self.init(level: level) { (entry: LogEntry) in
            // One call for each line, so that lines of several threads are not mixed.
            entry.line(format, at: Date()).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Creates a log that passes lines of that level and above to a function: the event, without facts.
    public init(level: Level, write: @escaping @Sendable (Level, String) -> Void) {
        self.init(level: level) { (entry: LogEntry) in write(entry.level, entry.event) }
    }

    init(level: Level, write: @escaping @Sendable (LogEntry) -> Void) {
        self.level = level
        self.write = write
    }

    /// Writes a line, if the level includes it. Otherwise the line is not even created.
    public func callAsFunction(_ level: Level, _ line: @autoclosure () -> String) {
        guard level >= self.level, level != .none else { return }
        write(LogEntry(level: level, event: line()))
    }

    /// Writes an entry with facts, if the level includes it, and unless there have been too many of its kind in this second.
    ///
    /// - Parameter kind: one of a fixed set of texts, which the entries of a flood share; nil if their number is not bounded.
    func callAsFunction(
        _ level: Level,
        kind: String?,
        _ event: @autoclosure () -> String,
        _ facts: @autoclosure () -> [(name: String, value: String)] = []
    ) {
        guard level >= self.level, level != .none else { return }
        var omitted = 0
        if let kind {
            guard let count = bound.admit(kind, at: time(nil)) else { return }
            omitted = count
        }
        var entry = LogEntry(level: level, event: event(), facts: facts())
        if omitted > 0 { entry.facts.append((name: "omitted", value: "\(omitted)")) }
        write(entry)
    }
}
