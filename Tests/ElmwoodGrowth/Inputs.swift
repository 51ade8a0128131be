import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodHistory
import ElmwoodLanguages
import ElmwoodMarkdown
import ElmwoodMessageText

extension Input {
    /// All inputs, each in the forms that have cost most here or elsewhere.
    static func all() throws -> [Input] {
        try bodies() + heads + texts + siteInputs()
    }

    /// The length of a body, in bytes.
    private static let body = 1_048_576
    /// Marks of alternating classes, which Swift sorts to compare a text, as many as may follow one another.
    static let marked = "a" + String(repeating: "\u{301}\u{323}", count: 15)

    private static func bodies() -> [Input] {
        func urlencoded(_ name: String, _ text: String, after start: String = "", before end: String = "") -> Input {
            Input("urlencoded: \(name)", upTo: body, repeating: text, after: start, before: end) { bytes in
                guard let form = try? FormData(urlencoded: bytes) else { return }
                _ = form.entries.count { form.contains($0.name) }
            }
        }
        func multipart(_ name: String, _ text: String, after start: String = "--b\r\n", before end: String = "")
            -> Input
        {
            Input("multipart: \(name)", upTo: body, repeating: text, after: start, before: end) { bytes in
                var reader = FormDataReader(encoding: .multipart(boundary: Array("b".utf8)), sink: NoFiles())
                for start in stride(from: 0, to: bytes.count, by: 4_096) {
                    guard (try? reader.push(Array(bytes[start..<min(start + 4_096, bytes.count)]))) != nil else {
                        return
                    }
                }
                _ = try? reader.finish()
            }
        }
        let field = "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
        return [
            urlencoded("a long value", "b", after: "a="), urlencoded("escapes", "%CC%81a", after: "a="),
            urlencoded("marks", marked, after: "a="), urlencoded("half of an escape", "%", after: "a="),
            urlencoded("fields", "a=\(String(repeating: "b", count: 1_080))&"), urlencoded("no fields", "&"),
            urlencoded("equal signs", "="), urlencoded("a long name", "a"),
            multipart("a long value", "b", after: "--b\r\n\(field)", before: "\r\n--b--\r\n"),
            multipart("almost a boundary", "\r\n--", after: "--b\r\n\(field)", before: "\r\n--b--\r\n"),
            multipart("line ends", "\r\n", after: "--b\r\n\(field)", before: "\r\n--b--\r\n"),
            multipart("parts", "\(field)\(String(repeating: "b", count: 1_060))\r\n--b\r\n"),
            multipart(
                "files",
                "Content-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n\(String(repeating: "b", count: 50_000))\r\n--b\r\n"
            ),
            multipart("spaces behind a boundary", " ", after: "--b"),
            multipart("a preamble", "\r\n-", after: "", before: "\r\n--b--\r\n"),
        ]
    }

    private static var heads: [Input] {
        func target(_ name: String, _ text: String, after start: String) -> Input {
            Input("target: \(name)", upTo: 8_192, repeating: text, after: start) { bytes in
                for _ in 0..<10 {
                    guard let target = try? RequestTarget(bytes.span) else { continue }
                    if let query = target.query { _ = try? FormData(urlencoded: Array(bytes[query])) }
                }
            }
        }
        func languages(_ name: String, _ text: String, before end: String = "") -> Input {
            Input("Accept-Language: \(name)", upTo: 12_288, repeating: text, before: end) { bytes in
                let header = String(decoding: bytes, as: UTF8.self)
                for _ in 0..<10 { _ = Sentences.catalogue.language(for: Language.accepted(by: header)) }
            }
        }
        return [
            target("a long segment", "a", after: "/"), target("segments", "/a", after: ""),
            target("escapes", "%C3%A9", after: "/"), target("dots", "/...", after: ""),
            target("parameters", "a=b&", after: "/?"), target("marks", "%CC%81%CC%A3a", after: "/"),
            languages("languages", "de-CH,"), languages("weights", "a;q=0.5,"), languages("subtags", "-a"),
            languages("commas", ","), languages("a long tag", "a"), languages("marks", marked),
        ]
    }

    private static var texts: [Input] {
        func markdown(_ name: String, _ text: String, after start: String = "") -> Input {
            Input("Markdown: \(name)", upTo: 100_000, repeating: text, after: start) { bytes in
                _ = Markdown(String(decoding: bytes, as: UTF8.self))
            }
        }
        func message(_ name: String, _ text: String, after start: String = "") -> Input {
            Input("message: \(name)", upTo: 1_048_576, repeating: text, after: start) { bytes in
                _ = try? MessageText.syntax(of: String(decoding: bytes, as: UTF8.self))
            }
        }
        func history(_ name: String, _ text: String, after start: String = "", before end: String = "") -> Input {
            let head = "{\"format\":\"elmwood history 1\",\"program\":\"a\",\"turns\":[],\"snapshots\":[],"
            return Input(
                "history: \(name)",
                upTo: 2_000_000,
                repeating: text,
                after: "\(head)\"end\":{\"turn\":0,\"model\":1},\"start\":{\"turn\":0,\"model\":" + start,
                before: end + "}}"
            ) { bytes in
                _ = try? HistoryFile(json: bytes)
            }
        }
        return [
            markdown("words", "word "), markdown("emphasis", "*a_ "), markdown("stars", "*"), markdown("brackets", "["),
            markdown("links", "[a](b) "), markdown("images", "![a"),
            markdown("references", "[a] ", after: "[a]: /b\n\n"),
            markdown("definitions", "[a]: b\n"), markdown("backticks", "`a``b"), markdown("quotes", ">"),
            markdown("lists", "- a\n"), markdown("nested lists", "- "), markdown("bars", "|", after: "|a|b|\n|-|-|\n"),
            markdown("rows", "|a|b|\n", after: "|a|b|\n|-|-|\n"), markdown("tables", "|a\n|-\n"),
            markdown("tags", "<a "), markdown("comments", "<!--"), markdown("instructions", "<?"),
            markdown("entities", "&a"), markdown("escapes", "\\*"), markdown("addresses", "www.a "),
            markdown("at signs", "a@"), markdown("schemes", "http://"), markdown("strikes", "~~a"),
            markdown("parentheses", "[a](", after: ""), markdown("lines", "\n"), markdown("tabs", "\t"),
            message("elements", "a,", after: "f(["), message("labels", "a:1,", after: "f("), message("nested", "f("),
            message("a long text", "b", after: "f(\""), message("escapes", "\\n", after: "f(\""),
            message("digits", "1", after: "f("), message("a long name", "a"),
            history("a long text", "b", after: "\"", before: "\""), history("elements", "1,", after: "[", before: "1]"),
            history("members", "\"a\":1,", after: "{", before: "\"b\":1}"),
            history("marks", marked, after: "\"", before: "\""),
            history("objects", "{\"a\":[1]},", after: "[", before: "1]"),
            history(
                "deep",
                String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + ",",
                after: "[",
                before: "1]"
            ),
        ]
    }
}

/// Files are not stored here.
private struct NoFiles: FileSink {
    mutating func open(filename: String, contentType: String) {}
    mutating func write(_ bytes: [UInt8]) {}
    mutating func close() -> String { "" }
    mutating func abandon() {}
}
