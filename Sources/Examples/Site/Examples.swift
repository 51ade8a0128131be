import ElmwoodBoardExample
import ElmwoodChatExample
import ElmwoodCounterExample
import Elmwood
import ElmwoodLibraryExample
import ElmwoodPollExample
import ElmwoodRegistrationExample
import ElmwoodSearchExample
import ElmwoodStopwatchExample
import ElmwoodTodoMVCExample
import FoundationEssentials

/// Serves all examples; with the name of one as argument, only that one, at the top of the site.
@main
struct Examples {
    static func main() async {
        // If the settings are invalid, `main` says so.
        let settings = try? Settings(environment: ProcessInfo.processInfo.environment)
        site(CommandLine.arguments.dropFirst().first, data: settings?.data).main()
    }

    /// Returns the site with the example of that name, or with all of them.
    ///
    /// - Parameter data: the folder in which the library's database is; nil: in memory.
    static func site(_ name: String? = nil, data: String? = nil) -> Site {
        var site = Site()
        let catalogue = Catalogue(at: data.map { "\($0)/library.sqlite" })
        switch name {
        case "board":
            site.share(Board())
            site.mount(BoardPage(), at: "/")
        case "chat":
            site.share(Room())
            site.mount(Chat(), at: "/")
        case "counter":
            site.mount(Counter(), at: "/")
        case "library":
            site.mountLibrary(catalogue, at: "/")
        case "poll":
            site.share(Poll())
            site.mount(PollPage(), at: "/")
        case "registration":
            site.mount(Registration(), at: "/")
        case "search":
            site.mount(Search(), at: "/")
        case "stopwatch":
            site.mount(Stopwatch(), at: "/")
        case "todomvc":
            site.mount(TodoMVC(), at: "/")
        default:
            site.mount(Index(), at: "/")
            site.share(Board())
            site.mount(BoardPage(), at: "/board")
            site.share(Room())
            site.mount(Chat(), at: "/chat")
            site.mount(Counter(), at: "/counter")
            site.mountLibrary(catalogue, at: "/library")
            site.share(Poll())
            site.mount(PollPage(), at: "/poll")
            site.mount(Registration(), at: "/registration")
            site.mount(Search(), at: "/search")
            site.mount(Stopwatch(), at: "/stopwatch")
            site.mount(TodoMVC(), at: "/todomvc")
        }
        return site
    }
}
