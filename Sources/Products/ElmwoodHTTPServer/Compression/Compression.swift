/// How a server compresses the content of its responses: by gzip (RFC 1952), if the client accepts it.
///
/// ```swift
/// configuration.compression = Compression(level: 4)
/// ```
///
/// Content in memory (``Response/Body/bytes(_:)``) is compressed if its type is a text, such as HTML, CSS or JSON. Left as they are:
///
/// - content below the ``leastSize``, or above 4 MB, whose compression would hold up the other connections of its loop;
/// - types that are compressed already (images, audio, archives), streams, and parts of files;
/// - a response with a `Content-Encoding` of its own, or with `Cache-Control: no-transform`, which proxies obey too;
/// - the response to a request that another site's page may have caused in the name of a visitor: by the lengths of many compressed
///   responses, such a page could find out what they contain (BREACH). A request with a `Cookie` or an `Authorization` is answered
///   with compressed content only if its `Sec-Fetch-Site` is `same-origin` or `none`.
public struct Compression: Equatable, Sendable {
    /// How much time is spent, from 1, which is the fastest, to 9, which makes the least bytes.
    public let level: Int
    /// The size in bytes from which content is compressed.
    public let leastSize: Int

    /// The size in bytes up to which content is compressed.
    static let greatestSize = 4_000_000

    /// Creates a way to compress. A level beyond the range becomes its nearest end.
    public init(level: Int = 1, leastSize: Int = 2_000) {
        self.level = min(max(level, 1), 9)
        self.leastSize = max(leastSize, 1)
    }
}
