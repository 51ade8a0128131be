import ElmwoodChatExample
import ElmwoodCounterExample
import Elmwood
import ElmwoodRegistrationExample
import ElmwoodSearchExample
import ElmwoodStopwatchExample
import ElmwoodTodoMVCExample

/// Serves all examples; with the name of one as argument, only that one, at the top of the site.
@main
struct Examples {
    static func main() async {
        site(CommandLine.arguments.dropFirst().first).main()
    }

    /// Returns the site with the example of that name, or with all of them.
    static func site(_ name: String? = nil) -> Site {
        var site = Site()
        switch name {
        case "chat":
            site.mount(Chat(), at: "/")
        case "counter":
            site.mount(Counter(), at: "/")
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
            site.mount(Chat(), at: "/chat")
            site.mount(Counter(), at: "/counter")
            site.mount(Registration(), at: "/registration")
            site.mount(Search(), at: "/search")
            site.mount(Stopwatch(), at: "/stopwatch")
            site.mount(TodoMVC(), at: "/todomvc")
        }
        return site
    }
}
