// Process and Pipe: FoundationEssentials has neither.
import Foundation
import Synchronization

/// A process that this one starts and waits for.
final class ChildProcess: Endable, Sendable {
    private let name: String
    private let arguments: [String]
    private let folder: String
    private let environment: [String: String]?
    private let running = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - name: the command's name, which is looked for in `PATH`.
    ///   - environment: nil for that of this process.
    init(_ name: String, _ arguments: [String], in folder: String, environment: [String: String]? = nil) {
        self.name = name
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
    }

    /// Runs it to its end.
    ///
    /// - Parameter line: called with each line of either of its streams, on some thread.
    /// - Returns: its exit status, and what it has written.
    func run(
        line: @escaping @Sendable (Substring) -> Void = { _ in }
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        if let environment { process.environment = environment }
        let (output, errors) = (LineReader(line), LineReader(line))
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = process.processIdentifier }
        output.begin()
        errors.begin()
        let texts = (output.end(), errors.end())
        process.waitUntilExit()
        running.withLock { $0 = nil }
        return (process.terminationStatus, texts.0, texts.1)
    }

    /// Interrupts it, if it runs.
    func stop() {
        running.withLock { if let process = $0 { kill(process, SIGINT) } }
    }
}

/// Reads what a process writes, line by line, on a thread of its own.
final class LineReader: Sendable {
    // Safe to share: one thread reads from it, and it is given away once, before.
    let pipe: Pipe
    private let line: @Sendable (Substring) -> Void
    private let text = Mutex("")
    private let isDone = DispatchSemaphore(value: 0)

    /// - Parameter line: called with each line, without its end.
    init(_ line: @escaping @Sendable (Substring) -> Void) {
        self.line = line
        pipe = Pipe()
    }

    /// Begins to read, once the process has started.
    func begin() {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [self] in
            var rest = ""
            while case let data = handle.availableData, !data.isEmpty {
                let piece = String(decoding: data, as: UTF8.self)
                text.withLock { $0 += piece }
                rest += piece
                while let end = rest.firstIndex(where: \.isNewline) {
                    line(rest[..<end])
                    rest = String(rest[rest.index(after: end)...])
                }
            }
            if !rest.isEmpty { line(rest[...]) }
            isDone.signal()
        }
    }

    /// Waits for the end, and returns all that was read.
    func end() -> String {
        isDone.wait()
        return text.withLock { $0 }
    }
}
