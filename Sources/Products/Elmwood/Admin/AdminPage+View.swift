import ElmwoodArchitecture
import ElmwoodMetrics
import ElmwoodViewTree

extension AdminPage {
    func view(_ model: Model, on page: Page) throws -> Document<Message> {
        guard page.path == "/" else { throw NotFound() }
        let overview = model.overview
        return Document(
            "Operation",
            head: {
                meta(.name("color-scheme"), .content("light dark"))
                link(.rel("icon"), .href("data:,"))
                link(.rel("stylesheet"), .href(Self.styleAddress))
                // Nothing can be pushed to a page without script, so it reloads itself.
                if !page.isLive { meta(.httpEquiv(.refresh), .content("\(Self.interval)")) }
            },
            body: {
                header {
                    h1 { "Operation" }
                    if let obstacle = overview.obstacle {
                        p(.class("obstacle"), .role(.alert)) { "Not ready. \(obstacle)" }
                    } else {
                        p(.class("ready")) { "Ready" }
                    }
                    nav { a(.href("/metrics")) { "Metrics" } }
                }
                main {
                    figures(model)
                    programs(overview.programs)
                    if !overview.nodes.isEmpty { nodes(overview.nodes) }
                    slowest(overview.metrics.slowest)
                    costliest(overview.metrics.costliest)
                    reads(overview.metrics.reads, overview.reads)
                    counts("Refused requests", overview.metrics.refusals)
                    counts("Incidents", overview.metrics.incidents)
                }
            }
        )
    }

    private func figures(_ model: Model) -> Html<Message> {
        let overview = model.overview
        return dl(.class("figures")) {
            figure("Requests a second", model.recentRequests.map { "\(Double($0 * 10 / Self.interval) / 10)" } ?? "–")
            figure("Answered", overview.metrics.requests[0] + overview.metrics.requests[1])
            figure("Refused", overview.metrics.requests[2])
            figure("Failed", overview.metrics.requests[3])
            figure("Turns", overview.metrics.turns)
            figure("Connections", overview.connections)
            figure("Clients", overview.clients)
            figure("Memory", "\(overview.residentBytes / 1_000_000) MB")
            figure("Processor time", "\(Int(overview.processorTime)) s")
        }
    }

    private func figure(_ name: String, _ value: some CustomStringConvertible) -> Html<Message> {
        div {
            dt { name }
            dd { "\(value)" }
        }
    }

    private func programs(_ programs: [AdminOverview.Usage]) -> Html<Message> {
        section {
            h2 { "Sessions" }
            if programs.isEmpty {
                p(.class("none")) { "None." }
            } else {
                list("Program", [], ["Sessions", "Pages", "Streams", "Effects", "Waiting"]) {
                    for program in programs {
                        tr(.key(program.name)) {
                            th(.scope(.row)) { program.name }
                            for number in [
                                program.sessions, program.pages, program.streams, program.effects,
                                program.waitingMessages,
                            ] {
                                td { "\(number)" }
                            }
                        }
                    }
                }
            }
        }
    }

    private func nodes(_ nodes: [AdminOverview.Node]) -> Html<Message> {
        section {
            h2 { "Nodes" }
            list("Node", [], ["Sessions", "Pages"]) {
                for (number, node) in nodes.enumerated() {
                    tr(.key(node.name)) {
                        th(.scope(.row)) { number == 0 ? "\(node.name), this one" : node.name }
                        td { "\(node.sessions)" }
                        td { "\(node.pages)" }
                    }
                }
            }
        }
    }

    private func slowest(_ turns: [MetricsOverview.Turn]) -> Html<Message> {
        section {
            h2 { "Slowest turns of the last hour" }
            if turns.isEmpty {
                p(.class("none")) { "None." }
            } else {
                list("Program", ["Message", "Session"], ["ms"]) {
                    for turn in turns {
                        tr {
                            th(.scope(.row)) { turn.program }
                            td(.class("text")) { code { turn.message } }
                            td(.class("text")) { code { turn.session ?? "new" } }
                            td { milliseconds(turn.microseconds) }
                        }
                    }
                }
            }
        }
    }

    private func costliest(_ sessions: [MetricsOverview.Session]) -> Html<Message> {
        section {
            h2 { "Costliest sessions" }
            if sessions.isEmpty {
                p(.class("none")) { "None." }
            } else {
                list("Program", ["Session"], ["Turns", "ms"]) {
                    for session in sessions {
                        tr {
                            th(.scope(.row)) { session.program }
                            td(.class("text")) { code { session.session } }
                            td { "\(session.turns)" }
                            td { milliseconds(session.microseconds) }
                        }
                    }
                }
            }
        }
    }

    private func reads(_ reads: [MetricsOverview.Read], _ now: AdminOverview.Reads) -> Html<Message> {
        section {
            h2 { "Reads of pages" }
            if reads.isEmpty {
                p(.class("none")) { "None." }
            } else {
                p { "\(now.running) under way, \(now.waiting) waiting, \(now.values) values kept." }
                list("Read", [], ["Reads", "Failed", "Kept", "ms"]) {
                    for read in reads {
                        tr(.key(read.name)) {
                            th(.scope(.row)) { code { read.name } }
                            td { "\(read.reads)" }
                            td { "\(read.failures)" }
                            td { "\(read.kept)" }
                            td { milliseconds(read.microseconds) }
                        }
                    }
                }
            }
        }
    }

    private func counts(_ title: String, _ counts: [MetricsOverview.Count]) -> Html<Message> {
        section {
            h2 { title }
            if counts.isEmpty {
                p(.class("none")) { "None." }
            } else {
                list("Kind", [], ["Number"]) {
                    for count in counts {
                        tr(.key(count.name)) {
                            th(.scope(.row)) { code { count.name } }
                            td { "\(count.count)" }
                        }
                    }
                }
            }
        }
    }

    /// Returns a time in milliseconds, with one decimal.
    private func milliseconds(_ microseconds: Int) -> String { "\(microseconds / 1_000).\(microseconds / 100 % 10)" }

    /// A table of names, texts and numbers, which can be scrolled where the window is narrow.
    private func list(
        _ name: String,
        _ texts: [String],
        _ numbers: [String],
        @HtmlBuilder<Message> rows: () -> Html<Message>
    ) -> Html<Message> {
        div(.class("list"), .tabindex(0)) {
            table {
                thead {
                    tr {
                        for column in [name] + texts { th(.scope(.col), .class("text")) { column } }
                        for column in numbers { th(.scope(.col)) { column } }
                    }
                }
                tbody { rows() }
            }
        }
    }
}
