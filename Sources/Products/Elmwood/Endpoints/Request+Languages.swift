import ElmwoodHTTPServer
import ElmwoodLanguages

extension Request {
    /// The client's languages, best first. The header is parsed anew each time.
    var languages: [Language] { Language.accepted(by: headers["accept-language"] ?? "") }
}
