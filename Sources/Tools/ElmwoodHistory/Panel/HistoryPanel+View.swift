import ElmwoodArchitecture
import ElmwoodViewTree

extension HistoryPanel {
    package func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        let isFoot = page.query[HistoryAddress.inFoot] != nil
        return HistoryFrame.document("History of \(title)") {
            div(.class(["panel": true, "foot": isFoot, "of-shared": shared != nil])) {
                // At a page's foot it is clear which program it is, and there is little space.
                if isFoot {
                    h1(.class("unseen")) { "History of \(title)" }
                } else {
                    header {
                        h1 { "History of \(title)" }
                        if histories.recorders.count > 1 { HistoryFrame.programs(histories, but: base) }
                    }
                }
                main {
                    notice(model.notice)
                    if let overview = model.overview {
                        toolbar(overview, isFoot: isFoot, on: page)
                        div(.class("columns")) {
                            turns(overview, model, on: page)
                            div(.class("turn-and-files")) {
                                detail(overview.detail, of: overview)
                                if shared == nil { pages(overview) }
                                files(overview, on: page)
                            }
                        }
                    } else {
                        empty(isFoot: isFoot, on: page)
                    }
                }
            }
        }
    }

    // MARK: Stepping

    private func toolbar(_ overview: HistoryOverview, isFoot: Bool, on page: Page) -> Html<Message> {
        section(.class("toolbar"), .ariaLabel("Steps")) {
            div(.class("steps"), .role(.group), .ariaLabel("Step")) {
                step("First", .first, isPossible: overview.isAlive && overview.shown > overview.first)
                step("Back", .back, isPossible: overview.isAlive && overview.shown > overview.first)
                step("Forth", .forth, isPossible: overview.moment != nil)
                step("Last", .last, isPossible: overview.moment != nil)
            }
            // The keys need script.
            if page.isLive { p(.class("keys")) { "or ← →" } }
            p(.class(["state": true, "paused": overview.moment != nil]), .role(.status)) { state(overview) }
            if shared == nil ? overview.moment != nil : overview.isImport {
                div(.class("steps")) {
                    if shared == nil {
                        button("Resume here", .resume, .class("primary"))
                        button("Back to the latest", .showLatest)
                    }
                    if overview.isImport { button("Back to its own history", .removeImport) }
                }
            }
            wayBack(isFoot: isFoot, on: page)
            sharedModels(overview.shared, isFoot: isFoot)
            if isFoot {
                a(.href(page.link(to: "/")), .target(.blank), .class("alone")) { "Full page" }
            }
        }
    }

    /// Links the histories of the shared models that the pages read.
    private func sharedModels(_ addresses: [SharedAddress], isFoot: Bool) -> Html<Message> {
        guard !addresses.isEmpty else { return .empty }
        return nav(.class("shared"), .ariaLabel("Shared models")) {
            span { "Reads" }
            for address in addresses.prefix(20) {
                a(.href(HistoryAddress.history(of: address, from: base, inFoot: isFoot))) {
                    HistoryAddress.title(of: address)
                }
            }
        }
    }

    /// Links the history from which the visitor has come to that of a shared model.
    private func wayBack(isFoot: Bool, on page: Page) -> Html<Message> {
        guard shared != nil, let origin = page.query[HistoryAddress.origin],
            let recorder = histories.recorder(at: origin)
        else { return .empty }
        return a(.href(HistoryAddress.history(of: recorder.base, inFoot: isFoot)), .class("back")) {
            "History of \(recorder.title)"
        }
    }

    @HtmlBuilder<Message> private func empty(isFoot: Bool, on page: Page) -> Html<Message> {
        if shared == nil {
            p(.class("empty")) { "Nothing has happened yet. What you do on the program’s pages is listed here." }
            files(nil, on: page)
        } else {
            div(.class("empty")) {
                p {
                    "Nothing is known of this model: either nothing has happened to it since the site was started, or none "
                    "of your pages reads it."
                }
                wayBack(isFoot: isFoot, on: page)
            }
        }
    }

    private func step(_ name: String, _ step: Step, isPossible: Bool) -> Html<Message> {
        button(name, .step(step), .class("step-\(step)"), .disabled(!isPossible))
    }

    private func state(_ overview: HistoryOverview) -> String {
        guard shared == nil else { return sharedState(overview) }
        guard let moment = overview.moment else {
            return overview.isAlive
                ? "The pages show what is, after turn \(overview.last)."
                : "The session has ended. These were its turns."
        }
        let place =
            moment == overview.first && overview.isFromStart
            ? "start" : "moment after turn \(moment) of \(overview.last)"
        return "The pages show the \(place), and stand still."
    }

    private func sharedState(_ overview: HistoryOverview) -> String {
        let subject = overview.isImport ? "An imported history of \(title), which only you see" : title
        guard let moment = overview.moment else {
            return "\(subject)\(overview.isImport ? "" : " as it is"), after turn \(overview.last)."
        }
        let isStart = moment == overview.first && overview.isFromStart
        let place = isStart ? "at the start" : "after turn \(moment) of \(overview.last)"
        return overview.isImport ? "\(subject), \(place)." : "\(subject) \(place). The model itself is not changed."
    }

    // MARK: The list

    /// Returns the id of a turn's entry in the list.
    package static func id(of number: Int) -> String { "turn-\(number)" }

    private func turns(_ overview: HistoryOverview, _ model: Model, on page: Page) -> Html<Message> {
        section(.class("turns"), .ariaLabel("Turns")) {
            search(model.query.text, overview, on: page)
            ol(.class("list"), .reversed) {
                for row in overview.rows {
                    li(.key(row.number), .id(Self.id(of: row.number))) {
                        turn(row, isShown: row.number == overview.shown, isAlive: overview.isAlive)
                    }
                }
                if overview.older > 0 {
                    li(.key("older")) {
                        button("List the \(overview.older) turns before", .listAll, .class("older"))
                    }
                }
                if overview.query.text.isEmpty {
                    li(.key("start"), .id(Self.id(of: overview.first))) { start(overview) }
                }
            }
        }
    }

    private func search(_ text: String, _ overview: HistoryOverview, on page: Page) -> Html<Message> {
        form("search", .class("search"), .role(.search), .onSubmit { (form: Search) in .find(form.text) }) {
            input(
                .id("text"),
                .name("text"),
                .type(.search),
                .value(text),
                .maxlength(200),
                .placeholder("Find a message or a number"),
                .ariaLabel("Find turns"),
                .autocomplete(.off),
                .spellcheck(false),
                .onInput(Message.find),
                .debounce(.milliseconds(150)),
                .onFocus(.typing(true)),
                .onBlur(.typing(false))
            )
            if !page.isLive { button(.type(.submit)) { "Find" } }
            if !overview.query.text.isEmpty {
                p(.class("found"), .role(.status)) {
                    let count = overview.rows.count + overview.older
                    "\(count == 0 ? "No turn" : count == 1 ? "1 turn" : "\(count) turns") of \(overview.last - overview.first)"
                }
            }
        }
    }

    private func turn(_ row: HistoryOverview.Row, isShown: Bool, isAlive: Bool) -> Html<Message> {
        button(.class("turn"), .onClick(.show(row.number)), .disabled(!isAlive), .when(isShown, .ariaCurrent(.step))) {
            span(.class("number")) { "\(row.number)" }
            code(.class("message")) { row.message }
            span(.class("origin")) { row.origin }
            span(.class("time")) { row.time }
        }
    }

    private func start(_ overview: HistoryOverview) -> Html<Message> {
        button(
            .class("turn"),
            .onClick(.show(overview.first)),
            .disabled(!overview.isAlive),
            .when(overview.shown == overview.first, .ariaCurrent(.step))
        ) {
            span(.class("number")) { "\(overview.first)" }
            span(.class("message")) { overview.isFromStart ? "Start" : "What was before is not kept" }
        }
    }

    // MARK: One turn

    private func detail(_ detail: HistoryOverview.Detail, of overview: HistoryOverview) -> Html<Message> {
        section(.class("detail"), .ariaLabel("The turn")) {
            h2 {
                if detail.message != nil {
                    "Turn \(detail.number)"
                } else {
                    overview.isFromStart ? "Start" : "After turn \(detail.number)"
                }
            }
            if let message = detail.message {
                pre(.class("message")) { code { message } }
                p(.class("origin")) {
                    "From: \(detail.origin), "
                    time(.datetime(detail.time)) { detail.time.replacing("T", with: " ").replacing("Z", with: " UTC") }
                }
                if let sender = detail.sender {
                    p(.class("sender")) {
                        "Sender: "
                        code { sender }
                        if let account = detail.account { ", account \(account)" }
                    }
                }
                if detail.isSecret {
                    p(.class("note")) { "Something in this message is secret, so its name is all that is kept." }
                }
                changes(detail)
            }
            list("Commands", detail.commands)
            if detail.message != nil { list("Subscriptions", detail.subscriptions) }
            if !detail.reads.isEmpty { reads(detail.reads) }
            if let failure = detail.failure { p(.class("failure")) { failure } }
            if !detail.model.isEmpty {
                details(.class("model")) {
                    summary { "The model after it" }
                    pre { code { detail.model } }
                }
            }
        }
    }

    private func changes(_ detail: HistoryOverview.Detail) -> Html<Message> {
        section(.class("changes")) {
            h3 { "Changes of the model" }
            if detail.changes.isEmpty {
                p(.class("none")) { "None" }
            } else {
                dl {
                    for change in detail.changes {
                        dt { code { change.path.isEmpty ? "model" : change.path } }
                        dd {
                            if let before = change.before { del { code { before } } }
                            if let after = change.after { ins { code { after } } }
                        }
                    }
                }
                if detail.more > 0 { p { "and \(detail.more) more" } }
            }
        }
    }

    private func reads(_ reads: [HistoryOverview.Read]) -> Html<Message> {
        section(.class("reads")) {
            h3 { "Read by the pages" }
            for read in reads {
                details {
                    summary { code { read.name } }
                    if read.hasFailed { p(.class("failure")) { read.value } } else { pre { code { read.value } } }
                }
            }
        }
    }

    private func list(_ title: String, _ lines: [String]) -> Html<Message> {
        section {
            h3 { title }
            if lines.isEmpty {
                p(.class("none")) { "None" }
            } else {
                ul { for line in lines { li { code { line } } } }
            }
        }
    }

    // MARK: Files

    private func files(_ overview: HistoryOverview?, on page: Page) -> Html<Message> {
        section(.class("files"), .ariaLabel("Files")) {
            if overview != nil { button("Export as JSON", .export) }
            form("import", .onSubmit(Message.take)) {
                label(.for("file")) { "A history to import" }
                input(.id("file"), .type(.file), .name("file"), .accept(".json,application/json"), .required)
                button(.type(.submit)) { "Import" }
                if let problem = page.problem(in: "file") { p(.class("failure")) { problem } }
            }
        }
    }

    private func notice(_ notice: Notice?) -> Html<Message> {
        div(.class("notice"), .role(.status)) {
            switch notice {
            case nil:
                Html.empty
            case .refused(let refusal):
                p(.class("failure")) { refusal.description }
                if !refusal.problems.isEmpty { ul { for problem in refusal.problems { li { problem } } } }
            case .imported(let report):
                p { "Imported: \(report.count == 1 ? "1 turn" : "\(report.count) turns")." }
                if let difference = report.difference { p(.class("failure")) { difference } }
                if !report.problems.isEmpty {
                    p(.class("failure")) { "What no longer decodes was left out:" }
                    ul { for problem in report.problems { li { problem } } }
                    if report.more > 0 { p { "and \(report.more) more" } }
                }
            }
        }
    }
}
