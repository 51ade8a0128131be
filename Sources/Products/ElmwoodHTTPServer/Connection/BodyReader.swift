import ElmwoodFormData

/// Reads a request's body as it arrives: the files of a form, and a body that a handler wants as a file, are written to disk. Everything
/// else is collected.
final class BodyReader {
    /// The body that was read: bytes that are not a form, a form, or a file.
    struct Content {
        var bytes: [UInt8] = []
        var form: FormData?
        var file: UploadedFile?
        var uploads: UploadFolder?
    }

    private enum Kind {
        case bytes
        case urlencoded
        case multipart
        case file
        case sink
    }

    private let kind: Kind
    private let head: RequestHead
    private var bytes: [UInt8] = []
    /// Reads the body if it is a multipart one.
    private var reader: FormDataReader?
    private let uploads: UploadFolder?
    private var sink: BodySink?
    private let limits: FormDataLimits
    /// The most bytes of the body.
    private let longest: Int
    private let log: @Sendable (String) -> Void
    /// How many bytes have arrived.
    private(set) var count: UInt64 = 0
    /// Why the body is refused. Further bytes are then dropped.
    private(set) var refusal: Refusal?

    /// Whether the body is so long, or contains files, that it is better refused before it arrives.
    let isLong: Bool
    /// How many bytes of files the body can have at most.
    let mostUploadedBytes: Int

    /// Creates a reader for the body that a head announces.
    ///
    /// - Parameter storage: how a body that is no form is received, and how large the files of a form may be.
    /// - Throws: the refusal, if the announced length or type is not allowed.
    init(
        head: RequestHead,
        limits: FormDataLimits,
        uploadFolder: String,
        log: @escaping @Sendable (String) -> Void,
        storage: () -> BodyStorage = { .memory }
    ) throws(Refusal) {
        self.head = head
        self.log = log
        self.limits = limits
        var longest = limits.bytes
        switch try Self.encoding(of: head) {
        case nil:
            switch storage() {
            case .memory:
                kind = .bytes
                uploads = nil
            case .file(let limit):
                longest = max(0, limit)
                kind = .file
                uploads = UploadFolder(path: uploadFolder)
            case .sink(let sink):
                longest = max(0, sink.limit)
                kind = .sink
                uploads = nil
                self.sink = sink
            }
        case .urlencoded:
            kind = .urlencoded
            uploads = nil
        case .multipart(let boundary)?:
            let uploads = UploadFolder(path: uploadFolder)
            kind = .multipart
            self.uploads = uploads
            var limits = limits
            var files = limits.files.multipliedReportingOverflow(by: limits.fileBytes)
            if case .file(let limit) = storage() {
                limits.fileBytes = max(0, limit)
                files = (limits.fileBytes, false)
            }
            reader = FormDataReader(encoding: .multipart(boundary: boundary), limits: limits, sink: uploads)
            let all = longest.addingReportingOverflow(files.partialValue)
            longest = files.overflow || all.overflow ? .max : all.partialValue
        }
        self.longest = longest
        let length = head.contentLength
        let isUpload = uploads != nil || sink != nil
        isLong = isUpload || length ?? .max > 64 * 1024
        // They are added up over all connections, and must not overflow.
        mostUploadedBytes = !isUpload ? 0 : min(length.map { Int(clamping: $0) } ?? longest, 1 << 40)
        guard let length else { return }
        guard length <= UInt64(max(0, longest)) else { throw tooLong }
        if !isUpload { bytes.reserveCapacity(Int(length)) }
    }

    /// The refusal of a body with more bytes than it may have.
    private var tooLong: Refusal { uploads == nil && sink == nil ? .bodyTooLong : .bodyTooLong(upTo: longest) }

    /// Writes the next bytes of a body that is a file.
    private func write(_ piece: UnsafeRawBufferPointer) {
        do {
            // The file is opened with its first bytes.
            if count == UInt64(piece.count) { try uploads?.open(filename: "", contentType: "") }
            try uploads?.write(Array(piece))
        } catch {
            refusal = refusal(for: error)
        }
    }

    /// Returns the encoding of the body, if it is a form.
    private static func encoding(of head: RequestHead) throws(Refusal) -> FormDataEncoding? {
        guard let type = head.headers.bytes(of: "content-type") else { return nil }
        do throws(FormDataError) {
            return try FormDataEncoding(contentType: type.span)
        } catch {
            if error.kind == .unsupported { return nil }
            throw Refusal(error)
        }
    }

    /// Reads the next bytes.
    func take(_ piece: UnsafeRawBufferPointer) {
        count &+= UInt64(piece.count)
        guard refusal == nil else { return }
        guard count <= UInt64(max(0, longest)) else {
            bytes = []
            reader?.abandon()
            uploads?.abandon()
            refusal = tooLong
            return
        }
        switch kind {
        case .file: write(piece)
        case .sink: sink?.write(piece)
        case .multipart:
            do {
                try reader?.push(Array(piece))
            } catch {
                refusal = self.refusal(for: error)
            }
        case .bytes, .urlencoded: bytes.append(contentsOf: piece)
        }
    }

    /// Returns the complete body.
    func finish() throws(Refusal) -> Content {
        if let refusal { throw refusal }
        do {
            switch kind {
            case .bytes: return Content(bytes: bytes)
            case .sink: return Content()
            case .urlencoded: return Content(form: try FormData(urlencoded: bytes, limits: limits))
            case .multipart: return Content(form: try reader?.finish(), uploads: uploads)
            case .file:
                let type = head.headers["content-type"] ?? "application/octet-stream"
                let path = count == 0 ? "" : try uploads?.close() ?? ""
                let file = UploadedFile(filename: "", contentType: type, size: Int(clamping: count), path: path)
                return Content(file: file, uploads: uploads)
            }
        } catch {
            throw self.refusal(for: error)
        }
    }

    private func refusal(for error: any Error) -> Refusal {
        if let error = error as? FormDataError { return Refusal(error) }
        log("\(error)")
        return .noAnswer
    }
}

extension Refusal {
    fileprivate init(_ error: FormDataError) {
        let status: HTTPStatus =
            switch error.kind {
            case .malformed: .badRequest
            case .tooLarge, .tooMany: .contentTooLarge
            case .unsupported: .unsupportedMediaType
            }
        self.init(status, error.description)
    }
}

extension FormDataLimits {
    /// The limits of the forms that a server receives.
    init(_ configuration: ServerConfiguration) {
        let limits = configuration.limits
        self.init(
            fields: limits.fields,
            valueBytes: limits.body,
            bytes: limits.body,
            files: limits.files,
            fileBytes: limits.file
        )
        passesLargeFiles = configuration.passesLargeFiles
    }
}
