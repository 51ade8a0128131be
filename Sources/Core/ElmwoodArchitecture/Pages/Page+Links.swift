import ElmwoodFormData

extension Page {
    /// Returns the address of a path of this program with a query, whose names and values are encoded.
    ///
    /// ```swift
    /// a(.href(page.link(to: "/", query: ["q": text, "page": "2"]))) { "More" }
    /// ```
    ///
    /// A query that depends on something is made first: `var query: Query = [:]; query.parameters.append(("sort", order))`.
    public func link(to path: String, query: Query) -> String {
        link(to: path + Self.text(of: query))
    }

    /// Returns the path with these segments and that query, which are encoded. It leads to any program of the site, or in a command to
    /// a page of the program.
    ///
    /// ```swift
    /// a(.href(Page.path("tags", tag))) { tag }                         // "/tags/a%20b"
    /// return .navigate(to: Page.path("found", query: ["q": text]))     // "/found?q=a+b"
    /// ```
    public static func path(_ segments: String..., query: Query = [:]) -> String {
        "/" + segments.map { PercentEncoding.segment($0) }.joined(separator: "/") + text(of: query)
    }

    private static func text(of query: Query) -> String {
        var bytes: [UInt8] = []
        for (name, value) in query.parameters {
            bytes.append(bytes.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            FormData.appendURLEncoded(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            FormData.appendURLEncoded(value, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
