import Elmwood
import Synchronization

/// The errors that a site has logged, which say what a client must not see.
final class ErrorLog: Sendable {
    private let lines = Mutex<[String]>([])

    var log: Log { Log(level: .error) { [self] _, line in lines.withLock { $0.append(line) } } }

    /// Removes and returns the errors.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Returns errors as the end of a failure's sentence.
    static func sentence(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\nThe site has logged:\n" + lines.map { "  " + $0 }.joined(separator: "\n")
    }
}
