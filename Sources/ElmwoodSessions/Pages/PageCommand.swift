/// What a visitor's page is to do beside showing the view, in the words that its script knows.
package enum PageCommand: Equatable, Sendable {
    case focus(String)
    case blur
    case scroll(String)
    case copy(String)
    /// The file is under that address of the site, for this visitor alone and for some minutes.
    case download(address: String, filename: String)
    /// An address of the site that the page has gone to: a new entry of the history.
    case push(String)
    /// An address of the site that the page has gone to: in the place of the history's entry.
    case replace(String)
    case leave(String)

    /// Whether it does nothing on a page that the visitor does not see.
    var needsAttention: Bool { if case .copy = self { true } else { false } }

    /// Whether the page has gone to another address of the site with it.
    var isNavigation: Bool {
        switch self {
        case .push, .replace: true
        case .focus, .blur, .scroll, .copy, .download, .leave: false
        }
    }

    /// The command's name and its arguments.
    package var words: [String] {
        switch self {
        case .focus(let id): ["focus", id]
        case .blur: ["blur"]
        case .scroll(let id): ["scroll", id]
        case .copy(let text): ["copy", text]
        case .download(let address, let filename): ["download", address, filename]
        case .push(let address): ["push", address]
        case .replace(let address): ["replace", address]
        case .leave(let address): ["leave", address]
        }
    }
}
