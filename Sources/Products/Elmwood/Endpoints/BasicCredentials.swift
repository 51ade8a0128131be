import CElmwoodSodium
import FoundationEssentials

/// The name and password of an `Authorization` field of the scheme `Basic` (RFC 7617), joined by a colon.
struct BasicCredentials {
    let bytes: [UInt8]

    /// Reads a field; nil if it has another scheme, or is malformed.
    init?(_ field: String) {
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1]))
        else {
            return nil
        }
        bytes = Array(data)
    }

    /// Compares all bytes, whichever differ, so that the time says nothing about them.
    func isEqual(to expected: [UInt8]) -> Bool {
        bytes.count == expected.count && !bytes.isEmpty && sodium_memcmp(bytes, expected, expected.count) == 0
    }
}
