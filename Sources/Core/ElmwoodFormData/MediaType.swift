/// Media types by a file's name.
public enum MediaType {
    /// Returns the `Content-Type` for a file of this name, by its extension, in any case. Texts are UTF-8. Unknown extensions are
    /// `application/octet-stream`, which no browser runs or shows.
    public static func of(filename: String) -> String {
        let name = fileExtension(of: filename)
        return pageTypes[name] ?? otherTypes[name] ?? unknown
    }

    /// Returns the `Content-Type` for a file of this name if it is one of those that pages consist of and browsers show; else nil.
    package static func ofPage(filename: String) -> String? { pageTypes[fileExtension(of: filename)] }

    /// Returns the extension in lower case; empty if there is none, or none that is known.
    private static func fileExtension(of filename: String) -> String {
        guard let dot = filename.utf8.lastIndex(of: 0x2E) else { return "" }
        let end = filename.utf8[filename.utf8.index(after: dot)...]
        guard end.count <= 11 else { return "" }
        return String(decoding: end.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    package static let unknown = "application/octet-stream"

    /// Files for download, which are often data that is not meant for everybody.
    private static let otherTypes = [
        "csv": "text/csv; charset=utf-8",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip",
        "gz": "application/gzip",
        "heic": "image/heic",
        "heif": "image/heif",
        "jxl": "image/jxl",
        "md": "text/markdown; charset=utf-8",
        "mkv": "video/matroska",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odt": "application/vnd.oasis.opendocument.text",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf",
        "tsv": "text/tab-separated-values; charset=utf-8",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "zip": "application/zip",
    ]

    private static let pageTypes = [
        "aac": "audio/aac",
        "apng": "image/apng",
        "avif": "image/avif",
        "bmp": "image/bmp",
        "css": "text/css; charset=utf-8",
        "flac": "audio/flac",
        "gif": "image/gif",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/vnd.microsoft.icon",
        "ics": "text/calendar; charset=utf-8",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "jsonld": "application/ld+json",
        "m4a": "audio/mp4",
        "m4v": "video/mp4",
        "map": "application/json",
        "mjs": "text/javascript; charset=utf-8",
        "mov": "video/quicktime",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4",
        "mpeg": "video/mpeg",
        "oga": "audio/ogg",
        "ogg": "audio/ogg",
        "ogv": "video/ogg",
        "opus": "audio/ogg",
        "otf": "font/otf",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "tif": "image/tiff",
        "tiff": "image/tiff",
        "ttf": "font/ttf",
        "txt": "text/plain; charset=utf-8",
        "vtt": "text/vtt; charset=utf-8",
        "wasm": "application/wasm",
        "wav": "audio/wav",
        "weba": "audio/webm",
        "webm": "video/webm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xhtml": "application/xhtml+xml",
        "xml": "application/xml",
    ]
}
