import ElmwoodHTTPServer

/// A program and its path or pattern in a site.
package struct Mount: Sendable {
    /// What it is mounted at.
    package let pattern: PathPattern
    /// Creates the function that answers its requests, once, when the site is started.
    package let endpoint: @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer

    package init(
        _ pattern: PathPattern,
        endpoint: @escaping @Sendable (SiteContext) -> @Sendable (ProgramRequest) -> Answer
    ) {
        self.pattern = pattern
        self.endpoint = endpoint
    }
}

/// The function that answers the requests for a mounted program.
///
/// An object, so that a request that looks for its program does not copy the patterns of the others.
final class MountedEndpoint: Sendable {
    let pattern: PathPattern
    let answer: @Sendable (ProgramRequest) -> Answer

    init(_ mount: Mount, in context: SiteContext) {
        pattern = mount.pattern
        answer = mount.endpoint(context)
    }

    /// Returns the part of a path at which the program is, and the path below, which begins with `/`; nil if the path is not the
    /// program's.
    func split(_ path: String) -> (base: String, path: String)? {
        if pattern.segments.isEmpty { return ("", path) }
        guard let end = pattern.end(in: path) else { return nil }
        let base = pattern.parameterCount == 0 ? pattern.text : String(path[..<end])
        return (base, end == path.endIndex ? "/" : String(path[end...]))
    }
}

extension [MountedEndpoint] {
    /// The most specific ones first.
    func inOrder() -> Self {
        sorted { $0.pattern.precedes($1.pattern) }
    }
}
