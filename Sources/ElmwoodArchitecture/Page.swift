import ElmwoodViewTree

@_exported import struct ElmwoodViewTree.Problem

/// Where a view is shown: one open page of a session. Two tabs on two addresses are two pages of one model.
public struct Page: Equatable, Sendable {
    /// The path below the program's own address, beginning with `/`, decoded.
    public var path: String
    /// The query's parameters.
    public var query: Query
    /// Where the program is mounted: empty at the top of the site, else like `/counter`. ``link(to:)`` puts it in front.
    public var base: String
    /// Whether the page is live: its script is connected, and what changes is shown without a reload.
    ///
    /// A view that asks is rendered again once its page is: until then the answer is no.
    public var isLive: Bool {
        get {
            noteThatViewAsksWhetherLive()
            return live
        }
        set { live = newValue }
    }
    /// The same for who is no view.
    package private(set) var live: Bool
    /// What was wrong with the fields of the last post, empty where nothing was.
    public var problems: [Problem]

    /// Creates a page; tests make their own.
    public init(
        path: String = "/",
        query: Query = Query(),
        base: String = "",
        isLive: Bool = false,
        problems: [Problem] = []
    ) {
        self.path = path
        self.query = query
        self.base = base
        live = isLive
        self.problems = problems
    }

    /// The address of a path of this program, wherever the program is mounted. The path may have a query and a fragment.
    ///
    /// ```swift
    /// a(.href(page.link(to: "/active"))) { "Active" }
    /// a(.href(page.link(to: "/?page=2#top"))) { "More" }
    /// ```
    public func link(to path: String) -> String {
        guard !base.isEmpty, path.utf8.first == UInt8(ascii: "/") else { return base + path }
        // The program's own address has no slash at its end.
        let rest = path.utf8.dropFirst().first
        let isTop = rest == nil || rest == UInt8(ascii: "?") || rest == UInt8(ascii: "#")
        return isTop ? base + path.dropFirst() : base + path
    }

    /// The sentence about the field of that name, or nil where it has no problem.
    public func problem(in field: String) -> String? {
        problems.first { $0.field == field }?.sentence
    }
}
