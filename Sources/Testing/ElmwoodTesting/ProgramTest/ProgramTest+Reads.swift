import Elmwood
import ElmwoodArchitecture
import ElmwoodViewTree

extension ProgramTest {
    /// Answers a read with a value, in place of its source. The pages that show it receive the value, as after a change of a topic.
    ///
    /// ```swift
    /// test.answer(BookByID(id: 7), with: Book(title: "Emma"))
    /// test.open("/7")
    /// test.expect(.h1, "Emma")
    /// ```
    ///
    /// What the first page reads is answered by the `reads` of the test. A read that is answered, and that no page has needed by the end,
    /// fails the test.
    public func answer<R: Read>(
        _ read: R,
        with value: R.Value,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        answer(read, ReadAnswer(read, with: value), file, line)
    }

    /// Makes a read fail: see ``answer(_:with:file:line:)``.
    public func answer<R: Read>(
        _ read: R,
        throwing error: any Error,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        answer(read, ReadAnswer(read, throwing: error), file, line)
    }

    private func answer<R: Read>(_ read: R, _ answer: ReadAnswer, _ file: StaticString, _ line: UInt) {
        act("answer(\(read))", file, line, waits: true) { _ in
            context.site.answer(answer, for: read, at: context.site.environment.step)
            return Outcome()
        }
    }

    /// Expects that the page reads a value.
    ///
    /// ```swift
    /// test.open("/articles/elm")
    /// test.expectRead(ArticleBySlug(slug: "elm"), from: database)
    /// ```
    public func expectRead<R: Read>(
        _ read: R,
        from source: R.Source,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard let rendering = rendering(file, line) else { return }
        let keys = rendering.inputs.compactMap { input in
            (input as? ReadValue)?.request.key ?? (input as? ReadRequest)?.key
        }
        guard !keys.contains(ReadKey(read, from: source)) else { return }
        let all = Set(keys.map { "\($0.read)" }).sorted().joined(separator: ", ")
        fail("The page does not read \(read). It reads \(all.isEmpty ? "nothing" : all).", file, line)
    }

    /// Expects that the page reads a value without a source: see ``expectRead(_:from:file:line:)``.
    public func expectRead<R: Read>(_ read: R, file: StaticString = #filePath, line: UInt = #line)
    where R.Source == Void {
        expectRead(read, from: (), file: file, line: line)
    }
}
