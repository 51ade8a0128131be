import Elmwood
import ElmwoodExamplePrograms
import ElmwoodPostgreSQL

/// Serves examples as one of several nodes, with `ELMWOOD_SESSIONS=postgresql://…`: see `./dev cluster`.
@main
struct ClusterExamples {
    static func main() {
        var site = Site()
        site.use(.postgresql)
        site.mount(Counter(), at: "/")
        site.share(Board())
        site.mount(BoardPage(), at: "/board")
        site.share(Room())
        site.mount(Chat(), at: "/chat")
        site.share(Poll())
        site.mount(PollPage(), at: "/poll")
        site.mount(Stopwatch(), at: "/stopwatch")
        site.mount(TodoMVC(), at: "/todomvc")
        site.main()
    }
}
