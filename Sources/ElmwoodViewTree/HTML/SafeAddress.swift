/// What stands between the addresses of an attribute that has several.
enum AddressSeparators {
    /// White space and commas: `srcset`, `ping`.
    case spaces
    /// Semicolons alone, as in the `values` of an SVG animation: white space may stand within an address there.
    case semicolons

    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .spaces: isWhiteSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
        case .semicolons: byte == UInt8(ascii: ";")
        }
    }
}

extension AttributeName {
    /// What stands between the addresses in its value; nil where it is one address.
    var addressSeparators: AddressSeparators? {
        switch self {
        case .srcset, .imagesrcset, .ping: .spaces
        case .values: .semicolons
        default: nil
        }
    }
}

/// Whether following or loading the address runs no script: it has a scheme other than `javascript:` and `vbscript:`, or
/// `data:` with a type that holds none, or no scheme at all.
///
/// As the URL standard's parser does it, control characters and spaces in front and tabs and line breaks anywhere are
/// passed over.
func isSafeAddress(_ address: String, separators: AddressSeparators? = nil) -> Bool {
    // Nearly all addresses of a page begin like this, and have no scheme.
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
    var rest: [UInt8] = []
    var isInScheme = true
    for byte in address {
        if byte == 0x09 || byte == 0x0a || byte == 0x0d { continue }
        if scheme.isEmpty, isInScheme, byte <= 0x20 { continue }
        let lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
        if !isInScheme {
            // The type of a `data:` address ends at the first of these.
            if lower == UInt8(ascii: ",") || lower == UInt8(ascii: ";") { break }
            rest.append(lower)
            if rest.count > 64 { break }
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
    case "data": return isSafeType(String(decoding: rest, as: UTF8.self))
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

/// Whether a document of that type runs no script in the page's own name.
private func isSafeType(_ type: String) -> Bool {
    if ["image/", "audio/", "video/", "font/"].contains(where: { type.hasPrefix($0) }) { return true }
    return [
        "", "text/plain", "text/css", "text/csv", "application/json", "application/pdf", "application/octet-stream",
    ].contains(type)
}
