import Elmwood
import ElmwoodAccounts
import ElmwoodHistory
import ElmwoodPostgreSQL
import FoundationEssentials
import Glibc

/// A place to share articles: pages and a JSON interface over one database. It is the application by which frameworks are compared.
///
/// With the argument `seed` it fills an empty database with a hundred articles.
@main
struct Conduit {
    static func main() async {
        await Site.main { settings in
            let store = try await store(in: settings.data)
            if CommandLine.arguments.dropFirst().first == "seed" {
                print(try await store.seed())
                exit(EXIT_SUCCESS)
            }
            return site(store, key: try .load(secret: settings.secret, folder: settings.data))
        }
    }

    /// Opens the database of `CONDUIT_DATABASE`, such as `postgresql://…`; if that is not set, a file of SQLite in the folder.
    private static func store(in folder: String) async throws -> Store {
        let address = ProcessInfo.processInfo.environment["CONDUIT_DATABASE"]
        // A page without script waits a moment for what it saves. A commit that waits for the disk may take longer.
        let file = Database(.sqlite("\(folder)/conduit.sqlite", durability: .process))
        let store = Store(try address.map { try Database(url: $0, schemes: [.postgresql]) } ?? file)
        try await store.migrate()
        return store
    }

    /// Returns the site over a store.
    static func site(_ store: Store, key: SealingKey) -> Site {
        var site = Site()
        site.use(.postgresql)
        site.use(.history)
        // Authors choose the addresses of their pictures.
        site.securityPolicy.contentSecurityPolicy["img-src"] = "'self' data: https:"
        site.mount(Pages(subject: .front, store: store), at: "/")
        site.mount("/article/{slug}") { (slug: String) in Pages(subject: .article(slug), store: store) }
        site.mount(Pages(subject: .editor(nil), store: store), at: "/editor")
        site.mount("/editor/{slug}") { (slug: String) in Pages(subject: .editor(slug), store: store) }
        site.mount("/profile/{username}") { (username: String) in Pages(subject: .profile(username), store: store) }
        site.errorPage = View.document
        API(store: store, key: key).add(to: &site)
        return site
    }
}
