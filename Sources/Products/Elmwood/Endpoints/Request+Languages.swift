import ElmwoodHTTPServer
import ElmwoodLanguages

extension Request {
    /// The client's languages, best first. The header is parsed anew each time.
    var languages: [Language] { headers.languages }
}

extension HeaderFields {
    /// The languages of `Accept-Language`, best first.
    var languages: [Language] {
        joinedBytes(of: "accept-language", by: ",").map { Language.accepted(by: String(decoding: $0, as: UTF8.self)) }
            ?? []
    }
}
