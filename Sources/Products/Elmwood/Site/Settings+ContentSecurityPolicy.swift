extension Settings {
    /// Reads further sources of the `Content-Security-Policy`: directives with sources, separated by semicolons.
    ///
    /// - Throws: ``SettingsError`` if something is no directive with sources.
    static func contentSecurityPolicy(_ text: String) throws -> [String: String] {
        var policy: [String: String] = [:]
        for part in text.split(separator: ";") {
            let words = part.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
            guard let name = words.first else { continue }
            let isName = name.hasSuffix("-src") || ["form-action", "frame-ancestors", "base-uri"].contains(name)
            let isText = words.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") } }
            guard isName, isText, words.count > 1 else {
                throw SettingsError(
                    "ELMWOOD_CSP has \"\(words.joined(separator: " "))\": use directives with sources, such as "
                        + "img-src https://cdn.example; font-src https://fonts.example."
                )
            }
            let sources = words.dropFirst().joined(separator: " ")
            policy[name] = policy[name].map { "\($0) \(sources)" } ?? sources
        }
        return policy
    }
}
