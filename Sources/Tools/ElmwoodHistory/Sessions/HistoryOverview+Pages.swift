import ElmwoodArchitecture
import ElmwoodPageTree
import ElmwoodSessions
import ElmwoodViewTree
import FoundationEssentials

extension HistoryOverview.CheckedPage {
    /// Checks the open pages of a session.
    static func all<P: Program>(of session: SessionReference<P>) -> [Self] {
        session.renderOpenPages(limit: 3).map { path, rendering in
            let faults = AccessibilityCheck.faults(of: PageTree(rendering, isScripted: true))
            return Self(
                path: path.cut(to: 200),
                faults: faults.prefix(30).map { $0.cut(to: 400) },
                more: max(0, faults.count - 30)
            )
        }
    }
}

extension HistoryOverview.Patch {
    /// Creates the entry of a patch.
    ///
    /// - Parameter turn: the last turn of the history, in words.
    init(_ report: PatchReport, turn: String, at date: Date) {
        time = date.timeOfDay
        path = report.path.cut(to: 200)
        bytes = report.bytes
        let (seconds, attoseconds) = report.duration.components
        milliseconds = ((Double(seconds) * 1e3 + Double(attoseconds) / 1e15) * 10).rounded() / 10
        isWhole = report.isWhole
        var causes: [String] = []
        if report.isModelChanged { causes.append(turn) }
        if !report.changedReads.isEmpty {
            causes.append("changed: \(report.changedReads.map { $0.cut(to: 100) }.joined(separator: ", "))")
        }
        if causes.isEmpty {
            causes.append(
                report.isPageChanged ? "its address, a problem or a notice" : "the page has asked for it"
            )
        }
        cause = causes.joined(separator: "; ")
    }
}

extension AccessibilityFault {
    fileprivate func cut(to length: Int) -> Self {
        var fault = self
        fault.sentence = sentence.cut(to: length)
        fault.element = element.cut(to: length)
        // The panel does not lead to the element.
        fault.path = []
        return fault
    }
}
