/// A response's status code (RFC 9110 §15): all that the registry of IANA names, beside 1xx, which no final response has.
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
    /// 202: the request will be processed later.
    public static let accepted = HTTPStatus(rawValue: 202)
    /// 203: a proxy has changed the content.
    public static let nonAuthoritativeInformation = HTTPStatus(rawValue: 203)
    /// 204: the request succeeded, and there is no content.
    public static let noContent = HTTPStatus(rawValue: 204)
    /// 205: the client should reset the form from which it sent this.
    public static let resetContent = HTTPStatus(rawValue: 205)
    /// 206: a range of the content.
    public static let partialContent = HTTPStatus(rawValue: 206)
    /// 207: the content tells the statuses of several operations (RFC 4918 §11.1).
    public static let multiStatus = HTTPStatus(rawValue: 207)
    /// 208: the members of a binding are listed earlier in the content (RFC 5842 §7.1).
    public static let alreadyReported = HTTPStatus(rawValue: 208)
    /// 226: the content is the result of instance manipulations (RFC 3229 §10.4.1).
    public static let imUsed = HTTPStatus(rawValue: 226)
    /// 300: the target has several representations, of which the client should choose.
    public static let multipleChoices = HTTPStatus(rawValue: 300)
    /// 301: the target has moved permanently.
    public static let movedPermanently = HTTPStatus(rawValue: 301)
    /// 302: another address for this time.
    public static let found = HTTPStatus(rawValue: 302)
    /// 303: the client should GET another address next.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// 304: the client's copy is still current.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// 305: deprecated by RFC 9110 §15.4.6.
    public static let useProxy = HTTPStatus(rawValue: 305)
    /// 307: the same request should go to another address, this time.
    public static let temporaryRedirect = HTTPStatus(rawValue: 307)
    /// 308: the same request should go to another address, from now on.
    public static let permanentRedirect = HTTPStatus(rawValue: 308)
    /// 400: the request is malformed.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// 401: the client is not authenticated.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// 402: reserved for future use.
    public static let paymentRequired = HTTPStatus(rawValue: 402)
    /// 403: the client may not do this.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// 404: nothing exists at the target.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// 405: the target does not support the method.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 406: the target has no representation that the client accepts.
    public static let notAcceptable = HTTPStatus(rawValue: 406)
    /// 407: the client is not authenticated to a proxy.
    public static let proxyAuthenticationRequired = HTTPStatus(rawValue: 407)
    /// 408: the request did not arrive in time.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 409: the request conflicts with the target's current state.
    public static let conflict = HTTPStatus(rawValue: 409)
    /// 410: what was at the target is there no more, and will not be again.
    public static let gone = HTTPStatus(rawValue: 410)
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
    /// 421: the server does not answer for the host of the target.
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// 422: the fields were understood, but their values are not valid.
    public static let unprocessableContent = HTTPStatus(rawValue: 422)
    /// 423: the target is locked (RFC 4918 §11.3).
    public static let locked = HTTPStatus(rawValue: 423)
    /// 424: an operation on which this one depends has failed (RFC 4918 §11.4).
    public static let failedDependency = HTTPStatus(rawValue: 424)
    /// 425: the request may be a replay, so it is not carried out yet (RFC 8470 §5.2).
    public static let tooEarly = HTTPStatus(rawValue: 425)
    /// 426: the server demands another protocol, which `Upgrade` names.
    public static let upgradeRequired = HTTPStatus(rawValue: 426)
    /// 428: the request needs a condition such as `If-Match` (RFC 6585 §3).
    public static let preconditionRequired = HTTPStatus(rawValue: 428)
    /// 429: too many requests in a time.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// 431: the header fields are too large.
    public static let requestHeaderFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 451: the target is withheld as the law demands (RFC 7725).
    public static let unavailableForLegalReasons = HTTPStatus(rawValue: 451)
    /// 500: something went wrong on the server.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501: the server does not support the method or transfer coding.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// 502: another server has answered what this one cannot use.
    public static let badGateway = HTTPStatus(rawValue: 502)
    /// 503: the server cannot answer now.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)
    /// 504: another server has not answered in time.
    public static let gatewayTimeout = HTTPStatus(rawValue: 504)
    /// 505: the server does not support the request's version of HTTP.
    public static let httpVersionNotSupported = HTTPStatus(rawValue: 505)
    /// 506: the chosen representation negotiates itself (RFC 2295 §8.1).
    public static let variantAlsoNegotiates = HTTPStatus(rawValue: 506)
    /// 507: there is no room to store what the request needs (RFC 4918 §11.5).
    public static let insufficientStorage = HTTPStatus(rawValue: 507)
    /// 508: the operation would never end (RFC 5842 §7.2).
    public static let loopDetected = HTTPStatus(rawValue: 508)
    /// 510: obsolete: the request lacks an extension (RFC 2774 §7).
    public static let notExtended = HTTPStatus(rawValue: 510)
    /// 511: the client must authenticate to gain access to the network (RFC 6585 §6).
    public static let networkAuthenticationRequired = HTTPStatus(rawValue: 511)
}
