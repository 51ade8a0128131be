import ElmwoodAccounts
import ElmwoodDatabaseExamples
import ElmwoodExamplePrograms
import Elmwood

#if HISTORY
    import ElmwoodHistory
#endif

/// Serves all examples; with the name of one as argument, only that one, at the top of the site.
@main
struct Examples {
    static func main() {
        Site.main { settings in try site(CommandLine.arguments.dropFirst().first, settings) }
    }

    /// Returns the site with the example of that name, or with all of them.
    ///
    /// - Parameter settings: where its databases, its key and its mails are; nil: databases and key are in memory.
    /// - Throws: `SealingKey.Invalid` if the key cannot be read or made.
    static func site(_ name: String? = nil, _ settings: Settings? = nil) throws -> Site {
        var site = Site()
        #if HISTORY
            site.use(.history)
        #endif
        let catalogue = Catalogue(at: settings.map { "\($0.data)/library.sqlite" })
        switch name {
        case "accounts":
            site.mount(Accounts(try accounts(at: "", settings)), at: "/")
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
        case "report":
            site.mount(VisitReport(), at: "/")
        case "search":
            site.mount(Search(), at: "/")
        case "stopwatch":
            site.mount(Stopwatch(), at: "/")
        case "todomvc":
            site.mount(TodoMVC(), at: "/")
        case "whiteboard":
            site.share(Whiteboard())
            site.mount(WhiteboardPage(), at: "/")
        default:
            site.mount(Index(), at: "/")
            site.addFilesForCrawlers()
            site.mount(Accounts(try accounts(at: "/accounts", settings)), at: "/accounts")
            site.share(Board())
            site.mount(BoardPage(), at: "/board")
            site.share(Room())
            site.mount(Chat(), at: "/chat")
            site.mount(Counter(), at: "/counter")
            site.mountLibrary(catalogue, at: "/library")
            site.share(Poll())
            site.mount(PollPage(), at: "/poll")
            site.mount(Registration(), at: "/registration")
            site.mount(VisitReport(), at: "/report")
            site.mount(Search(), at: "/search")
            site.mount(Stopwatch(), at: "/stopwatch")
            site.mount(TodoMVC(), at: "/todomvc")
            site.share(Whiteboard())
            site.mount(WhiteboardPage(), at: "/whiteboard")
        }
        return site
    }

    /// Returns the service of the accounts, whose links lead to a path of the site.
    private static func accounts(at path: String, _ settings: Settings?) throws -> AccountService {
        guard let settings else {
            return AccountService(AccountTable(), key: SealingKey(), mails: MailFolder("mails"), address: path)
        }
        let scheme = settings.tls == nil ? "http" : "https"
        let origin = settings.origin?.description ?? "\(scheme)://\(settings.host):\(settings.port)"
        return AccountService(
            AccountTable(at: "\(settings.data)/accounts.sqlite"),
            key: try SealingKey.load(secret: settings.secret, folder: settings.data),
            mails: MailFolder("\(settings.data)/mails"),
            address: origin + path
        )
    }
}
