import ElmwoodFormData

/// Why the server itself refuses a request: the status, and one plain sentence for the client.
struct Refusal: Error, Equatable {
    let status: HTTPStatus
    let sentence: String
    /// The reason in one word, for metrics.
    let reason: String

    init(_ status: HTTPStatus, _ sentence: String, reason: String = "malformed") {
        self.status = status
        self.sentence = sentence
        self.reason = reason
    }

    static let targetTooLong = Refusal(.uriTooLong, "The address is too long.", reason: "target_length")
    static let headTooLong = Refusal(
        .requestHeaderFieldsTooLarge,
        "The request's header fields are too large.",
        reason: "head_length"
    )
    static let bodyTooLong = Refusal(.contentTooLarge, "The request's body is too large.", reason: "body_length")
    static func bodyTooLong(upTo bytes: Int) -> Refusal {
        Refusal(
            .contentTooLarge,
            "The request's body is larger than \(megabytes(bytes)) MB.",
            reason: bodyTooLong.reason
        )
    }
    static let requestTimeout = Refusal(.requestTimeout, "The request did not arrive in time.", reason: "receive_time")
    static let unknownMethod = Refusal(.notImplemented, "The server does not know this method.", reason: "method")
    static let unknownVersion = Refusal(
        .httpVersionNotSupported,
        "The server speaks HTTP/1.1 and HTTP/1.0.",
        reason: "version"
    )
    static let badFraming = Refusal(.badRequest, "The request's lines are malformed.")
    static let badField = Refusal(.badRequest, "A header field of the request is malformed.")
    static let tooManyMarks = Refusal(
        .badRequest,
        "A header field of the request contains more than \(CombiningMarks.most) combining marks in a row."
    )
    static let badLength = Refusal(.badRequest, "The request states its length twice, or wrongly.")
    static let paddedCoding = Refusal(.badRequest, "The request's Transfer-Encoding ends with white space.")
    static let unknownCoding = Refusal(
        .notImplemented,
        "The server does not know this transfer coding.",
        reason: "coding"
    )
    static let badHost = Refusal(.badRequest, "The request must name one host.")
    static let badExpectation = Refusal(
        .expectationFailed,
        "The server cannot meet what the request expects.",
        reason: "expectation"
    )
    static let noAnswer = Refusal(.internalServerError, "Something went wrong on the server.", reason: "no_answer")
    static let lateAnswer = Refusal(.serviceUnavailable, "The server took too long to answer.", reason: "answer_time")
    static let tooManyConnections = Refusal(
        .serviceUnavailable,
        "The server has too many connections.",
        reason: "connections"
    )
    static let tooManyUnsentBytes = Refusal(
        .serviceUnavailable,
        "Too many answers to this client wait to be read.",
        reason: "unsent_bytes"
    )
    static let tooManyUploads = Refusal(
        .serviceUnavailable,
        "Too many files are on their way to the server.",
        reason: "upload_bytes"
    )
    static let stopping = Refusal(.serviceUnavailable, "The server is stopping.", reason: "stopping")

    /// The refusal for a status with which the library refuses a request.
    init(libraryStatus: UInt32) {
        switch libraryStatus {
        case 413: self = .bodyTooLong
        case 414: self = .targetTooLong
        case 431: self = .headTooLong
        case 505: self = .unknownVersion
        case 400..<500: self = .badFraming
        default: self = .noAnswer
        }
    }
}
