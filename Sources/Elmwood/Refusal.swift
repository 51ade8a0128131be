/// Why a request was not carried out: a status, one plain sentence, and what may be done instead. Nothing of it was
/// half applied.
package struct Refusal: Equatable, Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The status in words, as the standard has it.
    package var title: String
    /// What is wrong, in one sentence for the visitor. It tells nothing of the inside.
    package var sentence: String
    /// What the page offers instead, a line each.
    package var offers: [String] = []
    /// The address of the history that shows an earlier moment; nil where none does.
    package var history: String?

    package static let crossSite = Refusal(
        status: 403,
        title: "Forbidden",
        sentence: "This was sent from a page of another site, so it was not carried out."
    )

    package static let notFound = Refusal(
        status: 404,
        title: "Not Found",
        sentence: "There is nothing at this address."
    )

    package static let methodNotAllowed = Refusal(
        status: 405,
        title: "Method Not Allowed",
        sentence: "This address answers GET, HEAD and POST."
    )

    package static let unsupportedMediaType = Refusal(
        status: 415,
        title: "Unsupported Media Type",
        sentence: "A post is read as application/x-www-form-urlencoded or multipart/form-data."
    )

    package static let failed = Refusal(
        status: 500,
        title: "Internal Server Error",
        sentence: "Something went wrong here. Nothing of what you sent was applied; what you had before is still there."
    )

    package static let renewed = Refusal(
        status: 409,
        title: "Conflict",
        sentence:
            "Your session has just ended or been renewed, and this came too late for it. Please load the page again."
    )

    package static let notStored = Refusal(
        status: 503,
        title: "Service Unavailable",
        sentence: "What you did could not be stored here. Please try again in a while."
    )

    package static let tooMuch = Refusal(
        status: 429,
        title: "Too Many Requests",
        sentence:
            "Too much is waiting in your session. Nothing of what you sent was applied; please try again in a while."
    )

    package static func malformed(_ sentence: String) -> Refusal {
        Refusal(status: 400, title: "Bad Request", sentence: sentence)
    }

    /// A refusal of the contract check, with what the page offers instead.
    package init(status: Int, sentence: String, offers: [String]) {
        self.init(status: status, title: status == 409 ? "Conflict" : "Bad Request", sentence: sentence)
        self.offers = offers
    }

    package init(status: Int, title: String, sentence: String) {
        self.status = status
        self.title = title
        self.sentence = sentence
    }
}
