/// The addresses of what a site in development serves beside its programs.
enum DevelopmentAddress {
    /// The page that says how the build went, and what went wrong.
    static let page = "/elmwood/development"
    /// The stream of events that open pages listen to.
    static let events = "/elmwood/development/events"
    /// Where a session ends, so that another one begins.
    static let end = "/elmwood/development/end"
    static let script = "/elmwood/development.js"
    /// The style sheet of what the script shows over a page.
    static let noticeStyle = "/elmwood/development-notice.css"
    static let pageStyle = "/elmwood/development.css"
}
