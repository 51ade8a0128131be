import ElmwoodHTTPServer

extension Settings {
    /// Reads a list of extensions, each with or without a media type.
    static func types(_ text: String) throws -> [String: String] {
        var types: [String: String] = [:]
        for entry in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].drop { $0 == "." }.lowercased()
            guard !name.isEmpty, !name.contains("/"), parts.count == 1 || parts[1].contains("/") else {
                throw SettingsError(
                    "ELMWOOD_PUBLIC_TYPES: \"\(entry)\" is no extension such as zip or glb=model/gltf-binary."
                )
            }
            types[name] = parts.count > 1 ? String(parts[1]) : MediaType.of(filename: "." + name)
        }
        return types
    }

    /// Which sites' pages may load a file as an image, a script or a style sheet (`Cross-Origin-Resource-Policy`).
    public enum ResourcePolicy: String, CaseIterable, Sendable {
        /// This origin's.
        case sameOrigin = "same-origin"
        /// Also those of other hosts below the same domain.
        case sameSite = "same-site"
        /// Any.
        case crossOrigin = "cross-origin"
    }

    /// The handler of static files.
    var files: StaticFiles {
        var types = ServedTypes()
        for (name, type) in publicTypes { types.add(name, as: type) }
        return StaticFiles(folder: publicFolder, types: types)
    }
}
