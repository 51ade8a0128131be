import Elmwood
import FoundationEssentials
import ElmwoodHistory
import ElmwoodSessions

/// Replays an exported history as a test: its messages run again, and must lead to the same models.
///
/// ```swift
/// @Test func buysMilk() {
///     Replay("buys-milk.json", of: TodoMVC())
/// }
/// ```
///
/// The file is an export of the history's panel, and is in the folder of the test's own file. No command is performed: the messages
/// of effects, stores and timers are in the file. The test fails if the model at the end, or one of the models recorded in between,
/// differs, and names the first turn with another change. It also fails if a message or a model cannot be decoded any more. A
/// message that was kept secret, since it contains a password, is skipped: the replay continues with the model after it.
public struct Replay<P: Program>: Sendable {
    /// The model after the last turn, as the program computes it now; nil if no history could be read.
    public let model: P.Model?

    /// Replays a history.
    ///
    /// - Parameters:
    ///   - name: the file: an absolute path, or one relative to the folder of the test's own file.
    ///   - program: the program of the history.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    @discardableResult
    public init(
        _ name: String,
        of program: P,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        self.init(name, of: program, reporting: .toTheTest, at: TestLine(file: file, line: line))
    }

    @discardableResult
    package init(_ name: String, of program: P, reporting: Reporting, at line: TestLine) {
        var model: P.Model?
        do throws(ReplayFailure) {
            model = try Self.run(name, program, at: line) { reporting.report($0, line) }
        } catch {
            reporting.report(error.sentence, line)
        }
        self.model = model
    }

    private static func run(
        _ name: String,
        _ program: P,
        at line: TestLine,
        report: (String) -> Void
    ) throws(ReplayFailure) -> P.Model? {
        let reading = HistoryReading(try read(name, beside: line), with: program)
        if !reading.problems.isEmpty {
            report("“\(name)” no longer decodes in full:\n" + indented(reading.problems.map(\.description)))
        }
        if let difference = reading.difference { report(sentence(difference, name)) }
        return reading.history?.current
    }

    private static func read(_ name: String, beside line: TestLine) throws(ReplayFailure) -> HistoryFile {
        let folder = line.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        guard let content = FileManager.default.contents(atPath: path) else {
            throw ReplayFailure(sentence: "There is no history at \(path).")
        }
        do {
            return try HistoryFile(json: Array(content))
        } catch {
            throw ReplayFailure(sentence: "“\(name)” cannot be replayed. \(error)")
        }
    }

    private static func sentence(_ difference: HistoryReading<P>.Difference, _ name: String) -> String {
        guard let message = difference.message else {
            return "After turn \(difference.turn) the model is another than in “\(name)”:\n" + indented(difference.now)
        }
        // The text of a message may be long.
        let shortened = message.count > 200 ? "\(message.prefix(200))…" : message
        return "Turn \(difference.turn), \(shortened), does something else than in “\(name)”:\n"
            + indented(["then"]) + "\n" + indented(difference.recorded, by: 4) + "\n"
            + indented(["now"]) + "\n" + indented(difference.now, by: 4)
    }

    private static func indented(_ lines: [String], by depth: Int = 2) -> String {
        (lines.isEmpty ? ["nothing changes"] : lines).map { String(repeating: " ", count: depth) + $0 }
            .joined(separator: "\n")
    }
}

/// Replays an exported history of a shared model as a test, as ``Replay`` does that of a session: each message again, from its sender.
///
/// ```swift
/// @Test func countsVotes() {
///     SharedReplay("lunch.json", of: Poll(), "lunch")
/// }
/// ```
public struct SharedReplay<S: SharedProgram>: Sendable {
    /// The model after the last turn, as the program computes it now; nil if no history could be read.
    public let model: S.Model?

    /// Replays a history.
    ///
    /// - Parameters:
    ///   - name: the file: an absolute path, or one relative to the folder of the test's own file.
    ///   - program: the shared program of the history.
    ///   - key: the key of the model.
    ///   - file: the file of the call, which a failure names.
    ///   - line: its line.
    @discardableResult
    public init(
        _ name: String,
        of program: S,
        _ key: S.Key,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        self.init(name, of: program, key, reporting: .toTheTest, at: TestLine(file: file, line: line))
    }

    @discardableResult
    package init(_ name: String, of program: S, _ key: S.Key, reporting: Reporting, at line: TestLine) {
        model = Replay(name, of: SharedInstance(program, at: key), reporting: reporting, at: line).model
    }
}

/// The reason why there is nothing to replay.
private struct ReplayFailure: Error {
    let sentence: String
}
