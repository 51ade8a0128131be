/// Where a test runs its program.
public enum TestTransport: CaseIterable, Sendable {
    /// In the process of the test, with no server: the fastest.
    case process
    /// Behind a real server on a port of this machine, reached by HTTP requests.
    case http
    /// Behind a real server, in a real browser, Chromium if the environment chooses no other: it takes seconds, and shows what only a browser can.
    case browser
}

/// Whether the visitor's browser runs scripts. The same test runs both ways.
public enum Script: CaseIterable, Sendable {
    /// The page is live: each thing done is an event, and what changes is shown without a reload.
    case on
    /// Forms are posted, and pages loaded.
    case off
}
