import ElmwoodStorage

/// Where a page of the site is: at a program's path, or at a place of a program that is mounted at a pattern.
struct SiteAddress: Hashable, Sendable {
    /// The program's name in the store: its path, or its pattern.
    let program: String
    /// The path of the place, if that is a pattern.
    var place: String?

    var path: String { place ?? program }

    /// Returns the key of the session at this address.
    func key(_ id: SessionID) -> SessionKey { SessionKey(id: id, program: program, place: place) }

    /// The programs with a path of their own: one with subscriptions, and one without.
    static let paths = [SiteAddress(program: "/live"), SiteAddress(program: "/quiet")]
    /// The pattern of the program that has places.
    static let pattern = "/notes/{number}"

    /// The names of all programs in the store.
    static let programs = paths.map(\.program) + [pattern]

    /// Returns the address of a place.
    static func place(_ number: Int) -> SiteAddress {
        SiteAddress(program: pattern, place: "/notes/\(number)")
    }

    /// Whether a path is one of the pattern's places.
    static func isPlace(_ path: String) -> Bool { path.hasPrefix("/notes/") && Int(path.dropFirst(7)) != nil }
}
