import ElmwoodArchitecture
import ElmwoodStorage

/// A patch that was made for an open page: how large it is, how long it took, and why the page was rendered. It is for development
/// tools: without an observer (``SessionHost/observePatch``), none is made.
package struct PatchReport: Sendable {
    /// Identifies the session, as ``SessionReference/identity`` does.
    package let session: ObjectIdentifier
    package let visitor: VisitorID
    /// The page's path, below the program's own address.
    package let path: String
    /// Whether the session's model has changed since the page was rendered last.
    package let isModelChanged: Bool
    /// The reads whose values have changed since then; the first few.
    package let changedReads: [String]
    /// Whether the page's address has changed, or its problems and notices, or what it reads.
    package let isPageChanged: Bool
    /// Whether it is the whole page, since the server does not know what the page shows, or since that is shorter.
    package let isWhole: Bool
    /// Whether the page shows the view already.
    package let isEmpty: Bool
    /// The size of the patch, before it is compressed.
    package let bytes: Int
    /// The time for the view, unless the turn has rendered it, and for the comparison.
    package let duration: Duration
}

extension ReadValues {
    /// Returns the names of the first few reads whose values differ from former ones.
    func changes(since former: ReadValues?) -> [String] {
        guard let former, former !== self else { return [] }
        return values.filter { key, value in
            former.values[key].map { $0 !== value && !$0.isEqual(to: value) } ?? false
        }
        .keys.map(\.name).sorted().prefix(5).map { $0 }
    }
}
