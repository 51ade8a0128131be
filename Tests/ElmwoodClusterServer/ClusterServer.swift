import Elmwood
import ElmwoodPostgreSQL
import ElmwoodRecordPrograms

/// A node of a site that records which messages have arrived, and in what order, in a database that all nodes share.
@main
struct ClusterServer {
    static func main() {
        var site = Site()
        // Its clients look for what has come of their posts by themselves.
        site.sessionLimits.effectWaitWithoutScript = site.sessionLimits.effectWait
        site.use(.postgresql)
        site.addRecord()
        site.main()
    }
}
