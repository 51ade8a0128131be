import Elmwood
import Synchronization

/// A list of a million rows, in the page or in an element that scrolls, of which a window is rendered.
struct LongList: Program {
    struct Model: Codable, Equatable, Sendable {
        var first = 0
        var messages = 0
    }

    enum Message: Codable, Equatable, Sendable { case scrolled(Int), jump(Int), note }

    var count = 1_000_000
    /// Whether the height of a row depends on its index.
    var isUneven = false
    /// How many rows have been written.
    var written = Counter()

    final class Counter: Sendable {
        let rows = Atomic(0)
    }

    func start(_ visit: Visit) -> Start<Self> {
        Start(Model(first: visit.query["first"].flatMap { Int($0) } ?? 0))
    }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.messages += 1
        switch message {
        case .scrolled(let first), .jump(let first): model.first = first
        case .note: break
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        let first = page.query["first"].flatMap { Int($0) } ?? model.first
        let window = RowWindow("rows", of: count, from: first)
        written.rows.add(window.rows.count, ordering: .relaxed)
        return Document("Rows") {
            output(.id("messages")) { "\(model.messages)" }
            button("Note", .note, .id("note"))
            button("Jump", .jump(count / 2), .id("jump"))
            window.pages("Pages") { page.link(to: "/?first=\($0)") }
            div(.id("frame")) {
                window.list(.ariaLabel("Rows"), onScroll: Message.scrolled) {
                    for index in window.rows {
                        li(.key(index), .ariaPosinset(index + 1), .ariaSetsize(count)) {
                            "Row \(index)"
                            if isUneven, index % 3 == 0 { br() }
                            if isUneven, index % 3 == 0 { "It has two lines." }
                        }
                    }
                }
            }
        }
    }
}
