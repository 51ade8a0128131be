/// The types of the files that a `StaticFiles` serves, by the extension of their names.
///
/// A folder of files may contain what nobody meant to publish: the copy of a database, an archive, an editor's backup. So only types
/// are served that pages consist of and browsers show, and those that are added here.
///
/// ```swift
/// var types = ServedTypes()
/// types.add("zip")
/// types.add("glb", as: "model/gltf-binary")
/// ```
public struct ServedTypes: Sendable {
    private var added: [String: String] = [:]

    /// The types of pages: HTML, style sheets, scripts, JSON, XML, plain texts, PDF, calendars, images, fonts, audio and video.
    public init() {}

    /// Adds an extension, in any case and without its dot.
    ///
    /// - Parameters:
    ///   - fileExtension: the extension, such as `zip`.
    ///   - type: the media type; nil for the usual one of this extension, or `application/octet-stream`.
    public mutating func add(_ fileExtension: some StringProtocol, as type: String? = nil) {
        let name = fileExtension.lowercased()
        added[name] = type ?? MediaType.of(filename: "." + name)
    }

    /// Returns the media type of a file with this name; nil if it is not served.
    package func type(of filename: String) -> String? {
        guard let dot = filename.utf8.lastIndex(of: 0x2E) else { return nil }
        if !added.isEmpty, let type = added[filename[filename.index(after: dot)...].lowercased()] { return type }
        return MediaType.ofPage(filename: filename)
    }
}
