import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodObservation
import ElmwoodSessions
import ElmwoodStorage

/// A site of several programs: one address, one cookie, one log, and a session of each program for each visitor.
///
/// ```swift
/// @main
/// struct Shop {
///     static func main() {
///         var site = Site()
///         site.mount(Catalogue(), at: "/")
///         site.mount(Basket(), at: "/basket")
///         site.main()
///     }
/// }
/// ```
public struct Site: Sendable {
    /// The security headers of the answers.
    public var securityPolicy = SecurityPolicy()
    /// The limits of the visitors' sessions.
    public var sessionLimits = SessionLimits()

    /// The store of programs' `save` commands; nil for a SQLite file in the data folder.
    public var storage: (any Storage)?

    /// The store of visitors' sessions; nil for that of the settings.
    public var sessionStore: (any SessionStore)?

    /// The kinds of stores that the setting `ELMWOOD_SESSIONS` can name by an address.
    private(set) var storeSchemes: [SessionStoreScheme] = []

    /// Returns the page that a browser receives in place of what it has asked for: an address without anything, a failure of the server.
    /// Nil for a plain one.
    ///
    /// ```swift
    /// site.errorPage = { error in
    ///     Document(error.title, language: error.language, head: { link(.rel("stylesheet"), .href("/shop.css")) }) {
    ///         h1 { error.sentence }
    ///     }
    /// }
    /// ```
    ///
    /// An error for which a program has a page (its `view` of an error) is shown by that one.
    public var errorPage: (@Sendable (ErrorPage) throws -> Document<Never>)?

    /// The sentences that Elmwood itself shows to visitors, in the languages that the site has: English and German, unless set.
    ///
    /// A page's own sentences have the page's language (``Document``). Where there is no page, the visitor's `Accept-Language`
    /// decides. Those who accept none of the languages receive the first one.
    ///
    /// ```swift
    /// site.sentences = TextCatalogue("de", .german)              // in German only
    /// site.sentences.add("fr", .french)                      // sentences of the app's own, beside those in English and German
    /// ```
    public var sentences = Sentences.catalogue

    /// Are told of what the site does: requests, turns, what was stored. For metrics beyond those of `ELMWOOD_ADMIN`.
    public var observers: [any Observer] = []

    /// The tools of development that the settings can turn on.
    private(set) var tools: [DevelopmentTool] = []

    package private(set) var mounts: [Mount] = []
    /// Add the shared programs to a started site, in order.
    private(set) var shares: [@Sendable (SiteContext) -> Void] = []
    private var sharedNames: Set<String> = []
    /// The endpoints beside the programs.
    var endpoints = EndpointTable()
    /// The functions around all answers, the outermost first.
    var middleware: [Middleware] = []
    /// What the site does at certain times.
    var scheduled: [ScheduledWork] = []
    /// Why the site cannot be started with what was mounted.
    var errors: [MountError] = []
    let changes = SiteChanges()

    /// Creates a site without programs.
    public init() {}

    /// Lets the setting `ELMWOOD_SESSIONS` name stores of that kind by their address.
    ///
    /// ```swift
    /// import ElmwoodPostgreSQL
    ///
    /// site.use(.postgresql)                 // ELMWOOD_SESSIONS=postgresql://shop@db.example/shop
    /// ```
    public mutating func use(_ scheme: SessionStoreScheme) { storeSchemes.append(scheme) }

    /// Gives the site a tool of development, which a setting turns on.
    ///
    /// ```swift
    /// import ElmwoodHistory
    ///
    /// site.use(.history)                    // ELMWOOD_HISTORY=on
    /// ```
    public mutating func use(_ tool: DevelopmentTool) { tools.append(tool) }

    /// Mounts a program at a path of the site: `/` for the top, otherwise like `/basket`.
    ///
    /// The program receives the requests whose path is the mount's or below it. If several mounts match, the most specific one applies.
    /// The program sees the path below its own. A program that is mounted at the same path again replaces the former one.
    public mutating func mount<P: Program>(_ program: P, at path: String) {
        mount(at: path) { pattern throws(MountError) in
            guard pattern.parameterCount == 0 else {
                throw MountError(
                    "“\(path)” has parameters, so it needs a function: site.mount(\"\(path)\") { (…: String) in … }"
                )
            }
            return Mount(pattern) { context in
                let endpoint = ProgramEndpoint(program, at: pattern.text, in: context, isRecorded: true)
                return { endpoint.answer($0) }
            }
        }
    }

