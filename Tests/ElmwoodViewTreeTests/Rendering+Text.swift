@testable import ElmwoodViewTree

extension Rendering {
    /// The rendering as HTML, for comparisons with a literal.
    var htmlText: String { String(decoding: html(), as: UTF8.self) }
}
