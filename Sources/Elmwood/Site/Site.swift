import ElmwoodArchitecture
import ElmwoodClientScript
import ElmwoodHTTPServer
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

    /// Are told of what the site does: requests, turns, what was stored. For metrics beyond those of `ELMWOOD_ADMIN`.
    public var observers: [any Observer] = []

    /// The script that makes pages live. A test's script reports its state.
    package var script: @Sendable () -> ClientScript = { .shared }

    package private(set) var mounts: [Mount] = []
    let changes = SiteChanges()

    /// Creates a site without programs.
    public init() {}

    /// Mounts a program at a path of the site: `/` for the top, otherwise like `/basket`.
    ///
    /// The program receives the requests whose path is the mount's or below it. If several mounts match, the longest path applies.
    /// The program sees the path below its own. A program that is mounted at the same path again replaces the former one.
    public mutating func mount<P: Program>(_ program: P, at path: String) {
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        mount(
            Mount(base: base) { context in
                let endpoint = ProgramEndpoint(program, at: base, in: context, isRecorded: true)
                return { endpoint.answer($0) }
            }
        )
    }

    /// Adds an endpoint, in place of one with the same path.
    package mutating func mount(_ mount: Mount) {
        mounts.removeAll { $0.base == mount.base }
        mounts.append(mount)
        // The longest path first, so that the first match is the right one.
        mounts.sort { $0.base.utf8.count > $1.base.utf8.count }
    }
}

/// A program and its path in a site.
package struct Mount: Sendable {
    /// The path: empty at the top, otherwise like `/basket`.
    package var base: String
    /// Creates the function that answers its requests, once, when the site is started.
    package var endpoint: @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer

    package init(base: String, endpoint: @escaping @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer) {
        self.base = base
        self.endpoint = endpoint
    }

    /// Returns the path below the mount, beginning with `/`; nil if the path does not belong to the mount.
    package static func path(of path: String, below base: String) -> String? {
        if base.isEmpty { return path }
        guard path.utf8.starts(with: base.utf8) else { return nil }
        let remainder = path.utf8.dropFirst(base.utf8.count)
        if remainder.isEmpty { return "/" }
        return remainder.first == UInt8(ascii: "/") ? String(remainder) : nil
    }
}
