// Process: FoundationEssentials has none.
import Foundation

/// `elmwood new`: writes a package, or a custom element into one, by the script `New/new`.
///
/// The script lies beside this source file, as the files that it writes do. It needs no Swift, so it is also what begins a package right after a
/// clone: `elmwood/dev new Shop`.
struct NewCommand {
    private let arguments: [String]

    init(_ arguments: [String]) { self.arguments = arguments }

    /// Runs the script with the streams of this process, and returns its status.
    func run() throws -> Int32 {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "New/new").path
        guard FileManager.default.fileExists(atPath: script) else {
            throw CommandError("the checkout of which this command was built is gone: there is no \(script).")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [script] + arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
