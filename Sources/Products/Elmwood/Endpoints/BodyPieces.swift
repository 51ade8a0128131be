import ElmwoodFormData
import ElmwoodThreads
import Glibc

extension EndpointRequest {
    /// The body, a piece after the other: of a large one there is never more than a piece in memory.
    ///
    /// ```swift
    /// site.post("/import", body: .file(upTo: 1_000_000_000)) { request in
    ///     for try await piece in request.pieces { try await reader.read(piece) }
    ///     return .empty
    /// }
    /// ```
    ///
    /// At an endpoint with ``EndpointBody/file(upTo:)`` the pieces are read from the file that the body was written to as it arrived. So a slow
    /// client takes no time of the endpoint, and a request that does not arrive whole never reaches it.
    public var pieces: BodyPieces { BodyPieces(file: file, bytes: file == nil ? body : []) }
}

/// The pieces of a request's body, at most 64 KB each: see ``EndpointRequest/pieces``.
public struct BodyPieces: AsyncSequence, Sendable {
    /// The greatest size of a piece.
    static let size = 65_536

    let file: UploadedFile?
    let bytes: [UInt8]

    /// Reads them from the beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(file: file, rest: bytes[...]) }

    /// Reads the pieces one after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let file: UploadedFile?
        private var rest: ArraySlice<UInt8>
        private var reader: FileReader?

        fileprivate init(file: UploadedFile?, rest: ArraySlice<UInt8>) {
            self.file = file
            self.rest = rest
        }

        /// Returns the next piece; nil at the end.
        ///
        /// - Throws: ``BodyReadError`` if the file cannot be read, since it was moved or the request has been answered.
        public mutating func next() async throws -> [UInt8]? {
            // An empty body has no file.
            guard let file, !file.path.isEmpty else {
                defer { rest = rest.dropFirst(BodyPieces.size) }
                return rest.isEmpty ? nil : Array(rest.prefix(BodyPieces.size))
            }
            let known = reader
            // The disk may be slow.
            let (reader, piece) = try await withTaskExecutorPreference(BlockingThreads.shared) {
                let reader = try known ?? FileReader(file.path)
                return (reader, try reader.next())
            }
            self.reader = reader
            return piece
        }
    }
}

/// A body could not be read from its file.
public struct BodyReadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, in a sentence.
    public let description: String

    fileprivate init(_ error: Int32) {
        description = "The body's file cannot be read: \(String(cString: strerror(error)))."
    }
}

/// An open file, closed when nobody reads it any more.
private final class FileReader: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(BodyReadError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BodyReadError(errno) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func next() throws(BodyReadError) -> [UInt8]? {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: BodyPieces.size) { buffer, count in
            var result = read(descriptor, buffer.baseAddress, buffer.count)
            while result < 0, errno == EINTR { result = read(descriptor, buffer.baseAddress, buffer.count) }
            if result < 0 { failure = errno }
            count = max(0, result)
        }
        guard failure == 0 else { throw BodyReadError(failure) }
        return piece.isEmpty ? nil : piece
    }
}
