import ElmwoodFormData
import ElmwoodViewTree

/// Those who show a shared model on an open page: see ``Subscription/watchers(_:)``.
public struct Watchers: Codable, Equatable, Sendable {
    /// All who are there now, in the order in which they have come.
    public var all: [Watcher]
    /// Those of them who have come since the last message.
    public var came: [Watcher]
    /// Those who have gone since the last message.
    public var went: [Watcher]

    /// Creates the content of a message, for tests.
    public init(all: [Watcher], came: [Watcher] = [], went: [Watcher] = []) {
        self.all = all
        self.came = came
        self.went = went
    }
}

/// A visitor who shows a shared model on an open page, by ``Page/read(_:_:as:)``.
///
/// Two open pages of one visitor with the same name and path are one watcher.
public struct Watcher: Codable, Hashable, Sendable {
    /// Identifies the visitor, as ``Sender/id`` does.
    public var id: String
    /// The name under which the page reads the model.
    public var name: String
    /// The page's path (``Page/path``).
    public var path: String

    /// Creates a watcher, for tests.
    public init(id: String, name: String, path: String = "/") {
        self.id = id
        self.name = name
        self.path = path
    }

    /// Whether both are the same, compared by their bytes: the name and the path are a visitor's.
    public static func == (left: Watcher, right: Watcher) -> Bool {
        left.id == right.id && left.name.hasBytes(of: right.name) && left.path.hasBytes(of: right.path)
    }

    /// Adds the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(ReceivedText(name))
        hasher.combine(ReceivedText(path))
    }
}

extension Subscription where P: SharedProgram {
    /// Sends a message when visitors open or leave pages that read the model under a name (``Page/read(_:_:as:)``).
    ///
    /// ```swift
    /// func subscriptions(_ model: Model) -> [Subscription<Self>] { [.watchers(Message.present)] }
    /// // in a view: let room = try page.read(Room.self, "lobby", as: model.name)
    /// ```
    ///
    /// Changes are gathered: a message comes at most ten times a second (`SessionLimits.watcherInterval`). Somebody whose connection is
    /// lost has gone five seconds later, and so have those who do not return after the server's process was replaced or killed. A page
    /// without script is not open.
    public static func watchers(_ message: @escaping @Sendable (Watchers) -> P.Message) -> Self {
        Self(.watchers(message))
    }
}

/// That a view reads a shared model under a name.
package final class SharedWatch: ViewInput {
    package let address: SharedAddress
    package let name: String

    package init(_ address: SharedAddress, as name: String) {
        self.address = address
        self.name = name
    }
}
