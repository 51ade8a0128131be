import ElmwoodViewTree

// The response that a page is sent with (RFC 9110).
//
// It belongs to the page that is loaded. If a page becomes another one by a patch, its response was sent long before.

extension Document {
    /// Returns the page with that status: 404 for what does not exist, 410 for what does not exist any more.
    ///
    /// ```swift
    /// guard let article = try page.read(articles, slug) else {
    ///     return Document("No such article") { p { "It may have been removed." } }.status(404)
    /// }
    /// ```
    ///
    /// - Parameter status: 200, 203, or from 400 to 599. With another one a page cannot be sent: it is left out, which the log says.
    public func status(_ status: Int) -> Document {
        guard status == 200 || status == 203 || (400...599).contains(status) else {
            noteLeftOut("The status \(status) was left out, since no page is shown with it.")
            return self
        }
        return changed { $0.status = status }
    }

    /// Returns the page with one more header field.
    ///
    /// ```swift
    /// Document("Prices") { … }
    ///     .header("Cache-Control", "public, max-age=60")
    ///     .header("Link", "</prices.json>; rel=alternate")
    /// ```
    ///
    /// `Cache-Control` replaces the one that pages have. One that lets others than the visitor's own browser store the page
    /// (one without `private` or `no-store`) applies if the page is nobody's own: the request has no cookie, and
    /// the response sets none. `Cross-Origin-Resource-Policy` replaces `same-origin`, by which no other site's page can load it as an
    /// image or a script.
    ///
    /// Fields that describe the content (`Content-Type` and others) are Elmwood's, and are left out, which the log says; so is a
    /// field whose name or value is malformed. For `Set-Cookie` there is `cookie(_:)`.
    public func header(_ name: String, _ value: String) -> Document {
        guard !Self.isReserved(name) else {
            noteLeftOut("The header field \(name) was left out, since it is not a page's own.")
            return self
        }
        return changed { $0.fields.append(DocumentResponse.Field(name, value)) }
    }

    /// Returns the page with a field that has been checked.
    package func field(_ name: String, _ value: String) -> Document {
        changed { $0.fields.append(DocumentResponse.Field(name, value)) }
    }

    private func changed(_ change: (inout DocumentResponse) -> Void) -> Document {
        var response = response ?? DocumentResponse()
        change(&response)
        return Document(html: elements, response: response)
    }

    private static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") && name != "content-security-policy" && name != "content-language"
            || ["set-cookie", "clear-site-data", "location", "retry-after", "age", "trailer", "upgrade"].contains(name)
    }
}
