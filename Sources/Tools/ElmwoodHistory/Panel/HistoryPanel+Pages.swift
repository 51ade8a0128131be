import ElmwoodArchitecture
import ElmwoodPageTree
import ElmwoodViewTree

/// The open pages: their faults of accessibility, and what they have received.
extension HistoryPanel {
    func pages(_ overview: HistoryOverview) -> Html<Message> {
        section(.class("pages"), .ariaLabel("The open pages")) {
            accessibility(overview.pages)
            patches(overview.patches)
        }
    }

    @HtmlBuilder<Message> private func accessibility(_ pages: [HistoryOverview.CheckedPage]) -> Html<Message> {
        let count = pages.reduce(0) { $0 + $1.faults.count + $1.more }
        if pages.isEmpty {
            p(.class("none")) { "No page is open with script, so none is checked for accessibility." }
        } else if count == 0 {
            p(.class("passed")) { "No faults of accessibility. Colors are not checked here." }
        } else {
            details(.class("faults")) {
                summary { count == 1 ? "1 fault of accessibility" : "\(count) faults of accessibility" }
                for page in pages where !page.faults.isEmpty {
                    if pages.count > 1 { h3 { code { address(page.path) } } }
                    ul {
                        for fault in page.faults {
                            li {
                                if !fault.element.isEmpty {
                                    code { fault.element }
                                    " "
                                }
                                fault.sentence
                                " "
                                small { fault.rule.rawValue }
                            }
                        }
                    }
                    if page.more > 0 { p { "and \(page.more) more" } }
                }
            }
        }
    }

    @HtmlBuilder<Message> private func patches(_ patches: [HistoryOverview.Patch]) -> Html<Message> {
        if !patches.isEmpty {
            let bytes = patches.reduce(0) { $0 + $1.bytes }
            details(.class("patches")) {
                summary { "Last patches: \(patches.count), \(Self.size(bytes))" }
                ul {
                    for patch in patches {
                        li {
                            code { patch.cause }
                            span(.class("cost")) {
                                "\(patch.isWhole ? "Whole page, " : "")\(Self.size(patch.bytes)), \(patch.milliseconds) ms. "
                                "\(address(patch.path)) at \(patch.time)"
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the address of a page on the site.
    private func address(_ path: String) -> String { base.isEmpty || path != "/" ? base + path : base }

    /// Returns a number of bytes in words.
    private static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : "\(bytes / 1_000) kB"
    }
}
