/// Whether a link or an image of a text by anybody may have an address.
enum MarkdownAddress {
    /// What the schemes of links are.
    static let linkSchemes: Set<String> = ["http", "https", "mailto"]
    /// What the schemes of images are.
    static let imageSchemes: Set<String> = ["http", "https"]

    /// Returns the address if it has no scheme, or one of these; else nil.
    ///
    /// Browsers skip spaces and control characters at the beginning of an address, and tabs and line breaks anywhere (URL standard,
    /// section 4.4). An address with any of these in its scheme is therefore refused, and none is repaired.
    static func checked(_ address: String, schemes: Set<String>) -> String? {
        guard !address.isEmpty, address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            return nil
        }
        // Whatever precedes the first colon is a scheme, unless it is the beginning of a path, a query or a fragment.
        guard let end = address.utf8.firstIndex(where: { ":/\\?#".utf8.contains($0) }),
            address.utf8[end] == UInt8(ascii: ":")
        else { return address }
        return schemes.contains(address[..<end].lowercased()) ? address : nil
    }
}
