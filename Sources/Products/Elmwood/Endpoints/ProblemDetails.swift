import ElmwoodArchitecture
import ElmwoodHTTPServer
import ElmwoodLanguages

/// An error with a response of its own, which an endpoint or a middleware throws.
///
/// ```swift
/// struct Invalid: ResponseError {
///     var errors: [String: [String]]
///
///     func response() throws -> Response { try .json(["errors": errors], status: .unprocessableContent) }
/// }
/// ```
public protocol ResponseError: Error {
    /// Returns the response.
    func response() throws -> Response
}

/// An error with a status and one sentence for the client, as `application/problem+json` (RFC 9457).
///
/// ```swift
/// throw ProblemDetails(.notFound, "There is no article “\(slug)”.")
/// ```
///
/// A browser that loads a page receives the site's page for that status.
public struct ProblemDetails: ResponseError, Equatable {
    /// The status of the response.
    public var status: HTTPStatus
    /// One plain sentence about what is wrong with this request. Those of Elmwood about a body are in English, for the client's
    /// developers.
    public var detail: String
    /// The address of a description of the kind of problem; nil if the status says enough.
    public var type: String?
    /// Further members, by name.
    public var members: [String: JSONValue] = [:]

    /// Creates a problem.
    public init(_ status: HTTPStatus, _ detail: String, type: String? = nil, members: [String: JSONValue] = [:]) {
        self.status = status
        self.detail = detail
        self.type = type
        self.members = members
    }

    /// Returns the problem as JSON.
    public func response() throws -> Response {
        var members = members
        members["type"] = .string(type ?? "about:blank")
        members["title"] = .string(Sentences.english[.status(Int(status.rawValue))])
        members["status"] = .number(JSONNumber(Int(status.rawValue)))
        members["detail"] = .string(detail)
        return Response(
            status,
            headers: ["Content-Type": "application/problem+json", "Cache-Control": "no-store"],
            body: .bytes(try JSONCoding.encode(JSONValue.object(members)))
        )
    }
}

extension ProblemDetails {
    /// Creates the problem of a number in a body that does not fit into its property.
    init(_ misfit: NumberPlace) {
        self.init(at: misfit.path, "this is not \(Self.name(of: Int.self)).")
    }

    /// Creates the problem of a body that is JSON, but not that of a value.
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(at: context.codingPath + [key], "this is missing.")
        case .typeMismatch(let type, let context):
            self.init(at: context.codingPath, "this is not \(Self.name(of: type)).")
        case .valueNotFound(let type, let context):
            self.init(at: context.codingPath, "this is null, and must be \(Self.name(of: type)).")
        case .dataCorrupted(let context):
            // The description is that of the value's own decoding.
            self.init(at: context.codingPath, context.debugDescription)
        @unknown default:
            self.init(.unprocessableContent, "The body is JSON of another kind than this address reads.")
        }
    }

    private init(at path: [any CodingKey], _ sentence: String) {
        var place = ""
        var pointer = ""
        for key in path {
            if let index = key.intValue {
                place += "[\(index)]"
                pointer += "/\(index)"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
                // RFC 6901, section 3.
                pointer += "/" + key.stringValue.replacing("~", with: "~0").replacing("/", with: "~1")
            }
        }
        self.init(
            .unprocessableContent,
            "\(place.isEmpty ? "The body" : place): \(sentence)",
            members: ["pointer": .string("#" + pointer)]
        )
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "such a number"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "an array"
        default: "a value of that kind"
        }
    }
}
