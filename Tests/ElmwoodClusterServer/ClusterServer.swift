import Elmwood
import ElmwoodPostgreSQL
import ElmwoodRecordPrograms

/// A node of a site that records which messages have arrived, and in what order, in a database that all nodes share.
@main
struct ClusterServer {
    static func main() {
        var site = Site()
        site.use(.postgresql)
        site.addRecord()
        site.main()
    }
}
