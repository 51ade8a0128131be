import ElmwoodArchitecture
import ElmwoodViewTree

/// Lists the programs of the site that have a history.
struct HistoryIndex: Program {
    struct Model: Codable, Equatable, Sendable {}
    typealias Message = Never

    let histories: Histories

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Never) -> Command<Self> {}

    func view(_ model: Model, on page: Page) throws -> Document<Never> {
        guard page.path == "/" else { throw NotFound() }
        return HistoryFrame.document("History") {
            header { h1 { "History" } }
            main {
                p { "Of each program, what happened in your session." }
                HistoryFrame.programs(histories, but: nil)
            }
        }
    }
}

/// What all pages of the histories have in common.
enum HistoryFrame {
    static func document<Message>(
        _ title: String,
        @HtmlBuilder<Message> body: () throws -> Html<Message>
    ) rethrows -> Document<Message> {
        try Document(
            title,
            head: {
                meta(.name("color-scheme"), .content("light dark"))
                link(.rel("icon"), .href("data:,"))
                link(.rel("stylesheet"), .href(HistoryRoute.panelStyle))
            },
            body: body
        )
    }

    /// Links to the histories of the site's programs.
    static func programs<Message>(_ histories: Histories, but base: String?) -> Html<Message> {
        let keepers = histories.keepers
        return nav(.class("programs"), .ariaLabel("Programs")) {
            for keeper in keepers {
                a(
                    .href(HistoryRoute.path + keeper.base),
                    .when(keeper.base == base, .ariaCurrent(.page))
                ) { keeper.title }
            }
        }
    }
}
