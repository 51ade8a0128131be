import ElmwoodArchitecture
import ElmwoodViewTree

/// Lists the programs of the site that have a history.
package struct HistoryIndex: Program {
    package struct Model: Codable, Equatable, Sendable {}
    package typealias Message = Never

    private let histories: Histories

    package init(_ histories: Histories) { self.histories = histories }

    package func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    package func update(_ model: inout Model, on message: Never) -> Command<Self> {}

    package func view(_ model: Model, on page: Page) throws -> Document<Never> {
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

/// What all pages of the histories share.
package enum HistoryFrame {
    package static func document<Message>(
        _ title: String,
        @HtmlBuilder<Message> body: () throws -> Html<Message>
    ) rethrows -> Document<Message> {
        try Document(
            title,
            head: {
                meta(.name("color-scheme"), .content("light dark"))
                link(.rel("icon"), .href("data:,"))
                link(.rel("stylesheet"), .href(HistoryAddress.panelStyle))
            },
            body: body
        )
    }

    /// Links to the histories of the site's programs.
    package static func programs<Message>(_ histories: Histories, but base: String?) -> Html<Message> {
        let recorders = histories.recorders
        return nav(.class("programs"), .ariaLabel("Programs")) {
            for recorder in recorders {
                a(
                    .href(HistoryAddress.path + recorder.base),
                    .when(recorder.base == base, .ariaCurrent(.page))
                ) { recorder.title }
            }
        }
    }
}
