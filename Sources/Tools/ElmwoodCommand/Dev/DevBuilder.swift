import ElmwoodDevelopment
import Synchronization

/// Builds the product, and reports that to the site.
final class DevBuilder: Endable, Sendable {
    enum Outcome: Equatable {
        /// It is built, at that path.
        case succeeded(executable: String)
        case failed
    }

    private let product: String
    private let reports: String
    private let folder: String
    private let command: ChildProcess
    private let latest = Mutex(BuildReport(number: 0, phase: .succeeded))
    private let binFolder = Mutex<String?>(nil)

    /// - Parameters:
    ///   - options: further ones of `swift build`.
    ///   - reports: the folder with the report.
    init(product: String, options: [String] = [], reports: String, folder: String) {
        self.product = product
        self.reports = reports
        self.folder = folder
        command = ChildProcess("swift", ["build", "--product", product] + options, in: folder)
    }

    /// Builds, and says on the terminal how that went.
    func build() -> Outcome {
        let number = latest.withLock { $0.number + 1 }
        report(BuildReport(number: number, phase: .building))
        ElmwoodCommand.say("Building \(product) …")
        let start = ContinuousClock.now
        let isFirst = number == 1
        do {
            let result = try command.run { line in
                // The first build of a package takes minutes, and shows how far it is. Any may wait for another one.
                if isFirst || line.hasPrefix("Another instance of SwiftPM") { ElmwoodCommand.say(line) }
            }
            let output = result.output + result.errors
            let time = Self.text(start.duration(to: .now))
            guard result.status == 0 else {
                let problems = BuildProblem.problems(in: output).map { $0.relative(to: folder) }
                report(BuildReport(number: number, phase: .failed, problems: problems))
                if !isFirst { for problem in problems { ElmwoodCommand.say(problem.text) } }
                ElmwoodCommand.say("The build has failed after \(time). It is tried again when a file changes.")
                return .failed
            }
            if !isFirst, output.contains(" warning: ") { ElmwoodCommand.say(output) }
            ElmwoodCommand.say("Built in \(time).")
            report(BuildReport(number: number, phase: .succeeded))
            return .succeeded(executable: formerExecutable)
        } catch {
            report(BuildReport(number: number, phase: .failed, problems: [BuildProblem(message: "\(error)")]))
            ElmwoodCommand.say("The build could not be started: \(error)")
            return .failed
        }
    }

    /// The path of the executable of this build or an earlier one.
    var formerExecutable: String {
        let known = binFolder.withLock { $0 }
        if let known { return "\(known)/\(product)" }
        let output = try? ChildProcess("swift", ["build", "--show-bin-path"], in: folder).run().output
        let path = output?.split(whereSeparator: \.isNewline).last.map(String.init) ?? folder + "/.build/debug"
        binFolder.withLock { $0 = path }
        return "\(path)/\(product)"
    }

    /// Reports a fault that has ended a process of the latest build.
    func report(_ fault: ProcessFault) {
        report(
            latest.withLock { latest in
                latest.fault = fault
                return latest
            }
        )
    }

    /// Reports that the new version does not serve, for that reason.
    func reportNotServed(_ reason: String) {
        report(
            latest.withLock { latest in
                latest.phase = .failed
                latest.problems = [BuildProblem(message: "The new version does not start.", excerpt: [reason])]
                return latest
            }
        )
    }

    private func report(_ report: BuildReport) {
        latest.withLock { $0 = report }
        do {
            try report.write(to: reports)
        } catch {
            ElmwoodCommand.say("The pages cannot be told: \(error)")
        }
    }

    func stop() { command.stop() }

    static func text(_ duration: Duration) -> String {
        let hundredths = duration / .milliseconds(10)
        return "\((hundredths.rounded() / 100)) s"
    }
}
