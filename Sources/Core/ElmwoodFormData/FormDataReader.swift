/// Reads the body of a form as it arrives, in either encoding, and passes its files to a ``FileSink``.
///
/// ```swift
/// var reader = FormDataReader(encoding: try FormDataEncoding(contentType: type), sink: UploadFolder(path: folder))
/// try reader.push(bytes)          // for each piece of the body
/// let form = try reader.finish()
/// ```
///
/// When it throws, everything that the sink stored is abandoned, and further pieces are refused.
package struct FormDataReader: Sendable {
    private enum Body: Sendable {
        case urlencoded([UInt8])
        case multipart(MultipartParser)
    }

    private enum Field: Sendable {
        case none
        case text(name: String, bytes: [UInt8])
        /// A file. It is opened in the sink once it has a name or a byte.
        case file(MultipartPart, size: Int, isOpen: Bool)
    }

    private let limits: FormDataLimits
    private var body: Body
    private var sink: any FileSink
    private var field = Field.none
    private var form = FormData()
    private var isFinished = false

    /// Creates a reader for a body in this encoding.
    package init(encoding: FormDataEncoding, limits: FormDataLimits = FormDataLimits(), sink: any FileSink) {
        self.limits = limits
        self.sink = sink
        switch encoding {
        case .urlencoded: body = .urlencoded([])
        case .multipart(let boundary): body = .multipart(MultipartParser(boundary: boundary, limits: limits))
        }
    }

    /// Reads the next piece of the body, of any length.
    ///
    /// - Throws: ``FormDataError`` if the body is malformed or a limit exceeded, or what the sink throws.
    package mutating func push(_ piece: Span<UInt8>) throws {
        guard !isFinished else { throw FormDataError.alreadyFinished }
        do {
            try read(piece)
        } catch {
            abandon()
            throw error
        }
    }

    /// Reads the next piece of the body.
    ///
    /// - Throws: ``FormDataError`` if the body is malformed or a limit exceeded, or what the sink throws.
    package mutating func push(_ piece: [UInt8]) throws {
        try push(piece.span)
    }

    /// Ends the body, and returns its entries.
    ///
    /// - Throws: ``FormDataError`` if the body ended early or exceeds a limit, or what the sink throws.
    package mutating func finish() throws -> FormData {
        guard !isFinished else { throw FormDataError.alreadyFinished }
        do {
            switch body {
            case .urlencoded(let bytes): form = try FormData(urlencoded: bytes, limits: limits)
            case .multipart(let parser): try parser.finish()
            }
        } catch {
            abandon()
            throw error
        }
        isFinished = true
        return form
    }

    /// Discards the form if the visitor disconnected or the request was refused for another reason: the sink removes what it
    /// stored. After ``finish()`` this does nothing, since the files then belong to the form.
    package mutating func abandon() {
        guard !isFinished else { return }
        isFinished = true
        sink.abandon()
    }

    private mutating func read(_ piece: Span<UInt8>) throws {
        switch body {
        case .urlencoded(var bytes):
            // The buffer must have one owner, or each piece would copy it.
            body = .urlencoded([])
            guard bytes.count + piece.count <= limits.bytes else { throw FormDataError.bodyTooLong(limits) }
            for index in piece.indices { bytes.append(piece[index]) }
            body = .urlencoded(bytes)
        case .multipart(var parser):
            body = .urlencoded([])
            let events = try parser.push(piece)
            body = .multipart(parser)
            for event in events { try take(event) }
        }
    }

    private mutating func take(_ event: MultipartEvent) throws {
        switch event {
        case .begin(let part):
            guard let filename = part.filename else {
                field = .text(name: part.name, bytes: [])
                return
            }
            if !filename.isEmpty { try sink.open(filename: filename, contentType: part.contentType) }
            field = .file(part, size: 0, isOpen: !filename.isEmpty)
        case .data(let bytes):
            try take(bytes)
        case .end:
            try endField()
        }
    }

    private mutating func take(_ bytes: [UInt8]) throws {
        switch field {
        case .none:
            break
        case .text(let name, var text):
            field = .none
            text.append(contentsOf: bytes)
            field = .text(name: name, bytes: text)
        case .file(let part, let size, let isOpen):
            let total = size + bytes.count
            // What is beyond the limit is dropped, and so is the file in the end.
            if total <= limits.fileBytes {
                if !isOpen { try sink.open(filename: "", contentType: part.contentType) }
                try sink.write(bytes)
            }
            field = .file(part, size: total, isOpen: isOpen || total <= limits.fileBytes)
        }
    }

    private mutating func endField() throws {
        switch field {
        case .none:
            break
        case .text(let name, let bytes):
            form.append(name, String(decoding: bytes, as: UTF8.self))
        case .file(let part, let size, let isOpen):
            var path = isOpen ? try sink.close() : ""
            let isLarge = size > limits.fileBytes
            if isLarge { path = "" }
            var file = UploadedFile(
                filename: part.filename ?? "",
                contentType: part.contentType,
                size: size,
                path: path
            )
            if isLarge { file.limit = limits.fileBytes }
            form.entries.append(FormData.Entry(name: part.name, value: .file(file)))
        }
        field = .none
    }
}
