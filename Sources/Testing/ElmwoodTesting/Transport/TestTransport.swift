/// Where a test runs its program.
public enum TestTransport: CaseIterable, Sendable {
    /// In the process of the test, without a server: the fastest.
    case process
    /// Behind a real server on a local port, reached by HTTP requests.
    case http
    /// Behind a real server, in a real browser: Chromium, unless the environment chooses another one. It takes seconds, and tests
    /// what only a browser can show.
    case browser
}

/// Whether the visitor's browser runs scripts. The same test can run both ways.
public enum Script: CaseIterable, Sendable {
    /// The page is live: each action is an event, and changes are shown without a reload.
    case on
    /// Forms are posted, and pages are loaded.
    case off
}
