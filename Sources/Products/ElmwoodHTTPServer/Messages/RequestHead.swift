import CElmwoodMicrohttpd
import Glibc

/// A request's head, checked: requests that the library accepts in violation of RFC 9112 are refused here.
///
/// The library (0.9.75) reads the head in place: it writes a NUL over each line's end and over each colon, and passes pointers into
/// that one buffer. So the addresses of the pieces show how they were written. Each has to begin exactly two bytes (CR LF) after
/// the end of the one before it, and the head has to end with an empty line. A bare LF, a folded field (which the library joins
/// elsewhere), a NUL in a value and white space before a colon all violate that. Only addresses are compared; no byte is read
/// except those that the library refers to.
///
/// It is a class, since the request and what is made for it refer to it.
final class RequestHead: Sendable {
    let method: HTTPMethod
    /// The version is HTTP/1.0 or HTTP/1.1.
    let minorVersion: Int
    let target: RequestTarget
    let headers: HeaderFields
    /// The target, followed by the packed header fields.
    let packed: [UInt8]
    let targetLength: Int
    /// The body's length in bytes; nil if it is sent in chunks.
    let contentLength: UInt64?
    /// Why the request is refused although its head could be read: nil if it is not.
    let refusal: Refusal?

    /// Reads the head of a connection's request.
    init(
        of connection: OpaquePointer,
        method: UnsafePointer<CChar>,
        version: UnsafePointer<CChar>,
        target: RawTarget,
        limits: ServerLimits
    ) throws(Refusal) {
        let length = elmwood_head_length(connection)
        guard target.bytes.count <= limits.target else { throw .targetTooLong }
        guard length <= limits.head else { throw .headTooLong }

        let methodBytes = UnsafeBufferPointer(start: method, count: strlen(method))
        let versionBytes = UnsafeBufferPointer(start: version, count: strlen(version))
        var reader = HeaderReader(firstField: UInt(bitPattern: version) &+ UInt(versionBytes.count) &+ 2)
        let packed = reader.read(connection, behind: target.bytes, headLength: length)
        if Self.readsInPlace {
            let end = UInt(bitPattern: method) &+ UInt(length)
            guard UInt(bitPattern: method) &+ UInt(methodBytes.count) &+ 1 == target.start,
                target.start &+ UInt(target.bytes.count) &+ 1 == UInt(bitPattern: version),
                reader.isContiguous, reader.expected &+ 2 == end
            else { throw .badFraming }
        }
        guard !reader.hasBadField else { throw .badField }
        guard !reader.hasTooManyMarks else { throw .tooManyMarks }
        minorVersion = try Self.minorVersion(versionBytes)
        self.method = try Self.method(methodBytes)
        contentLength = try reader.bodyLength(minorVersion: minorVersion)
        try reader.checkHost(minorVersion: minorVersion)
        if let expectation = reader.expectation, expectation != "100-continue" { throw .badExpectation }

        self.packed = packed
        targetLength = target.bytes.count
        headers = HeaderFields(packed: packed, from: targetLength)
        do throws(RequestTarget.Refusal) {
            self.target = try RequestTarget(target.bytes.span, isOptions: self.method == .options)
            refusal = nil
        } catch {
            let refusal = Refusal(.badRequest, error.description)
            // The path is clear, and tells in what form its client expects the refusal.
            let path = Array(target.bytes.prefix { $0 != UInt8(ascii: "?") })
            guard error == .nul || error == .marks, let target = try? RequestTarget(path.span) else {
                throw refusal
            }
            self.target = target
            self.refusal = refusal
        }
    }

    /// Creates the head of a request that is not received over the network.
    ///
    /// - Throws: `RequestTarget.Refusal` if the server would refuse the target.
    init(
        _ method: HTTPMethod,
        _ target: String,
        headers: [(name: String, value: String)],
        contentLength: Int = 0
    ) throws(RequestTarget.Refusal) {
        var packed = Array(target.utf8)
        self.target = try RequestTarget(packed.span, isOptions: method == .options)
        targetLength = packed.count
        for (name, value) in headers { HeaderFields.append(name: name, value: value, to: &packed) }
        self.packed = packed
        self.headers = HeaderFields(packed: packed, from: targetLength)
        self.method = method
        minorVersion = 1
        self.contentLength = UInt64(max(0, contentLength))
        refusal = nil
    }

    /// Whether the library reads in place: versions before 0.9.77 do; later ones are strict themselves.
    static let readsInPlace = libraryPrecedes([0, 9, 77])

    private static let libraryVersion: [Int] = {
        let version = MHD_get_version().map { String(cString: $0) } ?? ""
        return version.split(separator: ".").map { Int($0) ?? 0 }
    }()

    /// Whether the library is of an earlier version.
    static func libraryPrecedes(_ version: [Int]) -> Bool { libraryVersion.lexicographicallyPrecedes(version) }

    private static func minorVersion(_ bytes: UnsafeBufferPointer<CChar>) throws(Refusal) -> Int {
        if isEqual(bytes, "HTTP/1.1") { return 1 }
        if isEqual(bytes, "HTTP/1.0") { return 0 }
        // A later minor version is read as the highest that is known (RFC 9110 §2.5).
        let digits = UInt8(ascii: "2")...UInt8(ascii: "9")
        if bytes.count == 8, let last = bytes.last, digits.contains(UInt8(bitPattern: last)),
            isEqual(UnsafeBufferPointer(rebasing: bytes[..<7]), "HTTP/1.")
        {
            return 1
        }
        throw .unknownVersion
    }

    private static func method(_ bytes: UnsafeBufferPointer<CChar>) throws(Refusal) -> HTTPMethod {
        switch bytes.count {
        case 3 where isEqual(bytes, "GET"): return .get
        case 3 where isEqual(bytes, "PUT"): return .put
        case 4 where isEqual(bytes, "POST"): return .post
        case 4 where isEqual(bytes, "HEAD"): return .head
        case 5 where isEqual(bytes, "PATCH"): return .patch
        case 6 where isEqual(bytes, "DELETE"): return .delete
        case 7 where isEqual(bytes, "OPTIONS"): return .options
        default:
            guard bytes.allSatisfy({ TokenBytes.contains(UInt8(bitPattern: $0)) }) else { throw .badFraming }
            throw .unknownMethod
        }
    }

    private static func isEqual(_ bytes: UnsafeBufferPointer<CChar>, _ text: StaticString) -> Bool {
        guard let start = bytes.baseAddress, bytes.count == text.utf8CodeUnitCount else { return false }
        return memcmp(start, text.utf8Start, bytes.count) == 0
    }
}

/// A request's target as received, with its address in the library's buffer.
struct RawTarget {
    let bytes: [UInt8]
    let start: UInt
}
