import Glibc
import ElmwoodStorage
import ElmwoodTestSupport

extension SupervisedProcess {
    /// Starts a record server whose sessions are stored.
    ///
    /// - Parameter held: the maximum number of sessions in memory.
    static func recordServer(holding held: Int = 100_000, _ durability: String = "process") throws -> SupervisedProcess
    {
        let server = try SupervisedProcess(
            ["ELMWOOD_SESSIONS": "sqlite", "ELMWOOD_DURABILITY": durability, "ELMWOOD_LOG": "warning"],
            product: "ElmwoodRecordServer",
            arguments: ["\(held)"]
        )
        try server.awaitAnswer(at: "/")
        return server
    }

    /// Kills the process that serves, as soon as there is one.
    func killWorker() {
        while true {
            if let worker = workers.last, kill(worker, SIGKILL) == 0 { return }
            waitBriefly()
        }
    }

    /// Replaces the worker, and waits until the former one has ended.
    func replaceWorker() {
        let former = workers
        send(SIGHUP)
        while workers.isEmpty || workers.contains(where: former.contains) { waitBriefly() }
    }

    /// How often a signal ended a worker.
    var ends: Int {
        outputSoFar.split(separator: "The worker was ended by signal", omittingEmptySubsequences: false).count - 1
    }

    /// Opens the server's own store.
    func sessionStore() throws -> SQLiteSessionStore {
        try SQLiteSessionStore(path: dataFolder + "/sessions.sqlite")
    }

    /// The notes of effects, in order.
    var attempts: [AttemptNote] { data("attempts").split(separator: "\n").map { AttemptNote($0) } }
}

/// A line that an effect has written.
struct AttemptNote {
    var number: String
    var id: String
    var isRepeat: Bool
    var isEnd: Bool

    init(_ line: Substring) {
        let words = line.split(separator: " ").map(String.init) + ["", "", "", ""]
        (number, id, isRepeat, isEnd) = (words[0], words[1], words[2] == "again", words[3] == "ends")
    }
}
