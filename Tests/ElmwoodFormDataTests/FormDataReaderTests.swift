import ElmwoodFormData
import Testing

/// Form bodies as they arrive.
@Suite struct FormDataReaderTests {
    private let multipart = FormDataEncoding.multipart(boundary: Array("XX".utf8))
    private let head = "--XX\r\nContent-Disposition: form-data; name=f; filename=x\r\nContent-Type: image/png\r\n\r\n"

    @Test(
        arguments: [
            ("application/x-www-form-urlencoded", .urlencoded),
            ("Application/X-WWW-Form-Urlencoded; charset=utf-8", .urlencoded),
            ("multipart/form-data; boundary=abc", .multipart(boundary: Array("abc".utf8))),
            ("multipart/form-data; charset=x; BOUNDARY=\"a b\"", .multipart(boundary: Array("a b".utf8))),
            ("multipart/form-data;boundary=\"a\\b\"", .multipart(boundary: Array("ab".utf8))),
        ] as [(String, FormDataEncoding)]
    )
    func `The content type determines how a body is parsed`(contentType: String, expected: FormDataEncoding) throws {
        #expect(try FormDataEncoding(contentType: contentType) == expected)
    }

    @Test func `Other content types are unsupported, and an invalid boundary is malformed`() {
        func kind(_ type: String) -> FormDataError.Kind? {
            #expect(throws: FormDataError.self) { try FormDataEncoding(contentType: type) }?.kind
        }
        #expect(kind("") == .unsupported)
        #expect(kind("text/plain") == .unsupported)
        #expect(kind("multipart/mixed; boundary=a") == .unsupported)
        for parameters in [
            "", "; boundary", "; boundary=", "; boundary=\"a", "; boundary=\"a \"", "; boundary=é",
            "; boundary=a; boundary=a",
            "; boundary=\(String(repeating: "a", count: 71))", "; boundary=\"a\"b", "; boundary=\"\r\n\"",
        ] {
            #expect(kind("multipart/form-data\(parameters)") == .malformed, "\(parameters)")
        }
    }

    @Test func `An urlencoded body is parsed however it is split, and limited as it arrives`() throws {
        var reader = FormDataReader(encoding: .urlencoded, sink: MemorySink())
        for byte in "a=%C3%A9&b=2".utf8 { try reader.push([byte]) }
        #expect(try reader.finish().entries.map(\.value) == [.text("é"), .text("2")])

        var limited = FormDataReader(encoding: .urlencoded, limits: FormDataLimits(bytes: 4), sink: MemorySink())
        try limited.push(Array("a=12".utf8))
        #expect(throws: FormDataError.self) { try limited.push(Array("3".utf8)) }
    }

    @Test func `A file goes to the sink as it arrives, and belongs to the form at the end`() throws {
        let sink = MemorySink()
        var reader = FormDataReader(encoding: multipart, sink: sink)
        try reader.push(Array(head.utf8))
        #expect(sink.log.calls.withLock { $0 } == ["open x image/png"])
        try reader.push(Array("12\r\n--XX--".utf8))
        #expect(try reader.finish().file("f")?.path == "memory:12")
        reader.abandon()
        #expect(sink.log.calls.withLock { $0 } == ["open x image/png", "close"])
    }

    @Test func `A refusal, a premature end, a failing sink and an aborted request abandon the files once`() throws {
        func calls(_ action: (inout FormDataReader) throws -> Void) -> [String] {
            let sink = MemorySink(capacity: 3)
            var reader = FormDataReader(encoding: multipart, limits: FormDataLimits(fields: 1), sink: sink)
            try? reader.push(Array(head.utf8))
            let isRefused = (try? action(&reader)) == nil
            if isRefused { #expect(throws: FormDataError.self) { try reader.push([0x61]) } }
            reader.abandon()
            return sink.log.calls.withLock { Array($0.dropFirst()) }
        }
        #expect(
            calls { reader in
                try reader.push(Array("1\r\n--XX\r\n".utf8))
                try reader.push(Array("\r\n".utf8))
            } == ["close", "abandon"]
        )
        #expect(calls { _ = try $0.finish() } == ["abandon"])
        #expect(calls { try $0.push(Array("1234".utf8)) } == ["abandon"])
        #expect(calls { $0.abandon() } == ["abandon"])
    }

    @Test
    func `Where forms with a file that is too large are passed on, it has no content and the other fields are read`()
        throws
    {
        var limits = FormDataLimits(fileBytes: 3)
        limits.passesLargeFiles = true
        let text = "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n"
        for pieces in [["1234567"], ["123", "4567"], ["1", "2", "3", "4567"]] {
            let sink = MemorySink(capacity: 3)
            var reader = FormDataReader(encoding: multipart, limits: limits, sink: sink)
            for piece in [head] + pieces + ["\r\n\(text)b\r\n\(head)123\r\n--XX--"] {
                try reader.push(Array(piece.utf8))
            }
            let form = try reader.finish()
            let files = form.files("f")
            #expect(files.map(\.limit) == [3, nil])
            #expect(files.map(\.size) == [7, 3])
            #expect(files.map(\.path) == ["", "memory:123"])
            #expect(form.text("a") == "b")
        }
        var strict = FormDataReader(encoding: multipart, limits: FormDataLimits(fileBytes: 3), sink: MemorySink())
        try strict.push(Array(head.utf8))
        let error = #expect(throws: FormDataError.self) { try strict.push(Array("1234567".utf8)) }
        #expect(error?.kind == .tooLarge)
    }

    @Test(arguments: [
        (0, "0"), (499, "0"), (500, "0.001"), (1_000, "0.001"), (999_499, "0.999"), (999_500, "1"), (1_000_000, "1"),
        (1_500_000, "1.5"), (1_050_000, "1.05"), (10_485_760, "10.486"), (Int.max, "9223372036854.776"), (-1, "0"),
    ])
    func `A number of bytes is told in megabytes`(bytes: Int, text: String) {
        #expect(megabytes(bytes) == text)
    }
}
