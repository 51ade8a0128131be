/// The headers that make a request conditional on the state of the resource (RFC 9110 §13).
public struct ConditionalRequest: Equatable, Sendable {
    /// The value of `If-Match`, or nil if the request has none.
    public var ifMatch: String?
    /// The value of `If-None-Match`.
    public var ifNoneMatch: String?
    /// The value of `If-Modified-Since`.
    public var ifModifiedSince: String?
    /// The value of `If-Unmodified-Since`.
    public var ifUnmodifiedSince: String?
    /// The value of `If-Range`.
    public var ifRange: String?

    /// The result of evaluating the conditions.
    public enum Outcome: Equatable, Sendable {
        /// Answer as if there were no conditions.
        case proceed
        /// 304: the client has it already.
        case notModified
        /// 412: the resource is not in the state that the client expects.
        case preconditionFailed
    }

    /// Creates conditions.
    public init(
        ifMatch: String? = nil,
        ifNoneMatch: String? = nil,
        ifModifiedSince: String? = nil,
        ifUnmodifiedSince: String? = nil,
        ifRange: String? = nil
    ) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.ifModifiedSince = ifModifiedSince
        self.ifUnmodifiedSince = ifUnmodifiedSince
        self.ifRange = ifRange
    }

    /// Reads the conditions from a request's header fields.
    public init(_ headers: HeaderFields) {
        // These are lists, which several fields may make up (RFC 9110 §5.3).
        func list(_ name: String) -> String? {
            headers.joinedBytes(of: name, by: ",").map { String(decoding: $0, as: UTF8.self) }
        }
        self.init(
            ifMatch: list("if-match"),
            ifNoneMatch: list("if-none-match"),
            ifModifiedSince: headers["if-modified-since"],
            ifUnmodifiedSince: headers["if-unmodified-since"],
            ifRange: headers["if-range"]
        )
    }

    /// Evaluates the conditions for an existing resource, in the order of RFC 9110 §13.2.2.
    ///
    /// - Parameters:
    ///   - isRead: Whether the method is GET or HEAD.
    ///   - entityTag: The resource's tag, if it has one.
    ///   - lastModified: When the resource was last changed, if known.
    public func outcome(isRead: Bool, entityTag: EntityTag?, lastModified: HTTPDate?) -> Outcome {
        if let ifMatch {
            guard Self.isAny(ifMatch) || Self.holds(ifMatch, entityTag, EntityTag.matchesStrongly) else {
                return .preconditionFailed
            }
        } else if let ifUnmodifiedSince, let date = HTTPDate(ifUnmodifiedSince), let lastModified, lastModified > date {
            return .preconditionFailed
        }
        if let ifNoneMatch {
            if Self.isAny(ifNoneMatch) || Self.holds(ifNoneMatch, entityTag, EntityTag.matchesWeakly) {
                return isRead ? .notModified : .preconditionFailed
            }
        } else if isRead, let ifModifiedSince, let date = HTTPDate(ifModifiedSince), let lastModified,
            lastModified <= date
        {
            return .notModified
        }
        return .proceed
    }

    /// Whether a `Range` header of the request may be applied: it has no `If-Range`, or one that matches the current bytes.
    ///
    /// A date matches only if it is the date of the last change, to the second, and that second is over (RFC 9110 §8.8.2.2).
    public func allowsRange(entityTag: EntityTag?, lastModified: HTTPDate?, now: HTTPDate = .now) -> Bool {
        guard let ifRange else { return true }
        if let tag = EntityTag.list(ifRange).first {
            return entityTag?.matchesStrongly(tag) ?? false
        }
        guard let date = HTTPDate(ifRange), let lastModified else { return false }
        return date == lastModified && lastModified < now
    }

    private static func isAny(_ header: String) -> Bool {
        header.split { $0 == " " || $0 == "\t" } == ["*"]
    }

    private static func holds(
        _ header: String,
        _ tag: EntityTag?,
        _ matches: (EntityTag) -> (EntityTag) -> Bool
    ) -> Bool {
        guard let tag else { return false }
        // The client may have received the content compressed, with the tag of that.
        let tags = [tag, tag.gzipped].compactMap(\.self)
        return EntityTag.list(header).contains { known in tags.contains { matches($0)(known) } }
    }
}
