import Elmwood
import ElmwoodRecordPrograms

/// A site for tests that end its process: its model records which messages have arrived, and in what order.
@main
struct RecordServer {
    static func main() {
        var site = Site()
        // The first argument is the maximum number of sessions in memory.
        if let limit = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
            site.sessionLimits.sessions = limit
        }
        site.addRecord()
        site.mount(Traps(), at: "/traps")
        site.main()
    }
}
