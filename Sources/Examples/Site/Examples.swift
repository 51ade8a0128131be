import CounterExample
import Elmwood
import TodoMVCExample

/// Serves the examples under one roof; with the name of one, that one alone at the top of the site.
@main
struct Examples {
    static func main() async {
        var site = Site()
        switch CommandLine.arguments.dropFirst().first {
        case "counter":
            site.mount(Counter(), at: "/")
        case "todomvc":
            site.mount(TodoMVC(), at: "/")
        default:
            site.mount(Index(), at: "/")
            site.mount(Counter(), at: "/counter")
            site.mount(TodoMVC(), at: "/todomvc")
        }
        site.main()
    }
}
