import ElmwoodFormData
import ElmwoodTestSupport
import Testing

/// multipart/form-data bodies that arrive in pieces.
@Suite struct MultipartSplitTests {
    private let boundary = Array("-aB".utf8)

    /// The body as a browser writes it (HTML standard, "multipart/form-data encoding algorithm").
    private func write(_ parts: [(MultipartPart, [UInt8])]) -> [UInt8] {
        func escape(_ name: String) -> [UInt8] {
            name.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case 0x22: Array("%22".utf8)
                case 0x0D: Array("%0D".utf8)
                case 0x0A: Array("%0A".utf8)
                default: [byte]
                }
            }
        }
        var body: [UInt8] = []
        for (part, content) in parts {
            body += [0x2D, 0x2D] + boundary + Array("\r\nContent-Disposition: form-data; name=\"".utf8)
            body += escape(part.name) + [0x22]
            if let filename = part.filename {
                body += Array("; filename=\"".utf8) + escape(filename) + [0x22]
                body += Array("\r\nContent-Type: \(part.contentType)".utf8)
            }
            body += [0x0D, 0x0A, 0x0D, 0x0A] + content + [0x0D, 0x0A]
        }
        return body + [0x2D, 0x2D] + boundary + [0x2D, 0x2D, 0x0D, 0x0A]
    }

    /// The result of parsing: events with adjacent data joined, or the error.
    private func parse(
        _ pieces: [ArraySlice<UInt8>],
        limits: FormDataLimits = FormDataLimits()
    ) -> Result<[MultipartEvent], FormDataError> {
        var parser = MultipartParser(boundary: boundary, limits: limits)
        var joined: [MultipartEvent] = []
        do throws(FormDataError) {
            for piece in pieces {
                for event in try parser.push(Array(piece)) {
                    if case .data(let more) = event, case .data(let bytes) = joined.last {
                        joined[joined.count - 1] = .data(bytes + more)
                    } else {
                        joined.append(event)
                    }
                }
            }
            try parser.finish()
            return .success(joined)
        } catch {
            return .failure(error)
        }
    }

    private func split(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        let longest = random.below(40) + 1
        while !rest.isEmpty {
            let length = random.below(longest + 1)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    private func parts(_ random: inout SeededGenerator) -> [(MultipartPart, [UInt8])] {
        let contentBytes = Array("\r\n\r\n--aB-aB--x ".utf8) + [0x00, 0xFF]
        return (0..<random.below(5)).map { _ in
            // Other control characters are invalid in a header, so browsers' names that contain one are refused.
            let name = random.text(of: fieldPieces, upTo: 7).filter { $0 != "\0" && $0 != "%" }
            let filename = random.text(of: fieldPieces, upTo: 7).filter { $0 != "\0" && $0 != "%" }
            let part =
                random.below(2) == 0
                ? MultipartPart(name: name)
                : MultipartPart(name: name, filename: filename, contentType: "image/png")
            var content = random.bytes(of: contentBytes, upTo: 60)
            // The content must not contain the boundary.
            while holdsBoundary(content) { content = random.bytes(of: contentBytes, upTo: 60) }
            return (part, content)
        }
    }

    private func holdsBoundary(_ content: [UInt8]) -> Bool {
        let lines = ([0x0D, 0x0A] + content)[...]
        let delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        return lines.indices.contains { lines[$0...].starts(with: delimiter) }
    }

    private func expected(_ parts: [(MultipartPart, [UInt8])]) -> [MultipartEvent] {
        parts.flatMap { part, content in
            [.begin(part)] + (content.isEmpty ? [] : [.data(content)]) + [.end]
        }
    }

    @Test func `A written body is read back exactly, however it is split`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<fuzzRounds(400) {
            let parts = parts(&random)
            let body = write(parts)
            #expect(parse([body[...]]) == .success(expected(parts)))
            #expect(parse(body.indices.map { body[$0...$0] }) == .success(expected(parts)))
            for _ in 0..<4 { #expect(parse(split(body, &random)) == .success(expected(parts))) }
        }
    }

    @Test func `Damaged bodies have the same result however they are split, including limits`() {
        var random = SeededGenerator(seed: 4)
        let limits = FormDataLimits(
            fields: 3,
            nameBytes: 6,
            valueBytes: 20,
            bytes: 400,
            partHeaderBytes: 80,
            files: 2,
            fileBytes: 30
        )
        let choices = Array("\r\n\r\n\r\n--aB\" ;=:-x%".utf8) + [0x00, 0xC3]
        for _ in 0..<fuzzRounds(1_500) {
            var body = write(parts(&random))
            for _ in 0..<random.below(4) where !body.isEmpty {
                let index = random.below(body.count)
                switch random.below(3) {
                case 0: body.remove(at: index)
                case 1: body[index] = choices[random.below(choices.count)]
                default: body.insert(contentsOf: random.bytes(of: choices, upTo: 12), at: index)
                }
            }
            let whole = parse([body[...]], limits: limits)
            #expect(parse(body.indices.map { body[$0...$0] }, limits: limits) == whole)
            #expect(parse(split(body, &random), limits: limits) == whole)
        }
    }

    @Test func `Random bytes never trap, not even if they are pushed after a refusal`() {
        var random = SeededGenerator(seed: 5)
        let choices = Array("\r\n\r\n--aB-aB--Content-Disposition:form-data;name=\"".utf8) + [0x00, 0xFF]
        for _ in 0..<fuzzRounds(2_000) {
            var parser = MultipartParser(boundary: boundary)
            for _ in 0..<10 { _ = try? parser.push(random.bytes(of: choices, upTo: 30)) }
            let body = random.bytes(of: choices, upTo: 200)
            #expect(parse([body[...]]) == parse(split(body, &random)))
        }
    }

    @Test func `Only bytes that may belong to a boundary are held back, so a file is passed on as it arrives`() throws {
        var parser = MultipartParser(boundary: boundary)
        let head = "---aB\r\nContent-Disposition: form-data; name=f; filename=x\r\n\r\n"
        _ = try parser.push(Array(head.utf8))
        var random = SeededGenerator(seed: 6)
        var sent = 0
        var passed = 0
        for _ in 0..<200 {
            let piece = random.bytes(of: "\r\n--a", upTo: 300)
            sent += piece.count
            for event in try parser.push(piece) {
                if case .data(let bytes) = event { passed += bytes.count }
            }
            #expect(sent - passed <= 6 + boundary.count)
        }
    }
}
