import ElmwoodDevelopment
// Process and Pipe: FoundationEssentials has neither.
import Foundation
import Synchronization

/// The site that is developed: a supervisor, whose worker is replaced after each build.
final class DevServer: Sendable {
    private struct State {
        var process: Int32?
        /// Is signalled when that process has ended.
        var end = DispatchSemaphore(value: 0)
        /// When the executable that it serves was written.
        var served: Date?
        /// When the next version was told to take over.
        var began: ContinuousClock.Instant?
        var faults: ProcessFaultReader
        /// The latest error of the log, which may be why a new version does not serve.
        var error: String?
    }

    private let product: String
    private let arguments: [String]
    private let environment: [String: String]
    private let folder: String
    private let state: Mutex<State>
    private let notServedReporter = Mutex<@Sendable (String) -> Void>({ _ in })
    private let faultReporter = Mutex<@Sendable (ProcessFault) -> Void>({ _ in })

    init(product: String, arguments: [String], environment: [String: String], in folder: String) {
        self.product = product
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        state = Mutex(State(faults: ProcessFaultReader(folder: folder)))
    }

    /// Is called when a fault has ended a process of the site.
    var reportFault: @Sendable (ProcessFault) -> Void {
        get { faultReporter.withLock { $0 } }
        set { faultReporter.withLock { $0 = newValue } }
    }

    /// Is called when a new version could not serve, with the reason.
    var reportNotServed: @Sendable (String) -> Void {
        get { notServedReporter.withLock { $0 } }
        set { notServedReporter.withLock { $0 = newValue } }
    }

    var isRunning: Bool { state.withLock { $0.process != nil } }

    /// Serves with that executable: starts it, or lets its new version take over.
    func serve(_ executable: String) {
        guard let date = Self.date(of: executable) else { return }
        let (running, isNew) = state.withLock { state -> (Int32?, Bool) in
            let isNew = state.served != date
            state.served = date
            state.began = .now
            // What the former version has reported is over.
            state.faults = ProcessFaultReader(folder: folder)
            return (state.process, isNew)
        }
        if let running {
            // A change of a comment alone, for instance, makes no new executable.
            if isNew { kill(running, SIGHUP) } else { ElmwoodCommand.say("Nothing has changed.") }
        } else {
            start(executable)
        }
    }

    private func start(_ executable: String) {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let errors = LineReader { [self] in take($0) }
        process.standardError = errors.pipe
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { [self] process in
            state.withLock { $0.process = nil }
            ElmwoodCommand.say("The server has ended with \(process.terminationStatus).")
            end.signal()
        }
        do {
            // It may end at once, and must not be recorded after that.
            try state.withLock { state in
                try process.run()
                (state.process, state.end) = (process.processIdentifier, end)
            }
            errors.begin()
        } catch {
            ElmwoodCommand.say("\(executable) could not be started: \(error)")
        }
    }

    /// Passes on a line of the log, and looks for what it says.
    private func take(_ line: Substring) {
        ElmwoodCommand.printError(line)
        if line.contains("level=error"), let start = line.firstRange(of: "event=\"") {
            state.withLock { $0.error = String(line[start.upperBound...].prefix { $0 != "\"" }) }
        }
        if line.contains("Address already in use") {
            ElmwoodCommand.say(
                "Another process listens there (`elmwood doctor` says which). Another port: elmwood dev --port 8081"
            )
        }
        if line.contains("before it served; the former worker continues") {
            reportNotServed(state.withLock { $0.error } ?? "The log says why.")
        }
        let (fault, began) = state.withLock { state in
            let fault = state.faults.read(line)
            guard line.contains("serving at ") else { return (fault, nil as ContinuousClock.Instant?) }
            defer { state.began = nil }
            return (fault, state.began)
        }
        if let fault { reportFault(fault.relative(to: folder)) }
        if let began { ElmwoodCommand.say("Serving after \(DevBuilder.text(began.duration(to: .now))).") }
    }

    /// Ends the site, and waits for that.
    func stop() {
        let (running, end) = state.withLock { ($0.process, $0.end) }
        guard let process = running else { return }
        kill(process, SIGTERM)
        if end.wait(timeout: .now() + 15) == .timedOut { kill(process, SIGKILL) }
    }

    private static func date(of file: String) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes?[.modificationDate] as? Date
    }
}
