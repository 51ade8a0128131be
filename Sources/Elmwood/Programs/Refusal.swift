import ElmwoodSessions

/// The reason why a request was not performed: a status, one plain sentence, and the alternatives. Nothing was partially applied.
package struct Refusal: Equatable, Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The standard's name of the status.
    package var title: String
    /// The reason, in one sentence for the visitor, without internal details.
    package var sentence: String
    /// What the page offers instead, one line each.
    package var offers: [String] = []
    /// How many seconds to wait before another attempt, with the statuses 429 and 503; nil: one.
    package var secondsToWait: Int?
    /// The reason in one word, for metrics; nil if the status says it.
    package var reason: String?
    /// The methods that the address answers, with the status 405.
    var methods = "GET, HEAD, POST"
    /// The address of the history that shows an earlier moment; nil if there is none.
    package var history: String?

    package static let crossSite = Refusal(
        status: 403,
        sentence: "This was sent from a page of another site, so it was not carried out.",
        reason: "cross_site"
    )

    package static let unknownHost = Refusal(
        status: 421,
        sentence: "This site has no such host name. ELMWOOD_ORIGIN or ELMWOOD_HOSTS must contain it.",
        reason: "unknown_host"
    )

    package static let notFound = Refusal(
        status: 404,
        sentence: "There is nothing at this address."
    )

    package static let methodNotAllowed = Refusal(
        status: 405,
        sentence: "This address answers GET, HEAD and POST.",
        reason: "method"
    )

    package static let unsupportedMediaType = Refusal(
        status: 415,
        sentence: "A post is read as application/x-www-form-urlencoded or multipart/form-data.",
        reason: "media_type"
    )

    package static func tooManyPosts(secondsToWait: Int) -> Refusal {
        var refusal = Refusal(
            status: 429,
            sentence: "That was too much at once. Wait a moment, and try again.",
            reason: "post_rate"
        )
        refusal.secondsToWait = secondsToWait
        return refusal
    }

    /// The address answers these methods only.
    static func methodNotAllowed(_ methods: String) -> Refusal {
        var refusal = Refusal(status: 405, sentence: "This address answers \(methods).", reason: "method")
        refusal.methods = methods
        return refusal
    }

    static let containsNUL = malformed("A field contains the character NUL.")

    package static func malformed(_ sentence: String) -> Refusal {
        Refusal(status: 400, sentence: sentence, reason: "malformed")
    }

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - offers: what the page offers instead.
    ///   - reason: the reason in one word, for metrics.
    package init(status: Int, sentence: String, offers: [String] = [], reason: String? = nil) {
        self.reason = reason
        self.status = status
        self.sentence = sentence
        self.offers = offers
        title = Self.title(of: status)
    }

    /// Returns the name of a status (RFC 9110 §15).
    static func title(of status: Int) -> String {
        switch status {
        case 401: "Unauthorized"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 507: "Insufficient Storage"
        case 500...: "Internal Server Error"
        default: "Bad Request"
        }
    }

    /// Creates the refusal for a program that threw, or a limit that was exceeded.
    package init(_ failure: SessionFailure) {
        let (status, sentence) = failure.refusal
        self.init(status: status, sentence: sentence, reason: failure.reason)
    }
}
