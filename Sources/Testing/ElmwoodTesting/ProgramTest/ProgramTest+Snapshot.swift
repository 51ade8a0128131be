import Elmwood

extension ProgramTest {
    /// Expects that the page is equal to the snapshot of that name: its title, and its body as indented HTML.
    ///
    /// ```swift
    /// test.expectSnapshot("empty list")
    /// ```
    ///
    /// The snapshot is in `Snapshots/<test file>/<name>.html` beside the test's file, and belongs in version control. The test's
    /// target needs `exclude: ["Snapshots"]` in its `Package.swift`. The first run writes the snapshot, and fails with a message
    /// that says so. With `ELMWOOD_SNAPSHOTS=record` in the environment it is written again. Within a part of the page, the
    /// snapshot contains only that part.
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
