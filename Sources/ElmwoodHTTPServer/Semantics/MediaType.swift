/// Media types by a file's name.
public enum MediaType {
    /// Returns the `Content-Type` for a file of this name, by its extension, in any case. Texts are UTF-8. Unknown extensions are
    /// `application/octet-stream`, which no browser runs or shows.
    public static func of(filename: String) -> String {
        guard let dot = filename.utf8.lastIndex(of: 0x2E) else { return unknown }
        let end = filename.utf8[filename.utf8.index(after: dot)...]
        guard end.count <= 11 else { return unknown }
        let letters = end.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return types[String(decoding: letters, as: UTF8.self)] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let types = [
        "aac": "audio/aac",
        "apng": "image/apng",
        "avif": "image/avif",
        "bmp": "image/bmp",
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "flac": "audio/flac",
        "gif": "image/gif",
        "gz": "application/gzip",
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
        "md": "text/markdown; charset=utf-8",
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
        "zip": "application/zip",
    ]
}
