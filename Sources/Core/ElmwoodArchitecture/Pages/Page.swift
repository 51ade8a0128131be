import ElmwoodViewTree

@_exported import struct ElmwoodViewTree.Problem
@_exported import struct ElmwoodViewTree.Problems

/// An open page of a session, for which a view is rendered. Two tabs on two addresses are two pages of one model.
public struct Page: Equatable, Sendable {
    /// The path below the program's own address, beginning with `/`, decoded.
    public var path: String
    /// The query's parameters.
    public var query: Query
    /// The path at which the program is mounted: empty at the top of the site, else like `/counter`. ``link(to:)`` prepends it.
    public var base: String
    /// Whether the page is live: its script is connected, and changes are shown without a reload.
    ///
    /// A view that reads this is rendered again once its page is connected; until then it is false.
    public var isLive: Bool {
        get {
            noteThatViewAsksWhetherLive()
            return live
        }
        set { live = newValue }
    }
    /// The same value, for code other than views. Reading it is not recorded.
    package private(set) var live: Bool
    /// The problems with the last post, and those that the program has found out since; empty if there are none.
    public var problems: [Problem]
    /// A number that stands for the client who asks for it; 0 if it is unknown.
    package var client: UInt32 = 0
    /// Names the request that it is rendered for, in the log; nil if it is rendered for none, as an open page is.
    package var request: RequestName?
    /// What was read for its view; nil if that is nothing. Equal pages may have read different values.
    package var values: ReadValues?
    /// What the program has told the visitor with `.notice`: shown on this page until it ends.
    ///
    /// ```swift
    /// for notice in page.notices { p(.role(.status)) { notice } }
    /// ```
    ///
    /// If a view does not read this, its page begins with a list of the notices, in a `div` of the class `notices`.
    public var notices: [String] {
        get {
            noteThatViewReadsNotices()
            return shownNotices
        }
        set { shownNotices = newValue }
    }
    /// The same, for code other than views. Reading it is not recorded.
    package private(set) var shownNotices: [String]
    /// Those of them that end with the visitor's next act.
    package var briefNotices: Set<String> = []

    /// Creates a page; tests make their own.
    public init(
        path: String = "/",
        query: Query = Query(),
        base: String = "",
        isLive: Bool = false,
        problems: [Problem] = [],
        notices: [String] = []
    ) {
        self.path = path
        self.query = query
        self.base = base
        live = isLive
        self.problems = problems
        shownNotices = notices
    }

    /// Whether both are the same page, whatever was read for them.
    public static func == (left: Page, right: Page) -> Bool {
        left.path == right.path && left.query == right.query && left.base == right.base && left.live == right.live
            && left.problems == right.problems && left.shownNotices == right.shownNotices
    }

    /// Returns the address of a path of this program, wherever the program is mounted. The path may have a query and a fragment.
    ///
    /// ```swift
    /// a(.href(page.link(to: "/active"))) { "Active" }
    /// a(.href(page.link(to: "/?page=2#top"))) { "More" }
    /// ```
    public func link(to path: String) -> String {
        guard !base.isEmpty, path.utf8.first == UInt8(ascii: "/") else { return base + path }
        // The program's own address has no slash at its end.
        let remainder = path.utf8.dropFirst().first
        let isTop = remainder == nil || remainder == UInt8(ascii: "?") || remainder == UInt8(ascii: "#")
        return isTop ? base + path.dropFirst() : base + path
    }

    /// Returns the address of a file of the public folder. It contains a digest of the file's content, so browsers keep what they have
    /// loaded from it, and load it again only once the file has changed.
    ///
    /// ```swift
    /// Document("Shop", head: { link(.rel("stylesheet"), .href(page.asset("style.css"))) }) { … }
    /// ```
    ///
    /// What a style sheet refers to has no digest. Of a file that does not exist, or is larger than 8 MB, it is the plain address.
    ///
    /// - Parameter path: the file's path in the folder, such as `style.css` or `images/logo.svg`.
    public func asset(_ path: String) -> String {
        let path = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
        return assetAddress(of: path) ?? path
    }

    /// Returns the message about the field of that name, or nil if it has no problem.
    public func problem(in field: String) -> String? {
        problems.first { $0.field == field }?.sentence
    }
}
