/// Why the server itself refuses a request: the status, and one plain sentence for the client.
struct Refusal: Error, Equatable {
    let status: HTTPStatus
    let sentence: String

    init(_ status: HTTPStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    static let targetTooLong = Refusal(.uriTooLong, "The address is too long.")
    static let headTooLong = Refusal(.requestHeaderFieldsTooLarge, "The request's header fields are too large.")
    static let bodyTooLong = Refusal(.contentTooLarge, "The request's body is too large.")
    static let requestTimeout = Refusal(.requestTimeout, "The request did not arrive in time.")
    static let unknownMethod = Refusal(.notImplemented, "The server does not know this method.")
    static let unknownVersion = Refusal(.httpVersionNotSupported, "The server speaks HTTP/1.1 and HTTP/1.0.")
    static let badFraming = Refusal(.badRequest, "The request's lines are malformed.")
    static let badField = Refusal(.badRequest, "A header field of the request is malformed.")
    static let badLength = Refusal(.badRequest, "The request states its length twice, or wrongly.")
    static let unknownCoding = Refusal(.notImplemented, "The server does not know this transfer coding.")
    static let badHost = Refusal(.badRequest, "The request must name one host.")
    static let badExpectation = Refusal(.expectationFailed, "The server cannot meet what the request expects.")
    static let noAnswer = Refusal(.internalServerError, "Something went wrong on the server.")
    static let lateAnswer = Refusal(.serviceUnavailable, "The server took too long to answer.")
    static let tooManyConnections = Refusal(.serviceUnavailable, "The server has too many connections.")
    static let tooManyUnsentBytes = Refusal(.serviceUnavailable, "Too many answers to this client wait to be read.")
    static let tooManyUploads = Refusal(.serviceUnavailable, "Too many files are on their way to the server.")
    static let stopping = Refusal(.serviceUnavailable, "The server is stopping.")
}
