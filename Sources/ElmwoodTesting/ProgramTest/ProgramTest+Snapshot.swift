import Elmwood

extension ProgramTest {
    /// Expects that the page looks as it did when the snapshot of that name was taken: its title, and its body as indented HTML.
    ///
    /// ```swift
    /// test.expectSnapshot("empty list")
    /// ```
    ///
    /// The snapshot lies beside the test's file, in `Snapshots/<test file>/<name>.html`, and belongs into version control; the
    /// test's target says `exclude: ["Snapshots"]` in its `Package.swift`. The first run writes it, and fails saying so. With `ELMWOOD_SNAPSHOTS=record` in the environment it is written anew. Within
    /// a part of the page it is of that part.
    public func expectSnapshot(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
        guard let view = expectView(file: file, line: line) else { return }
        let isWhole = scope.isEmpty
        let html = (isWhole ? "<title>\(view.title)</title>\n" : "") + view.html
        do {
            try ViewSnapshot(name, beside: TestLine(file: file, line: line)).compare(
                html,
                records: ViewSnapshot.areRecorded
            )
        } catch {
            fail("\(error)", file, line)
        }
    }
}
