import ElmwoodArchitecture
import ElmwoodClientScript
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// Several programs under one roof: one address, one cookie, one log, and a session of each program for each visitor.
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
    /// What the answers tell browsers to refuse.
    public var securityPolicy = SecurityPolicy()
    /// How much the visitors' sessions may take, and how long they live.
    public var sessionLimits = SessionLimits()

    /// Where programs' `save` commands keep values; nil for a file of SQLite in the data folder.
    public var storage: (any Storage)?

    /// Where visitors' sessions are stored; nil for what the settings say.
    public var sessionStore: (any SessionStore)?

    /// The script that makes pages live; a test's tells what it is in.
    package var script: @Sendable () -> ClientScript = { .shared }

    package private(set) var mounts: [Mount] = []

    /// A site without programs.
    public init() {}

    /// Puts a program under a path of the site: `/` for the top, else like `/basket`.
    ///
    /// The program gets the requests whose path is the mount's or lies below it; of two that fit, the longer wins. It
    /// sees the path below its own. A program mounted again at the same path takes the place of the former.
    public mutating func mount<P: Program>(_ program: P, at path: String) {
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        mount(
            Mount(base: base) { context in
                let endpoint = ProgramEndpoint(program, at: base, in: context, isRecorded: true)
                return { endpoint.answer($0) }
            }
        )
    }

    /// Puts an endpoint in its place.
    package mutating func mount(_ mount: Mount) {
        mounts.removeAll { $0.base == mount.base }
        mounts.append(mount)
        // The longest first, so that the first that fits is the one.
        mounts.sort { $0.base.utf8.count > $1.base.utf8.count }
    }
}

/// A program's place in a site.
package struct Mount: Sendable {
    /// Its path: empty at the top, else like `/basket`.
    package var base: String
    /// Makes what answers its requests, once, when the site is started.
    package var endpoint: @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer

    package init(base: String, endpoint: @escaping @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer) {
        self.base = base
        self.endpoint = endpoint
    }

    /// The path below the mount, beginning with `/`; nil where the path is not the mount's.
    package static func path(of path: String, below base: String) -> String? {
        if base.isEmpty { return path }
        guard path.utf8.starts(with: base.utf8) else { return nil }
        let remainder = path.utf8.dropFirst(base.utf8.count)
        if remainder.isEmpty { return "/" }
        return remainder.first == UInt8(ascii: "/") ? String(remainder) : nil
    }
}
