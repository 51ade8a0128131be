import ElmwoodFormData
import Testing

/// multipart/form-data bodies.
@Suite struct MultipartTests {
    private func read(_ body: String, limits: FormDataLimits = FormDataLimits()) throws -> FormData {
        var reader = FormDataReader(
            encoding: .multipart(boundary: Array("XX".utf8)),
            limits: limits,
            sink: MemorySink()
        )
        try reader.push(Array(body.utf8))
        return try reader.finish()
    }

    private func refusal(_ body: String, limits: FormDataLimits = FormDataLimits()) -> FormDataError? {
        #expect(throws: FormDataError.self) { try read(body, limits: limits) }
    }

    private func part(_ headers: String, _ content: String) -> String {
        "--XX\r\n\(headers)\r\n\r\n\(content)\r\n"
    }

    private func field(_ name: String, _ content: String) -> String {
        part("Content-Disposition: form-data; name=\"\(name)\"", content)
    }

    @Test func `Fields and files are read in order`() throws {
        let form = try read(
            field("a", "1")
                + part(
                    "Content-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\nContent-Type: image/png",
                    "PNG\r\n\0"
                )
                + field("a", "") + "--XX--\r\n"
        )
        #expect(
            form
                == FormData([
                    .init(name: "a", value: .text("1")),
                    .init(
                        name: "f",
                        value: .file(
                            .init(filename: "x.png", contentType: "image/png", size: 6, path: "memory:PNG\r\n\0")
                        )
                    ),
                    .init(name: "a", value: .text("")),
                ])
        )
        #expect(form.texts("a") == ["1", ""])
        #expect(form.text("f") == nil)
        #expect(form.file("f")?.filename == "x.png")
        #expect(form.all("a").count == 2)
        #expect(form["b"] == nil)
        #expect(!form.contains("b"))
    }

    @Test func `A form without fields is only its last boundary`() throws {
        #expect(try read("--XX--\r\n") == FormData())
        #expect(try read("--XX--") == FormData())
    }

    @Test func `Text before the first and after the last boundary is ignored`() throws {
        let body = "This is a\r\nmultipart --XX message\r\n" + field("a", "1") + "--XX--\r\nbye\r\n--XX\r\nmore"
        #expect(try read(body).texts("a") == ["1"])
    }

    @Test(arguments: [
        ("a%22b", "a\"b"), ("a%0D%0Ab", "a\r\nb"), ("a%0d%0ab", "a\r\nb"), ("100%25", "100%25"), ("%", "%"),
        ("%2", "%2"), ("a\\b", "a\\b"), ("é漢😀", "é漢😀"), ("", ""), ("a;b=c", "a;b=c"), ("a\tb", "a\tb"),
    ])
    func `Names are unescaped exactly as HTML escapes them`(sent: String, expected: String) throws {
        #expect(try read(field(sent, "1") + "--XX--").entries.first?.name == expected)
        let file = part("Content-Disposition: form-data; name=\"f\"; filename=\"x\(sent)\"", "1")
        #expect(try read(file + "--XX--").file("f")?.filename == "x\(expected)")
    }

    @Test(arguments: [
        ("filename*=utf-8''%D1%84.jpg", "ф.jpg"), ("filename*=\"UTF-8'de'a%20%22b%22%25.txt\"", "a \"b\"%.txt"),
        ("FileName*=utf-8''a; filename=\"b\"", "a"), ("filename=\"b\"; filename*=utf-8''%e2%82%ac", "€"),
        ("filename=b; filename*=iso-8859-1''a", "b"), ("filename*=utf-8''%FF; filename=b", "b"),
        ("filename*=utf-8''", ""), ("filename=\"\"; filename*=utf-8''a'b", "a'b"),
    ])
    func `A part with filename* is a file`(parameters: String, expected: String) throws {
        let form = try read(part("Content-Disposition: form-data; name=f; \(parameters)", "1") + "--XX--")
        #expect(form.file("f")?.filename == expected)
        #expect(form.texts("f").isEmpty)
    }

    @Test(arguments: [
        "filename*=iso-8859-1''a", "filename*=utf-8''%FF", "filename*=utf-8''%0", "filename*=a", "filename*=utf-8'a",
        "filename*=utf-8''a%00b", "filename*=utf-8''%0A", "filename*=utf-8''a; filename*=utf-8''b",
        "filename*=utf-8''" + String(repeating: "%cc%81", count: 31),
    ])
    func `A filename* that cannot be read is refused, unless there is a plain one`(parameter: String) {
        let error = refusal(part("Content-Disposition: form-data; name=f; \(parameter)", "1") + "--XX--")
        #expect(error?.kind == .malformed)
        #expect(error?.description.contains("name") == true)
    }

    @Test func `Header names and the disposition are case-insensitive, values may be unquoted, and spaces are allowed`()
        throws
    {
        let body = part("content-DISPOSITION :x\r\nCONTENT-disposition:  Form-Data ;NAME=a ; x=y;", "1")
        #expect(refusal(body + "--XX--")?.kind == .malformed)
        let allowed = part("CONTENT-disposition:  Form-Data ;NAME=a ; x=y;", "1")
        #expect(try read(allowed + "--XX--").texts("a") == ["1"])
    }

    @Test func `White space is allowed between a boundary and the end of its line`() throws {
        let body = "--XX \t \r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--XX--  \r\n"
        #expect(try read(body).texts("a") == ["1"])
    }

    @Test func `A line that only begins like a boundary is content`() throws {
        for content in [
            "\r\n--XXX", "\r\n--X", "\r\n--XX-", "\r--XX--", "\n--XX--", "--XX--", "\r\n--XX\r", "\r\r\n",
            "\r\n--XX \r",
        ] {
            #expect(try read(field("a", content) + "--XX--").texts("a") == [content])
        }
    }

    @Test func `The type of a text part is ignored, since a form is UTF-8`() throws {
        let headers = "Content-Disposition: form-data; name=a\r\nContent-Type: text/plain; charset=iso-8859-1"
        #expect(try read(part(headers, "é") + "--XX--").texts("a") == ["é"])
    }

    @Test func `A file field without a chosen file is retained, and is not a file`() throws {
        let headers =
            "Content-Disposition: form-data; name=\"f\"; filename=\"\"\r\nContent-Type: application/octet-stream"
        let form = try read(part(headers, "") + "--XX--")
        #expect(form["f"]?.file?.isEmptyChoice == true)
        #expect(form.file("f") == nil)
        // Content without a name is a file nevertheless, and so is a name without content.
        #expect(try read(part(headers, "1") + "--XX--").file("f")?.size == 1)
        let empty = "Content-Disposition: form-data; name=\"f\"; filename=\"x\""
        #expect(try read(part(empty, "") + "--XX--").file("f")?.contentType == "text/plain")
    }

    @Test(arguments: [
        "", "--XX", "--XX\r\n", "--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
        "--XX\r\n\r\n1\r\n--XX--", "--XX\r\nContent-Type: text/plain\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=a; filename=b; filename=c\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=\"a\"b\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data;\r\n name=a\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=a\0\r\n\r\n1\r\n--XX--",
        "--XX\r\nContent-Disposition: form-data; name=a\n\r\n\r\n1\r\n--XX--",
        "--XX\nContent-Disposition: form-data; name=a\n\n1\n--XX--\n",
        "--XX\r\nContent-Disposition\r\n\r\n1\r\n--XX--", "--XX\r\n: x\r\n\r\n1\r\n--XX--",
    ])
    func `Malformed parts are refused`(body: String) {
        #expect(refusal(body)?.kind == .malformed)
    }

    @Test func `Each limit is enforced, with its own message`() throws {
        let limits = FormDataLimits(
            fields: 3,
            nameBytes: 4,
            valueBytes: 5,
            bytes: 300,
            partHeaderBytes: 90,
            files: 1,
            fileBytes: 6
        )
        func sentence(_ body: String) -> String? { refusal(body, limits: limits)?.description }
        let file = part("Content-Disposition: form-data; name=f; filename=x", "123456")
        let four = field("a", "") + field("a", "") + field("a", "") + field("a", "")
        #expect(try read(field("abcd", "12345") + file + "--XX--", limits: limits).entries.count == 2)
        #expect(sentence(four) == "The form has more than 3 fields.")
        #expect(sentence(field("abcde", "")) == "The name of a field is longer than 4 bytes.")
        #expect(sentence(field("a", "123456")) == "The text of a field is longer than 5 bytes.")
        #expect(sentence(file + file) == "The form has more than 1 files.")
        #expect(
            sentence(part("Content-Disposition: form-data; name=f; filename=x", "1234567"))
                == "A file is larger than 0 MB."
        )
        #expect(
            sentence("--XX\r\n" + String(repeating: "a", count: 95))
                == "The headers of a part are longer than 90 bytes."
        )
        let long = String(repeating: " ", count: 301)
        #expect(sentence(long) == "The form is longer than 300 bytes, not counting files.")
        #expect(sentence("--XX--" + long) == "The form is longer than 300 bytes, not counting files.")
        #expect(refusal(four, limits: limits)?.kind == .tooMany)
        #expect(refusal(long, limits: limits)?.kind == .tooLarge)
    }
}
