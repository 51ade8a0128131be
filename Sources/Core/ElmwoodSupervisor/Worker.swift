import Dispatch
import Glibc

/// What a worker received from its supervisor: the listening sockets, and a line to report on that it serves.
package final class Worker {
    /// The listening sockets, one for each loop. The worker closes them; the supervisor has its own.
    package let sockets: [Int32]
    private let line: Int32
    /// Watches for the end of the supervisor.
    private let watch: any DispatchSourceRead

    /// The environment variable by which a worker receives them.
    static let variable = "ELMWOOD_WORKER"

    /// Reads what this process received. Returns nil if it is not a worker.
    package init?(environment: [String: String]) {
        guard let text = environment[Self.variable] else { return nil }
        let numbers = text.split(separator: ",").map { Int32($0) }
        guard numbers.count > 1, case let descriptors = numbers.compactMap({ $0 }), descriptors.count == numbers.count,
            let line = descriptors.last
        else { return nil }
        sockets = Array(descriptors.dropLast())
        self.line = line
        // Processes that this one starts are not workers.
        unsetenv(Self.variable)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // Nothing is ever sent on the line to a worker: it becomes readable when its other end is closed. Then nobody would restart
        // or stop the worker.
        watch = DispatchSource.makeReadSource(fileDescriptor: line)
        watch.setEventHandler { [watch] in
            watch.cancel()
            kill(getpid(), SIGTERM)
        }
        watch.activate()
    }

    /// Reports that the worker serves from now on.
    package func isReady() {
        var byte: UInt8 = 1
        _ = write(line, &byte, 1)
    }

    /// Returns the text of the variable.
    static func text(sockets: [Int32], line: Int32) -> String {
        (sockets + [line]).map { "\($0)" }.joined(separator: ",")
    }
}
