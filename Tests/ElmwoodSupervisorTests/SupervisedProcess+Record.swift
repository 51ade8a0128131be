import Glibc
import ElmwoodStorage

extension SupervisedProcess {
    /// A record server whose sessions are stored.
    ///
    /// - Parameter held: how many sessions it holds at most.
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

    /// Ends the process that serves, as soon as there is one.
    func killWorker() {
        while true {
            if let worker = workers.last, kill(worker, SIGKILL) == 0 { return }
            sched_yield()
        }
    }

    /// Has a new process take over, and waits until the former has ended.
    func replaceWorker() {
        let former = workers
        send(SIGHUP)
        while workers.isEmpty || workers.contains(where: former.contains) { sched_yield() }
    }

    /// How often a worker was ended by a signal.
    var ends: Int {
        outputSoFar.split(separator: "The worker was ended by signal", omittingEmptySubsequences: false).count - 1
    }

    /// The server's own store, looked into from here.
    func sessionStore() throws -> SQLiteSessionStore {
        try SQLiteSessionStore(path: dataFolder + "/sessions.sqlite")
    }

    /// What effects have noted, in the order in which they did.
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
