/// Reads an `Accept-Encoding` header (RFC 9110 §12.5.3).
public enum AcceptEncoding {
    /// Whether a client with this header is sent gzip: it accepts it, and does not prefer the content as it is.
    ///
    /// ```swift
    /// AcceptEncoding.permitsGzip(request.headers)
    /// ```
    ///
    /// A client without the header accepts anything by the standard. It is sent the content as it is, which is safe.
    public static func permitsGzip(_ headers: HeaderFields) -> Bool {
        guard let header = headers.joinedBytes(of: "accept-encoding", by: ",") else { return false }
        return permitsGzip(header.span)
    }

    static func permitsGzip(_ header: Span<UInt8>) -> Bool {
        var gzip: Int?
        var any: Int?
        var identity: Int?
        var index = 0
        while index < header.count {
            guard let coding = WeightedElement(header, from: &index) else { continue }
            // `x-gzip` is the same (RFC 9110 §8.4.1.3).
            if coding.isNamed("gzip", in: header) || coding.isNamed("x-gzip", in: header) {
                gzip = max(gzip ?? 0, coding.quality)
            } else if coding.isNamed("*", in: header) {
                any = coding.quality
            } else if coding.isNamed("identity", in: header) {
                identity = coding.quality
            }
        }
        let quality = gzip ?? any ?? 0
        return quality > 0 && quality >= identity ?? 0
    }
}
