import ElmwoodHTTPServer
import ElmwoodLanguages

extension Request {
    /// The client's languages, best first. The header is parsed anew each time.
    var languages: [Language] { headers.languages }
}

extension HeaderFields {
    /// The value of `Accept-Language`, of which several fields are one list.
    var acceptLanguage: String {
        joinedBytes(of: "accept-language", by: ",").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The languages of `Accept-Language`, best first.
    var languages: [Language] { Language.accepted(by: acceptLanguage) }
}
