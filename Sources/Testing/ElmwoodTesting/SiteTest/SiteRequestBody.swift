import ElmwoodPageTree
import FoundationEssentials

/// The body of a request of a ``SiteTest``, and its type.
public struct SiteRequestBody: Sendable {
    struct Content {
        var type: String
        var bytes: [UInt8]
    }

    let content: Result<Content, any Error>

    /// Bytes of a type: `.bytes(picture, type: "image/png")`.
    public static func bytes(_ bytes: [UInt8], type: String) -> SiteRequestBody {
        SiteRequestBody(content: .success(Content(type: type, bytes: bytes)))
    }

    /// A text of a type.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> SiteRequestBody {
        .bytes(Array(text.utf8), type: type)
    }

    /// A value as JSON.
    public static func json(_ value: some Encodable) -> SiteRequestBody {
        SiteRequestBody(
            content: Result { Content(type: "application/json", bytes: Array(try JSONEncoder().encode(value))) }
        )
    }

    /// JSON as it is written: `.json(text: #"{"title": 7}"#)`.
    public static func json(text: String) -> SiteRequestBody { .text(text, type: "application/json") }

    /// A file, as the whole body.
    public static func file(_ file: TestFile) -> SiteRequestBody { .bytes(file.content, type: file.type) }

    /// The fields of a form, and its files: `.form(["title": "Sea"], files: ["photo": TestFile("sea.png", content: bytes)])`.
    ///
    /// With files it is `multipart/form-data`, without them `application/x-www-form-urlencoded`. A name may occur several times.
    public static func form(
        _ fields: KeyValuePairs<String, String> = [:],
        files: KeyValuePairs<String, TestFile> = [:]
    ) -> SiteRequestBody {
        let body = SentBody(
            fields.map { SentField($0.key, $0.value) } + files.map { SentField($0.key, file: $0.value) },
            isPost: true
        )
        return .bytes(body.bytes, type: body.contentType)
    }
}
