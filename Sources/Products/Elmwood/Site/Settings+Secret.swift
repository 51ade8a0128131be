extension Settings {
    /// Reads the secret of the site, and former ones after it; nil if the variable is not set.
    ///
    /// - Throws: ``SettingsError`` if one of them is too short. The sentence does not contain it.
    static func secret(_ variables: SettingsReader) throws -> String? {
        guard let text = variables["ELMWOOD_SECRET"] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        // A SealingKey ignores spaces, so they do not count here.
        for length in parts.map({ $0.utf8.filter { $0 != 0x20 }.count }) where length < 32 {
            throw SettingsError(
                "ELMWOOD_SECRET has \(parts.count == 1 ? "" : "a part with ")\(length) characters: use at least 32, such as "
                    + "those of openssl rand -hex 32."
            )
        }
        return text
    }
}
