import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodHTTPServer
import FoundationEssentials

extension EndpointRequest {
    /// Returns the body as a value, read from JSON. Dates are texts of ISO 8601, with or without fractions of a second.
    ///
    /// ```swift
    /// let article = try request.json(NewArticle.self)
    /// ```
    ///
    /// - Throws: ``ProblemDetails``: 415 if the body is no JSON by its type, 400 if it is malformed, and 422 with a sentence that names
    ///   the place if it is not such a value: `article.tags[0]: this is not a text.`
    public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard hasJSON else {
            throw ProblemDetails(.unsupportedMediaType, "This address reads JSON: send it as application/json.")
        }
        // Foundation's decoder would read UTF-16 and UTF-32 too, which the marks are not counted in; both contain NUL.
        guard (try? UTF8Span(validating: body.span)) != nil, body.span.firstIndex(of: 0) == nil else {
            throw ProblemDetails(.badRequest, "The body is no JSON in UTF-8.")
        }
        // Foundation's decoder needs time quadratic in the depth for each attempt to read a value as what it is not.
        guard !JSONSource.isNested(body.span, deeperThan: Self.deepestJSON) else {
            throw ProblemDetails(.badRequest, "The body is nested more than \(Self.deepestJSON) deep.")
        }
        guard CombiningMarks.areFew(inJSON: body.span) else {
            throw ProblemDetails(
                .badRequest,
                "A text of the body has more than \(CombiningMarks.most) combining marks in a row."
            )
        }
        let decoder = JSONCoding.decoder()
        if let key = JSONSource.key { decoder.userInfo[key] = JSONSource(body) }
        do {
            if Value.self == JSONValue.self { return try JSON.decode(Value.self, from: body) }
            return try decoder.decode(Value.self, from: Data(body))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            guard Value.self != JSONValue.self,
                let place = NumberPlace.find(Value.self, in: Data(body), decoder)
            else {
                throw ProblemDetails(.badRequest, "The body is no JSON.")
            }
            throw ProblemDetails(place)
        } catch let error as DecodingError {
            throw ProblemDetails(error)
        }
    }

    /// Returns the body as a text.
    ///
    /// - Throws: ``ProblemDetails``, 400, if it is not UTF-8, or has more than 30 combining marks in a row, for which Swift would take long
    ///   to compare the text with others.
    public func text() throws -> String {
        do {
            return try UploadedFile.text(of: body.span)
        } catch {
            throw ProblemDetails(.badRequest, error.description)
        }
    }

    private static var deepestJSON: Int { 64 }

    /// Whether the body is JSON by its type (RFC 8259; RFC 6839, section 3.1).
    private var hasJSON: Bool {
        guard let field = headers["content-type"] else { return !body.isEmpty }
        let type = field.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        return type == "application/json" || type.hasSuffix("+json")
    }
}

extension Response {
    /// Creates a response with a value as JSON. Dates are texts of ISO 8601 in UTC, with milliseconds.
    ///
    /// - Throws: `EncodingError` if the value cannot be written as JSON, such as a number that is not finite.
    public static func json(_ value: some Encodable, status: HTTPStatus = .ok) throws -> Response {
        Response(status, headers: jsonType, body: .bytes(try JSONCoding.encode(value)))
    }

    private static let jsonType: ResponseHeaders = ["Content-Type": "application/json"]
}

/// How endpoints read and write JSON.
enum JSONCoding {
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        return Array(try encoder.encode(value))
    }

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            for includesFraction in [true, false] {
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: includesFraction)
                if let date = try? style.parse(text) { return date }
            }
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "this is no date of ISO 8601, such as 2026-01-31T12:00:00Z."
            )
        }
        return decoder
    }
}
