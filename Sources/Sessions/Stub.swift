import Architecture
package enum PageEvent: String {
    case opened, closed, visible, hidden, online, offline
    init?(name: String) { self.init(rawValue: name) }
}
package enum PageCommand: Equatable, Sendable {
    case blur
    var words: [String] { ["blur"] }
}
extension Program { func messages(for event: PageEvent, in model: Model) -> [Message] { [] } }
extension Subscription { var isPushed: Bool { false } }
extension Array { var watchedEvents: String { "" } }
extension Session { func lookersChanged() {}; func receive(_ e: PageEvent) {} }
extension Session {
    func launch(_ committed: Committed, for settling: Settling?, from page: PageID) { launch(committed, for: settling) }
}
