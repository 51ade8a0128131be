import ElmwoodSessions

/// A tool of development that a site can have, such as the history of its visitors' sessions.
///
/// A site has the tools that it asks for, and no others are part of its executable. A setting turns each of them on.
///
/// ```swift
/// import ElmwoodHistory
///
/// var site = Site()
/// site.use(.history)                    // ELMWOOD_HISTORY=on
/// ```
public struct DevelopmentTool: Sendable {
    /// Makes the histories of a site, when the site is started.
    package let histories: @Sendable (SessionRegistry) -> any SiteHistories

    /// Creates the tool that records histories.
    package init(histories: @escaping @Sendable (SessionRegistry) -> any SiteHistories) {
        self.histories = histories
    }
}
