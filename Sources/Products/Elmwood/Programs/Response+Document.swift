import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodViewTree

extension Response {
    /// Applies what a page says about its response: its status and its header fields.
    ///
    /// The cookies of Elmwood have been set before.
    mutating func apply(_ page: DocumentResponse, to call: ProgramRequest, log: Log) {
        if let status = page.status { self.status = HTTPStatus(rawValue: UInt16(clamping: status)) }
        let isForAll =
            !call.hasCookies && !call.request.headers.contains("authorization") && headers["Set-Cookie"] == nil
            && !page.fields.contains { $0.name == "Set-Cookie" }
        for field in page.fields {
            if field.name.lowercased() == "cache-control" {
                guard isForAll || Self.isForVisitor(field.value) else { continue }
                headers.remove("Cache-Control")
            }
            if field.name.lowercased() == "cross-origin-resource-policy" { headers.remove(field.name) }
            if !headers.add(field.name, field.value) {
                log(
                    .warning,
                    kind: "page header",
                    "The header field \(field.name) of a page is malformed, and was left out."
                )
            }
        }
    }

    /// Whether a `Cache-Control` lets no one but the visitor's own browser store the answer without asking.
    private static func isForVisitor(_ value: String) -> Bool {
        value.split(separator: ",").contains { directive in
            let name = directive.drop { $0 == " " }.prefix { $0 != "=" && $0 != " " }.lowercased()
            return name == "private" || name == "no-store"
        }
    }
}

extension Document {
    /// Returns the page with a cookie of the app's own, which is set when the page is loaded. The visit of a session's start reads it
    /// (``Visit/cookie(_:)``), and so does an endpoint.
    ///
    /// ```swift
    /// Document("Settings") { … }.cookie(try SetCookie("theme", "dark", maxAge: 365 * 86_400))
    /// ```
    ///
    /// `AppCookie` of ElmwoodAccounts signs or seals its value.
    public func cookie(_ cookie: SetCookie) -> Document { field("Set-Cookie", cookie.description) }
}
