@testable import ElmwoodViewTree

extension Rendering {
    /// The rendering as HTML, to be compared with a literal.
    var htmlText: String { String(decoding: html(), as: UTF8.self) }
}
