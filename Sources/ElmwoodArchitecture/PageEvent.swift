import ElmwoodViewTree

/// What happens to a visitor's page, beside what is done on its controls.
package enum PageEvent: Hashable, Sendable {
    case opened
    case closed
    case visible
    case hidden
    case online
    case offline
    case key(HtmlValue.Key)

    /// What the page calls it: `hidden`, `keydown.escape`.
    package var name: String {
        switch self {
        case .opened: "opened"
        case .closed: "closed"
        case .visible: "visible"
        case .hidden: "hidden"
        case .online: "online"
        case .offline: "offline"
        case .key(let key): "keydown." + key.rawValue.lowercased()
        }
    }

    /// The event of that name, where a page can tell of it: that it was opened, the server knows by itself.
    package init?(name: String) {
        guard let event = Self.named[name] else { return nil }
        self = event
    }

    private static let named: [String: PageEvent] = {
        let events: [PageEvent] =
            [.closed, .visible, .hidden, .online, .offline] + HtmlValue.Key.allCases.map(Self.key)
        return Dictionary(events.map { ($0.name, $0) }) { first, _ in first }
    }()
}
