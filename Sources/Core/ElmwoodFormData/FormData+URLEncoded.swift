extension FormData {
    /// Reads a body of the type `application/x-www-form-urlencoded`, exactly as the URL standard's parser does. It is split at `&`
    /// only, and empty pieces are skipped. A piece without `=` is a name with an empty value, `+` is a space, `%` without two
    /// digits after it is itself, and bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: ``FormDataError`` if a limit is exceeded. No bytes are malformed.
    public init(
        urlencoded bytes: Span<UInt8>,
        limits: FormDataLimits = FormDataLimits()
    ) throws(FormDataError) {
        guard bytes.count <= limits.bytes else { throw .bodyTooLong(limits) }
        self.init()
        var start = 0
        while start < bytes.count {
            let remainder = bytes.extracting(start...)
            let piece = remainder.extracting(..<(remainder.firstIndex(of: UInt8(ascii: "&")) ?? remainder.count))
            start += piece.count + 1
            guard !piece.isEmpty else { continue }
            guard entries.count < limits.fields else { throw .tooManyFields(limits) }
            let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.count
            let name = Self.text(of: piece.extracting(..<equals))
            guard name.utf8.count <= limits.nameBytes else { throw .nameTooLong(limits) }
            guard CombiningMarks.areFew(in: name) else { throw .tooManyMarksInName }
            let value = equals < piece.count ? Self.text(of: piece.extracting((equals + 1)...)) : ""
            guard value.utf8.count <= limits.valueBytes else { throw .valueTooLong(limits) }
            entries.append(Entry(name: name, value: .text(value)))
        }
    }

    private static func text(of bytes: Span<UInt8>) -> String {
        let isEncoded = bytes.firstIndex(of: UInt8(ascii: "+")) != nil || bytes.firstIndex(of: UInt8(ascii: "%")) != nil
        if !isEncoded, let valid = try? UTF8Span(validating: bytes) { return String(copying: valid) }
        return decodedText(of: bytes)
    }

    private static func decodedText(of bytes: Span<UInt8>) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { text in
            var count = 0
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == 0x2B {
                    text[count] = 0x20
                } else if let decoded = PercentEncoding.byte(in: bytes, at: index, end: bytes.count) {
                    text[count] = decoded
                    index += 2
                } else {
                    text[count] = byte
                }
                count += 1
                index += 1
            }
            return String(decoding: UnsafeBufferPointer(rebasing: text[..<count]), as: UTF8.self)
        }
    }

    /// Reads a body of the type `application/x-www-form-urlencoded`, or the query of a URL.
    ///
    /// - Throws: ``FormDataError`` if a limit is exceeded.
    public init(urlencoded bytes: [UInt8], limits: FormDataLimits = FormDataLimits()) throws(FormDataError) {
        try self.init(urlencoded: bytes.span, limits: limits)
    }

    /// The entries as `application/x-www-form-urlencoded`, by the URL standard's serializer. A file is written as its name, as in
    /// HTML.
    public var urlencoded: String {
        var bytes: [UInt8] = []
        for entry in entries {
            if !bytes.isEmpty { bytes.append(0x26) }
            Self.appendURLEncoded(entry.name, to: &bytes)
            bytes.append(0x3D)
            switch entry.value {
            case .text(let text): Self.appendURLEncoded(text, to: &bytes)
            case .file(let file): Self.appendURLEncoded(file.filename, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a text, encoded as names and values are in `application/x-www-form-urlencoded`.
    package static func appendURLEncoded(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 0x20:
                bytes.append(0x2B)
            case 0x2A, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A:
                bytes.append(byte)
            default:
                PercentEncoding.append(byte, to: &bytes)
            }
        }
    }
}
