import Elmwood
import ElmwoodArchitecture
import ElmwoodViewTree

extension ProgramTest {
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
