import Elmwood
import ElmwoodAccounts
import ElmwoodPostgreSQL
import FoundationEssentials
import Glibc

/// A place to share articles: pages and a JSON interface over one database. It is the application by which frameworks are compared.
///
/// With the argument `seed` it fills an empty database with a hundred articles.
@main
struct Conduit {
    static func main() async {
        do {
            let environment = ProcessInfo.processInfo.environment
            let settings = try Settings(environment: environment)
            let store = try await store(environment["CONDUIT_DATABASE"], in: settings.data)
            if CommandLine.arguments.dropFirst().first == "seed" {
                print(try await store.seed())
            } else {
                try site(store, key: .stored(in: settings.data)).main()
            }
        } catch {
            print("conduit: \(error)")
            exit(1)
        }
    }

    /// Opens the database at an address, such as `postgresql://…`; without one, a file of SQLite in the folder.
    private static func store(_ address: String?, in folder: String) async throws -> Store {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A page without script waits a moment for what it saves. A commit that waits for the disk may take longer.
        let file = Database(.sqlite("\(folder)/conduit.sqlite", durability: .process))
        let store = Store(try address.map { try Database(url: $0, schemes: [.postgresql]) } ?? file)
        try await store.migrate(isPostgreSQL: address?.hasPrefix("postgres") ?? false)
        return store
    }

    /// Returns the site over a store.
    static func site(_ store: Store, key: SealingKey) -> Site {
        var site = Site()
        site.use(.postgresql)
        // Authors choose the addresses of their pictures.
        site.securityPolicy.contentSecurityPolicy["img-src"] = "'self' data: https:"
        site.mount(Front(store: store), at: "/")
        site.mount("/article/{slug}") { (slug: String) in ArticlePage(slug: slug, store: store) }
        site.mount(EditorPage(slug: nil, store: store), at: "/editor")
        site.mount("/editor/{slug}") { (slug: String) in EditorPage(slug: slug, store: store) }
        site.mount("/profile/{username}") { (username: String) in ProfilePage(username: username, store: store) }
        site.errorPage = Layout<Never>.document
        API(store: store, key: key).add(to: &site)
        return site
    }
}
