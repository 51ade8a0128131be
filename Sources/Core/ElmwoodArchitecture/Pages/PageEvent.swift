import ElmwoodViewTree

/// An event of a visitor's page other than an action on its controls.
package enum PageEvent: Hashable, Sendable {
    case opened
    case closed
    case visible
    case hidden
    case online
    case offline
    case key(HtmlValue.Key)
    case shortcut(KeyFilter)

    /// The event's name in the page's script: `hidden`, `keydown.escape`.
    package var name: String {
        switch self {
        case .opened: "opened"
        case .closed: "closed"
        case .visible: "visible"
        case .hidden: "hidden"
        case .online: "online"
        case .offline: "offline"
        case .key(let key): "keydown." + key.rawValue.lowercased()
        case .shortcut(let key): "keydown:" + key.text
        }
    }

    /// Returns the event of that name, if a page can report it. A page does not report that it was opened: the server knows.
    package init?(name: String) {
        if let event = Self.named[name] {
            self = event
        } else if name.utf8.span.hasPrefix("keydown:"), let key = KeyFilter(text: name.utf8.dropFirst(8)) {
            self = .shortcut(key)
        } else {
            return nil
        }
    }

    private static let named: [String: PageEvent] = {
        let events: [PageEvent] =
            [.closed, .visible, .hidden, .online, .offline] + HtmlValue.Key.allCases.map(Self.key)
        return Dictionary(events.map { ($0.name, $0) }) { first, _ in first }
    }()
}
