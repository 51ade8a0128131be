import ElmwoodArchitecture
import ElmwoodDevelopment
import ElmwoodViewTree

/// The page that says how the build of a site in development went, and what went wrong since.
struct DevelopmentPage {
    let report: BuildReport?
    let notes: [DevelopmentChannel.Note]
    /// The histories of the sessions, if they are recorded.
    let histories: (any SiteHistories)?
    /// The path of the page in which it is shown.
    let origin: String

    var document: Document<Never> {
        Document(
            "Development",
            language: "en",
            head: {
                meta(.name("color-scheme"), .content("light dark"))
                link(.rel("icon"), .href("data:,"))
                link(.rel("stylesheet"), .href(DevelopmentAddress.pageStyle))
            },
            body: {
                main {
                    if let report, report.phase == .failed { problems(report.problems) }
                    if let fault = report?.fault { self.fault(fault) }
                    if report?.phase != .failed, report?.fault == nil, !notes.isEmpty { h1 { "Something went wrong." } }
                    for note in notes { self.note(note) }
                    if report?.phase != .failed, report?.fault == nil, notes.isEmpty {
                        h1 { report?.phase == .building ? "The site is being built." : "There is nothing to report." }
                    }
                }
            }
        )
    }

    @HtmlBuilder<Never>
    private func problems(_ problems: [BuildProblem]) -> Html<Never> {
        h1 { problems.count == 1 ? "The build has an error." : "The build has \(problems.count) errors." }
        p { "The former version continues to run." }
        for problem in problems {
            section {
                h2 { problem.message }
                if let file = problem.file { p { place(file, problem.line) } }
                if !problem.excerpt.isEmpty { pre { code { problem.excerpt.joined(separator: "\n") } } }
            }
        }
    }

    @HtmlBuilder<Never>
    private func fault(_ fault: ProcessFault) -> Html<Never> {
        section {
            h1 { "The program has ended the process." }
            h2 { fault.message }
            if let file = fault.file { p { place(file, fault.line) } }
            p { "Another process continues. What was asked for is not tried again before the next build." }
            again
        }
    }

    private func note(_ note: DevelopmentChannel.Note) -> Html<Never> {
        section {
            h2 { note.text }
            for fact in note.facts { p { code { fact } } }
            if let program = note.program, let histories {
                p { a(.href(histories.address(of: program == "/" ? "" : program)), .target(.top)) { "History" } }
            }
        }
    }

    /// How to continue after a fault.
    @HtmlBuilder<Never>
    private var again: Html<Never> {
        p { a(.href(origin), .target(.top)) { "Show the page as it was" } }
        form(.method(.post), .action(DevelopmentAddress.end), .target(.top)) {
            button { "Begin a new session" }
        }
    }

    private func place(_ file: String, _ line: Int?) -> Html<Never> {
        code { line.map { "\(file):\($0)" } ?? file }
    }
}
