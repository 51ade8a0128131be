import CElmwoodSodium

/// Prepares libsodium, once: it then chooses the fastest code for this processor.
func initializeSodium() { _ = isSodiumInitialized }

private let isSodiumInitialized: Bool = {
    let result = sodium_init()
    precondition(result >= 0, "libsodium cannot be initialized: the system has no source of random bytes.")
    return true
}()

/// Returns that many bytes from the system's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    initializeSodium()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        if let start = buffer.baseAddress { randombytes_buf(start, count) }
        initialized = count
    }
}

/// The alphabets of Base64 (RFC 4648).
enum Base64: CInt {
    /// Section 4, with padding.
    case padded = 1
    /// Section 4, without padding.
    case original = 3
    /// Section 5, without padding: for addresses.
    case urlSafe = 7
}

/// Returns the bytes as Base64.
func base64(_ bytes: some Sequence<UInt8>, _ alphabet: Base64) -> String {
    let bytes = Array(bytes)
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, alphabet.rawValue))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, alphabet.rawValue)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the bytes of a text in the alphabet for addresses, or nil for any other text: each sequence of bytes has one text
/// only.
func bytes(base64 text: some StringProtocol) -> [UInt8]? {
    let characters = text.utf8.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: characters.count / 4 * 3 + 2)
    var count = 0
    guard
        sodium_base642bin(
            &bytes,
            bytes.count,
            characters,
            characters.count,
            nil,
            &count,
            nil,
            Base64.urlSafe.rawValue
        ) == 0
    else { return nil }
    return Array(bytes.prefix(count))
}

/// Returns the bytes as hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
