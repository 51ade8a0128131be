import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodLanguages
import ElmwoodSessions

/// The reason why a request was not performed: a status, one plain sentence, and the alternatives. Nothing was partially applied.
package struct Refusal: Equatable, Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The reason, in one sentence for the visitor, without internal details.
    package var detail: Detail
    /// What the page offers instead, one line each.
    package var offers: [String] = []
    /// How many seconds to wait before another attempt, with the statuses 429 and 503; nil: one.
    package var secondsToWait: Int?
    /// The reason in one word, for metrics; nil if the status says it.
    package var reason: String?
    /// The methods that the address answers, with the status 405.
    var methods = "GET, HEAD, POST"
    /// The language of the page that the refused post belongs to; nil for the visitor's by `Accept-Language`.
    package var language: Language?
    /// The address of the history that shows an earlier moment; nil if there is none.
    package var history: String?

    package static let crossSite = Refusal(
        status: 403,
        sentence: .crossSite,
        reason: "cross_site"
    )

    package static let unknownHost = Refusal(
        status: 421,
        sentence: .unknownHost,
        reason: "unknown_host"
    )

    package static let notFound = Refusal(status: 404, sentence: .notFound)

    package static let methodNotAllowed = Refusal(
        status: 405,
        sentence: .methods("GET, HEAD, POST"),
        reason: "method"
    )

    package static let unsupportedMediaType = Refusal(
        status: 415,
        sentence: .postTypes,
        reason: "media_type"
    )

    package static func tooManyPosts(secondsToWait: Int) -> Refusal {
        var refusal = Refusal(
            status: 429,
            sentence: .tooMuchAtOnce,
            reason: "post_rate"
        )
        refusal.secondsToWait = secondsToWait
        return refusal
    }

    /// What the server itself refuses.
    ///
    /// - Parameter sentence: the server's, which says in English what of the request is malformed.
    static func server(_ status: HTTPStatus, _ sentence: String, in language: Language) -> Refusal {
        let general: Sentence =
            switch status {
            case .badRequest: .malformedRequest
            case .requestTimeout: .receivedTooLate
            case .contentTooLarge: .contentTooLarge
            case .uriTooLong: .addressTooLong
            case .unsupportedMediaType: .postTypes
            case .requestHeaderFieldsTooLarge: .headersTooLarge
            case .serviceUnavailable: .tooMuchToDo
            case .internalServerError: .serverFailed
            default: .cannotMeet
            }
        if status == .badRequest, language == "en" { return Refusal(status: 400, text: sentence) }
        return Refusal(status: Int(status.rawValue), sentence: general)
    }

    /// The address answers these methods only.
    static func methodNotAllowed(_ methods: String) -> Refusal {
        var refusal = Refusal(status: 405, sentence: .methods(methods), reason: "method")
        refusal.methods = methods
        return refusal
    }

    static let containsNUL = malformed(.containsNUL)

    static func fileTooLarge(_ limit: Int) -> Refusal {
        Refusal(status: 413, sentence: .chooseSmallerFile(megabytes: megabytes(limit)), reason: "body_length")
    }

    static func tooManyMarks(in field: String) -> Refusal {
        let sentence = Sentence.fieldHasTooManyMarks(field, limit: CombiningMarks.most)
        return Refusal(status: 422, sentence: sentence, reason: "malformed")
    }

    package static func malformed(_ sentence: Sentence) -> Refusal {
        Refusal(status: 400, sentence: sentence, reason: "malformed")
    }

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - offers: what the page offers instead.
    ///   - reason: the reason in one word, for metrics.
    package init(status: Int, sentence: Sentence, offers: [String] = [], reason: String? = nil) {
        self.reason = reason
        self.status = status
        detail = .sentence(sentence)
        self.offers = offers
    }

    /// Creates a refusal with a text that is not Elmwood's own.
    package init(status: Int, text: String) {
        self.status = status
        detail = .text(text)
    }

    /// The reason of a refusal.
    package enum Detail: Equatable, Sendable {
        /// A sentence of Elmwood's own, in whichever language.
        case sentence(Sentence)
        /// A sentence of the app's own, or one for developers.
        case text(String)
    }

    /// Creates the refusal for a program that threw, or a limit that was exceeded.
    package init(_ failure: SessionFailure) {
        let (status, sentence) = failure.refusal
        self.init(status: status, sentence: sentence, reason: failure.reason)
    }
}
