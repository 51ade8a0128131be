import Elmwood
import ElmwoodPageTree

extension ProgramTest {
    /// Expects that the page has no faults that keep people from using it: those who hear it, who use only its keys, or who see
    /// little.
    ///
    /// ```swift
    /// let test = ProgramTest(Shop())
    /// test.expectAccessible()
    /// ```
    ///
    /// Checked are names of controls, links and pictures, labels, ids and what refers to them, headings, landmarks, title and
    /// language, roles and attributes of WAI-ARIA, what is within what, the order of the focus, and groups of radio buttons. In a
    /// browser, the contrast of texts is measured too, in light and in dark colors. What is hidden, such as a closed dialog, is
    /// checked once the test has opened it. Within a part of the page (``within(_:containing:number:file:line:_:)``), only that part has to be
    /// free of faults.
    ///
    /// No such check can tell whether a page is understood: whether a name says the right thing, for example.
    public func expectAccessible(file: StaticString = #filePath, line: UInt = #line) {
        expectAccessible(needingScript: [], file: file, line: line)
    }

    /// Expects that the page has no faults that keep people from using it, and that nobody needs a script for it but to cause these events.
    ///
    /// ```swift
    /// test.expectAccessible(needingScript: ["grid"])
    /// ```
    ///
    /// The names are those of the events that the view marks with `.needsScript`, all of them and no others.
    public func expectAccessible(
        needingScript events: Set<String>,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let found = find(file, line) { finder in
            let faults = AccessibilityCheck.faults(of: finder.page) + (try driver?.contrastFaults() ?? [])
            let scope = finder.scope.path
            let needs = finder.page.scriptNeeds.filter { $0.path.starts(with: scope) }
            return Self.mistakes(faults.filter { $0.path.starts(with: scope) }, needs, events)
        }
        if let found, !found.isEmpty { fail(Self.sentence(of: found), file, line) }
    }

    private static func mistakes(
        _ faults: [AccessibilityFault],
        _ needs: [ScriptNeed],
        _ events: Set<String>
    ) -> [String] {
        let unknown = events.subtracting(needs.map(\.event)).sorted()
        return faults.map(\.description)
            + needs.filter { !events.contains($0.event) }.map {
                "\($0.element): Nobody can cause the event “\($0.event)” without script. Offer a form or a link, or name it in needingScript."
            } + unknown.map { "The page has no event “\($0)” that needs a script." }
    }

    private static func sentence(of faults: [String]) -> String {
        let lines = faults.prefix(50).map { "  \($0)" }
        let more = faults.count > lines.count ? ["  and \(faults.count - lines.count) more"] : []
        return (["The page is not accessible. Its faults:"] + lines + more).joined(separator: "\n")
    }
}
