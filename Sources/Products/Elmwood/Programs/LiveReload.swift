import ElmwoodHTTPServer

/// What makes the script of an open page leave an address to the browser, which loads it: in place of a patch, or as an event of a stream.
package enum LiveReload {
    /// JSON that is no patch.
    static let text: StaticString = "0"
    package static let event = Array("\(text)".utf8)
}

/// The header field of all answers to the script of an open page. What has none is not from a program: it is an endpoint's, a proxy's, or an
/// earlier version's.
package enum PatchMark {
    package static let name = "Elmwood-Patch"
    /// The version of the format of patches. A script that expects another one loads its page anew.
    package static let format = "1"
}

extension Response {
    /// The answer to the script of an open page that the browser has to load the address itself.
    static func reload(in context: SiteContext) -> Response {
        Response(.ok, headers: context.patch, body: .constant(LiveReload.text))
    }
}
