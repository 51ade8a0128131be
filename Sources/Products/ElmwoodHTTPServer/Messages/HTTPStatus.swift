/// A response's status code (RFC 9110 §15).
public struct HTTPStatus: RawRepresentable, Equatable, Hashable, Sendable {
    /// The code, from 200 to 599.
    public let rawValue: UInt16

    /// Creates a status from its code; a code outside of 200…599 becomes 500, since no final response may carry it.
    public init(rawValue: UInt16) {
        self.rawValue = (200...599).contains(rawValue) ? rawValue : 500
    }

    /// 200: the request succeeded.
    public static let ok = HTTPStatus(rawValue: 200)
    /// 201: something was created.
    public static let created = HTTPStatus(rawValue: 201)
    /// 204: the request succeeded, and there is no content.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// 206: a range of the content.
    public static let partialContent = HTTPStatus(rawValue: 206)
    /// 301: the target has moved permanently.
    public static let movedPermanently = HTTPStatus(rawValue: 301)
    /// 302: another address for this time.
    public static let found = HTTPStatus(rawValue: 302)
    /// 303: the client should GET another address next.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// 304: the client's copy is still current.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// 307: the same request should go to another address, this time.
    public static let temporaryRedirect = HTTPStatus(rawValue: 307)
    /// 308: the same request should go to another address, from now on.
    public static let permanentRedirect = HTTPStatus(rawValue: 308)
    /// 400: the request is malformed.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// 401: the client is not authenticated.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// 403: the client may not do this.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// 404: nothing exists at the target.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// 405: the target does not support the method.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 406: the target has no representation that the client accepts.
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    /// 408: the request did not arrive in time.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409: the request conflicts with the target's current state.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// 411: the request needs a length.
    public static let lengthRequired = HTTPStatus(rawValue: 411)
    /// 412: a condition of the request is not met.
    public static let preconditionFailed = HTTPStatus(rawValue: 412)
    /// 413: the body is too large.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 414: the request's target is too long.
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    /// 415: the target does not accept the body's type.
    public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416: the requested range lies outside of the content.
    public static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 417: the request's `Expect` cannot be met.
    public static let expectationFailed = HTTPStatus(rawValue: 417)
    /// 422: the fields were understood, but their values are not valid.
    public static let unprocessableContent = HTTPStatus(rawValue: 422)
    /// 429: too many requests in a time.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// 431: the header fields are too large.
    public static let requestHeaderFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500: something went wrong on the server.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501: the server does not support the method or transfer coding.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// 503: the server cannot answer now.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 505: the server does not support the request's version of HTTP.
    public static let httpVersionNotSupported = HTTPStatus(rawValue: 505)
}
