/// The separators of the addresses in an attribute with several.
enum AddressSeparators {
    /// White space and commas: `srcset`, `ping`.
    case spaces
    /// Semicolons only, as in the `values` of an SVG animation, whose addresses may contain white space.
    case semicolons

    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .spaces: isWhiteSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        case .semicolons: byte == UInt8(ascii: ";")
        }
    }
}

extension AttributeName {
    /// The separators of the addresses in its value; nil if the value is one address.
    var addressSeparators: AddressSeparators? {
        switch self {
        case .srcset, .imagesrcset, .ping: .spaces
        case .values: .semicolons
        default: nil
        }
    }
}

/// Whether following or loading the address runs no script. This is so if it has no scheme, or one other than `javascript:`,
/// `vbscript:` and `data:`, or is a `data:` address with a type that contains no script.
///
/// As in the URL standard's parser, leading control characters and spaces are skipped, and tabs and line breaks anywhere.
func isSafeAddress(_ address: String, separators: AddressSeparators? = nil) -> Bool {
    // Nearly all addresses of a page begin with one of these, and have no scheme.
    if separators == nil, let first = address.utf8.first {
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "#") || first == UInt8(ascii: "?") { return true }
    }
    if let separators {
        return address.utf8.split(whereSeparator: separators.contains).allSatisfy { isSafe($0) }
    }
    return isSafe(address.utf8[...])
}

private func isSafe(_ address: Substring.UTF8View) -> Bool {
    var scheme: [UInt8] = []
    var remainder: [UInt8] = []
    var isInScheme = true
    for byte in address {
        if byte == 0x09 || byte == 0x0a || byte == 0x0d { continue }
        if scheme.isEmpty, isInScheme, byte <= 0x20 { continue }
        let lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
        if !isInScheme {
            // The type of a `data:` address ends at the first of these.
            if lower == UInt8(ascii: ",") || lower == UInt8(ascii: ";") { break }
            remainder.append(lower)
            if remainder.count > 64 { break }
        } else if lower == UInt8(ascii: ":") {
            isInScheme = false
        } else if isSchemeByte(lower), scheme.count < 16 {
            scheme.append(lower)
        } else {
            return true
        }
    }
    if isInScheme { return true }
    switch String(decoding: scheme, as: UTF8.self) {
    case "javascript", "vbscript": return false
    case "data": return isSafeType(String(decoding: remainder, as: UTF8.self))
    default: return true
    }
}

private func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."):
        true
    default: false
    }
}

/// Whether a document of that type runs no script with the page's origin.
private func isSafeType(_ type: String) -> Bool {
    if ["image/", "audio/", "video/", "font/"].contains(where: { type.hasPrefix($0) }) { return true }
    return [
        "", "text/plain", "text/css", "text/csv", "application/json", "application/pdf", "application/octet-stream",
    ].contains(type)
}