    /// Mounts a program at a pattern: each visitor has a session of its own at each place, so that two tabs with two articles never
    /// share a draft.
    ///
    /// ```swift
    /// site.mount("/articles/{slug}") { (slug: String) in ArticlePage(slug: slug, database: database) }
    /// site.mount("/shops/{shop}/items/{item}") { (shop: String, item: Int) in ItemPage(shop: shop, item: item) }
    /// ```
    ///
    /// A parameter is a whole segment of the path. If its text is no value of the parameter's type, the answer is 404. If it is one that
    /// is written in another way (`/items/07` for 7), the browser is sent to the address with the value's description.
    ///
    /// The program sees the path below its place. Of two patterns that match a path the more specific one applies (`/articles/new`
    /// before `/articles/{slug}`). Two of which neither is more specific are an error when the site is started.
    ///
    /// A visitor has at most ``SessionLimits/places`` sessions at places.
    ///
    /// - Parameters:
    ///   - pattern: the pattern, with a name in braces for each parameter of the function, in their order.
    ///   - program: returns the program of a place. It is called when a place is first needed, and again later.
    public mutating func mount<each Parameter: LosslessStringConvertible & Sendable, P: Program>(
        _ pattern: String,
        _ program: @escaping @Sendable (repeat each Parameter) -> P
    ) {
        let text = pattern
        mount(at: text) { pattern throws(MountError) in
            var count = 0
            for _ in repeat (each Parameter).self { count += 1 }
            guard count == pattern.parameterCount else {
                throw MountError(
                    "“\(text)” has \(pattern.parameterCount) parameters in braces, and its function has \(count)."
                )
            }
            let places = Places<P>(pattern) { texts in
                guard let values = try? parameters(texts, as: repeat (each Parameter).self) else { return nil }
                var descriptions: [String] = []
                repeat descriptions.append((each values).description)
                return (descriptions, { program(repeat each values) })
            }
            return Mount(pattern) { context in
                let endpoint = PlaceEndpoint(places, in: context, isRecorded: true)
                return { endpoint.answer($0) }
            }
        }
    }

    /// Shares a program: it has one model for each key, to which the programs of the site send messages, and which their views read.
    ///
    /// ```swift
    /// site.share(Room())
    /// ```
    ///
    /// Two shared programs of one name (``SharedProgram/name``) are an error when the site is started.
    public mutating func share<S: SharedProgram>(_ program: S) {
        guard sharedNames.insert(S.name).inserted else {
            errors.append(MountError("Two shared programs have the name “\(S.name)”: give one of them another `name`."))
            return
        }
        shares.append { context in
            guard let histories = context.histories else { return _ = context.registry.share(program) }
            _ = context.registry.share(program, observe: histories.recorder(ofShared: program))
        }
    }

    mutating func mount(at text: String, _ make: (PathPattern) throws(MountError) -> Mount) {
        do throws(MountError) {
            mount(try make(PathPattern(text)))
        } catch {
            errors.append(error)
        }
    }

    /// Adds an endpoint, in place of one with the same path.
    package mutating func mount(_ mount: Mount) {
        mounts.removeAll { $0.pattern.isSame(as: mount.pattern) }
        mounts.append(mount)
    }

    /// Checks what was mounted.
    ///
    /// - Throws: ``MountError`` if a path or pattern is not one, or two match the same path and neither is more specific.
    func checkMounts() throws(MountError) {
        if let error = errors.first { throw error }
        try endpoints.check()
        for (place, mount) in mounts.enumerated() {
            for other in mounts[..<place] where mount.pattern.conflicts(with: other.pattern) {
                throw MountError(
                    "“\(other.pattern.text)” and “\(mount.pattern.text)” match the same paths, and neither is more specific."
                )
            }
        }
    }
}
