import Glibc

/// A process that the harness has started.
final class ChildProcess {
    /// Its process id.
    let identifier: pid_t
    private var exitStatus: Int32?

    /// Starts a program. A name without a slash is searched for in `PATH`.
    ///
    /// - Parameters:
    ///   - environment: additions to this process's environment, as `NAME=value`.
    ///   - isQuiet: whether its standard output is dropped; its errors are not.
    init(_ program: String, _ arguments: [String], environment: [String] = [], isQuiet: Bool = false) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isQuiet {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var inherited: [String] = []
        var entry = environ
        while let text = entry.pointee {
            inherited.append(String(cString: text))
            entry += 1
        }
        let names = Set(environment.map { $0.prefix { $0 != "=" } })
        inherited.removeAll { names.contains($0.prefix { $0 != "=" }) }
        var argumentPointers = ([program] + arguments).map { strdup($0) } + [nil]
        var environmentPointers = (inherited + environment).map { strdup($0) } + [nil]
        defer {
            argumentPointers.forEach { free($0) }
            environmentPointers.forEach { free($0) }
        }
        var identifier = pid_t()
        let error = posix_spawnp(&identifier, program, &actions, nil, &argumentPointers, &environmentPointers)
        guard error == 0 else {
            throw BenchmarkFailure("\(program) cannot be started: \(String(cString: strerror(error))).")
        }
        self.identifier = identifier
    }

    /// Whether it has ended.
    func hasEnded() -> Bool {
        var status: Int32 = 0
        if exitStatus == nil, waitpid(identifier, &status, WNOHANG) == identifier {
            exitStatus = status
        }
        return exitStatus != nil
    }

    /// Waits for its end, and returns whether it succeeded.
    func wait() -> Bool {
        var status: Int32 = 0
        while exitStatus == nil {
            if waitpid(identifier, &status, 0) == identifier {
                exitStatus = status
            } else if errno != EINTR {
                exitStatus = -1
            }
        }
        return exitStatus == 0
    }

    /// Terminates it, and waits for its end.
    func stop() { end(SIGTERM) }

    /// Kills it, and waits for its end.
    func kill() { end(SIGKILL) }

    private func end(_ signal: Int32) {
        guard !hasEnded() else { return }
        Glibc.kill(identifier, signal)
        _ = wait()
    }
}
