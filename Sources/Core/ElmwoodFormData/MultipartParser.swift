/// An event of a ``MultipartParser``.
package enum MultipartEvent: Equatable, Sendable {
    /// A part begins.
    case begin(MultipartPart)
    /// Bytes of the part's content: a non-empty piece of it.
    case data([UInt8])
    /// The part has ended.
    case end
}

/// Reads a `multipart/form-data` body (RFC 7578, as browsers send it by the HTML standard) piece by piece. It buffers only bytes
/// that may begin a boundary or a part's headers, so that a file of any length passes through.
///
/// ```swift
/// var parser = MultipartParser(boundary: boundary)
/// for event in try parser.push(bytes) { … }   // for each piece, however the body was split
/// try parser.finish()
/// ```
package struct MultipartParser: Sendable {
    private enum State {
        /// Before the first boundary; the bytes are ignored.
        case preamble
        case headers
        case content(isFile: Bool)
        /// After the last boundary; the bytes are ignored.
        case epilogue
    }

    /// White space that RFC 2046 allows between a boundary and the end of its line; no client sends any.
    private static let longestPadding = 64

    private let delimiter: [UInt8]
    private let limits: FormDataLimits
    private var state = State.preamble
    /// The unread bytes.
    private var buffer: [UInt8]
    /// The index in the buffer at which the search for the end of a part's headers continues.
    private var searched = 0
    private var fields = 0
    private var files = 0
    /// The number of read bytes of the body that are not a file's content.
    private var bytes = 0
    /// The number of content bytes of the current part.
    private var contentBytes = 0

    /// Creates a parser for bodies with this boundary, which ``FormDataEncoding`` has read.
    package init(boundary: [UInt8], limits: FormDataLimits = FormDataLimits()) {
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        self.limits = limits
        // A boundary is at the beginning of a line. The body's first line has no line end before it.
        buffer = [0x0D, 0x0A]
        bytes = -2
    }

    /// Reads the next piece of the body, of any length, and returns the completed events.
    ///
    /// - Throws: ``FormDataError`` if the body is malformed or a limit exceeded. Nothing may be pushed after that.
    package mutating func push(_ piece: Span<UInt8>) throws(FormDataError) -> [MultipartEvent] {
        buffer.reserveCapacity(buffer.count + piece.count)
        for index in piece.indices { buffer.append(piece[index]) }
        var events: [MultipartEvent] = []
        var position = 0
        while try advance(&position, &events) {}
        buffer.removeFirst(position)
        return events
    }

    /// Reads the next piece of the body.
    ///
    /// - Throws: ``FormDataError`` if the body is malformed or a limit exceeded.
    package mutating func push(_ piece: [UInt8]) throws(FormDataError) -> [MultipartEvent] {
        try push(piece.span)
    }

    /// Ends the body.
    ///
    /// - Throws: ``FormDataError`` if its last boundary is missing.
    package func finish() throws(FormDataError) {
        guard case .epilogue = state else { throw .endsEarly }
    }

    /// Reads one step from the buffer. Returns false if more bytes are needed.
    private mutating func advance(_ position: inout Int, _ events: inout [MultipartEvent]) throws(FormDataError) -> Bool
    {
        switch state {
        case .preamble, .content:
            return try readContent(&position, &events)
        case .headers:
            return try readHeaders(&position, &events)
        case .epilogue:
            try count(buffer.count - position)
            position = buffer.count
            return false
        }
    }

    // MARK: - Headers

    private mutating func readHeaders(_ position: inout Int, _ events: inout [MultipartEvent]) throws(FormDataError)
        -> Bool
    {
        // The headers end with an empty line. A part without any header has no name.
        guard position < buffer.count else { return false }
        if buffer[position] == 0x0D { throw .badPartHeader }
        var end = max(position, searched)
        let last = buffer.count - 4
        while end <= last, !isEmptyLine(at: end) { end += 1 }
        let length = end - position
        guard end <= last else {
            guard length <= limits.partHeaderBytes else { throw .partHeaderTooLong(limits) }
            // The remainder of the buffer moves to its beginning.
            searched = end - position
            return false
        }
        guard length <= limits.partHeaderBytes else { throw .partHeaderTooLong(limits) }
        let part = try MultipartPart(headers: buffer.span.extracting(position..<end + 2))
        fields += 1
        guard fields <= limits.fields else { throw .tooManyFields(limits) }
        guard part.name.utf8.count <= limits.nameBytes else { throw .nameTooLong(limits) }
        if part.isFile { files += 1 }
        guard files <= limits.files else { throw .tooManyFiles(limits) }
        try count(end + 4 - position)
        position = end + 4
        searched = 0
        contentBytes = 0
        state = .content(isFile: part.isFile)
        events.append(.begin(part))
        return true
    }

    private func isEmptyLine(at index: Int) -> Bool {
        buffer[index] == 0x0D && buffer[index + 1] == 0x0A && buffer[index + 2] == 0x0D && buffer[index + 3] == 0x0A
    }

    // MARK: - Content

    private enum Match {
        /// There is no boundary here, and this many bytes are content.
        case none(Int)
        /// More bytes are needed to decide.
        case unknown
        /// A boundary of this length, with the end of its line.
        case part(Int)
        /// The last boundary, of this length.
        case last(Int)
    }

    private mutating func readContent(_ position: inout Int, _ events: inout [MultipartEvent]) throws(FormDataError)
        -> Bool
    {
        var end = position
        while true {
            end = carriageReturn(from: end)
            guard end < buffer.count else {
                try take(position, end, &events)
                position = end
                return false
            }
            switch match(at: end) {
            case .none(let length):
                end += length
            case .unknown:
                try take(position, end, &events)
                position = end
                return false
            case .part(let length):
                try take(position, end, &events)
                try count(length)
                position = end + length
                if case .content = state { events.append(.end) }
                state = .headers
                searched = 0
                return true
            case .last(let length):
                try take(position, end, &events)
                try count(length)
                position = end + length
                if case .content = state { events.append(.end) }
                state = .epilogue
                return true
            }
        }
    }

    /// Finds whether a boundary begins at this index, which contains a carriage return.
    private func match(at index: Int) -> Match {
        var length = 1
        while length < delimiter.count {
            guard index + length < buffer.count else { return .unknown }
            // No boundary contains a carriage return, so none begins within the equal bytes.
            guard buffer[index + length] == delimiter[length] else { return .none(length) }
            length += 1
        }
        guard index + length < buffer.count else { return .unknown }
        if buffer[index + length] == 0x2D {
            guard index + length + 1 < buffer.count else { return .unknown }
            return buffer[index + length + 1] == 0x2D ? .last(length + 2) : .none(length)
        }
        let padding = length
        while length - padding <= Self.longestPadding {
            guard index + length < buffer.count else { return .unknown }
            let byte = buffer[index + length]
            if byte == 0x0D {
                guard index + length + 1 < buffer.count else { return .unknown }
                return buffer[index + length + 1] == 0x0A ? .part(length + 2) : .none(length)
            }
            guard byte == 0x20 || byte == 0x09 else { return .none(length) }
            length += 1
        }
        return .none(length)
    }

    /// Returns the first carriage return at or after an index, or the buffer's end: eight bytes at a time.
    private func carriageReturn(from start: Int) -> Int {
        var index = start
        let bytes = buffer.span.bytes
        let ones: UInt64 = 0x0101_0101_0101_0101
        while index + 8 <= bytes.byteCount {
            // A byte of this is zero if it is a carriage return.
            let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) ^ (ones &* 0x0D)
            if (word &- ones) & ~word & (ones &* 0x80) != 0 { break }
            index += 8
        }
        while index < buffer.count, buffer[index] != 0x0D { index += 1 }
        return index
    }

    /// Passes on the content between two indices.
    private mutating func take(_ start: Int, _ end: Int, _ events: inout [MultipartEvent]) throws(FormDataError) {
        guard start < end else { return }
        guard case .content(let isFile) = state else { return try count(end - start) }
        contentBytes += end - start
        if isFile {
            guard limits.passesLargeFiles || contentBytes <= limits.fileBytes else { throw .fileTooLong(limits) }
        } else {
            guard contentBytes <= limits.valueBytes else { throw .valueTooLong(limits) }
            try count(end - start)
        }
        events.append(.data(Array(buffer[start..<end])))
    }

    private mutating func count(_ length: Int) throws(FormDataError) {
        bytes += length
        guard bytes <= limits.bytes else { throw .bodyTooLong(limits) }
    }
}
