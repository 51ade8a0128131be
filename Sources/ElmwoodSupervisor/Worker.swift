import Dispatch
import Glibc

/// What a worker got from its supervisor: the sockets that listen, and a line to say on that it serves.
package final class Worker {
    /// The sockets that listen, one for each loop. They are the worker's to close; the supervisor has its own.
    package let sockets: [Int32]
    private let line: Int32
    /// Tells that the supervisor is gone.
    private let watch: any DispatchSourceRead

    /// The variable by which a worker is told.
    static let variable = "ELMWOOD_WORKER"

    /// What this process was given; nil where it is no worker.
    package init?(environment: [String: String]) {
        guard let text = environment[Self.variable] else { return nil }
        let numbers = text.split(separator: ",").map { Int32($0) }
        guard numbers.count > 1, case let descriptors = numbers.compactMap({ $0 }), descriptors.count == numbers.count,
            let line = descriptors.last
        else { return nil }
        sockets = Array(descriptors.dropLast())
        self.line = line
        // What this process starts is no worker.
        unsetenv(Self.variable)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // Nothing is ever sent on the line to a worker: it is readable once its other end is gone. Then nobody would start
        // the worker again, or stop it.
        watch = DispatchSource.makeReadSource(fileDescriptor: line)
        watch.setEventHandler { [watch] in
            watch.cancel()
            kill(getpid(), SIGTERM)
        }
        watch.activate()
    }

    /// Says that it serves from now on.
    package func isReady() {
        var byte: UInt8 = 1
        _ = write(line, &byte, 1)
    }

    /// The text of the variable.
    static func text(sockets: [Int32], line: Int32) -> String {
        (sockets + [line]).map { "\($0)" }.joined(separator: ",")
    }
}
