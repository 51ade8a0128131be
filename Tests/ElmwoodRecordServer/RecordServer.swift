import Elmwood
import ElmwoodRecordPrograms

/// A site for tests that end its process: its model records which messages have arrived, and in what order.
@main
struct RecordServer {
    static func main() {
        var site = Site()
        // Its clients look for what has come of their posts by themselves.
        site.sessionLimits.effectWaitWithoutScript = site.sessionLimits.effectWait
        // The first argument is the maximum number of sessions in memory.
        if let limit = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
            site.sessionLimits.sessions = limit
        }
        site.addRecord()
        site.mount(Traps(), at: "/traps")
        // Work on an event loop that is no call of a program: nothing of Elmwood's own takes long.
        site.errorPage = { error in
            while error.status == 415 {}
            return Document(error.title) { p { error.sentence } }
        }
        site.get("/computing") { request in
            let end = ContinuousClock.now + .seconds(request.query.number("seconds", in: 0...60) ?? 0)
            while ContinuousClock.now < end {}
            return .text("computed")
        }
        site.main()
    }
}
