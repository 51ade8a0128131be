import CElmwoodSodium
import FoundationEssentials

extension SealingKey {
    /// Seals a value into text of letters, digits, `-` and `_`, which an address or a cookie can carry.
    ///
    /// - Parameters:
    ///   - value: what is sealed, as JSON.
    ///   - purpose: what the text is for, such as `reset-password`. It opens for nothing else.
    ///   - duration: how long it is valid.
    ///   - moment: the time from which on it is valid; tests choose it.
    /// - Throws: the error of the value's encoding.
    public func seal(
        _ value: some Encodable,
        for purpose: String,
        validFor duration: Duration,
        at moment: Date = Date()
    ) throws -> String {
        let content = Array(try JSONEncoder().encode(value))
        let head = Self.sealed + Self.expiry(duration, after: moment)
        let nonce = randomBytes(crypto_aead_xchacha20poly1305_ietf_npubbytes())
        let associated = head + Array(purpose.utf8)
        var cipher = [UInt8](repeating: 0, count: content.count + crypto_aead_xchacha20poly1305_ietf_abytes())
        var count: UInt64 = 0
        // It fails for no input.
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &cipher,
            &count,
            content,
            UInt64(content.count),
            associated,
            UInt64(associated.count),
            nil,
            nonce,
            pairs[0].sealing
        )
        return base64(head + nonce + cipher, .urlSafe)
    }

    /// Opens a text, and returns the value that was sealed. Returns nil, and tells no difference, if it was forged or
    /// changed, if it is for another purpose or of another type, and if its time is over.
    public func open<Value: Decodable>(
        _ text: String,
        as type: Value.Type,
        for purpose: String,
        at moment: Date = Date()
    ) -> Value? {
        let nonceCount = crypto_aead_xchacha20poly1305_ietf_npubbytes()
        let tagCount = crypto_aead_xchacha20poly1305_ietf_abytes()
        guard text.utf8.count <= Self.longest, let all = bytes(base64: text),
            all.count >= Self.headCount + nonceCount + tagCount, all.starts(with: Self.sealed)
        else { return nil }
        let head = Array(all.prefix(Self.headCount))
        let nonce = Array(all.dropFirst(Self.headCount).prefix(nonceCount))
        let cipher = Array(all.dropFirst(Self.headCount + nonceCount))
        let associated = head + Array(purpose.utf8)
        for pair in pairs {
            var content = [UInt8](repeating: 0, count: cipher.count - tagCount)
            var count: UInt64 = 0
            let result = crypto_aead_xchacha20poly1305_ietf_decrypt(
                &content,
                &count,
                nil,
                cipher,
                UInt64(cipher.count),
                associated,
                UInt64(associated.count),
                nonce,
                pair.sealing
            )
            guard result == 0 else { continue }
            guard Self.isValid(head, at: moment) else { return nil }
            return try? JSONDecoder().decode(type, from: Data(content))
        }
        return nil
    }
}

extension SealingKey {
    /// The first byte of a sealed text: its format.
    private static let sealed: [UInt8] = [1]
    /// The first byte of a signed text.
    private static let signed: [UInt8] = [2]
    /// The format, and when the time is over.
    private static let headCount = 9
    /// The most characters of a text that is opened.
    private static let longest = 64 << 10

    /// Signs a value: everybody can read the text, and nobody without the key can change it, or make one.
    ///
    /// - Parameters:
    ///   - value: what is signed, as JSON.
    ///   - purpose: what the text is for. It is verified for nothing else.
    ///   - duration: how long it is valid.
    ///   - moment: the time from which on it is valid; tests choose it.
    /// - Throws: the error of the value's encoding.
    public func sign(
        _ value: some Encodable,
        for purpose: String,
        validFor duration: Duration,
        at moment: Date = Date()
    ) throws -> String {
        let head = Self.signed + Self.expiry(duration, after: moment)
        let content = Array(try JSONEncoder().encode(value))
        return base64(head + Self.signature(head, content, purpose, pairs[0]) + content, .urlSafe)
    }

    /// Verifies a signed text, and returns its value. Returns nil, and tells no difference, if it was forged or changed, if
    /// it is for another purpose or of another type, and if its time is over.
    public func verify<Value: Decodable>(
        _ text: String,
        as type: Value.Type,
        for purpose: String,
        at moment: Date = Date()
    ) -> Value? {
        guard text.utf8.count <= Self.longest, let all = bytes(base64: text), all.count >= Self.headCount + 32,
            all.starts(with: Self.signed)
        else { return nil }
        let head = Array(all.prefix(Self.headCount))
        let signature = Array(all.dropFirst(Self.headCount).prefix(32))
        let content = Array(all.dropFirst(Self.headCount + 32))
        let isSigned = pairs.contains { pair in
            sodium_memcmp(Self.signature(head, content, purpose, pair), signature, signature.count) == 0
        }
        guard isSigned, Self.isValid(head, at: moment) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(content))
    }

    /// The purpose's length comes before it, so that no two purposes and contents are the same bytes.
    private static func signature(_ head: [UInt8], _ content: [UInt8], _ purpose: String, _ pair: Pair) -> [UInt8] {
        let purpose = Array(purpose.utf8)
        return hash(head + bigEndian(Int64(purpose.count)) + purpose + content, key: pair.signing, count: 32)
    }

    private static func expiry(_ duration: Duration, after moment: Date) -> [UInt8] {
        let duration = milliseconds(duration)
        let (end, overflow) = milliseconds(moment).addingReportingOverflow(duration)
        guard overflow else { return bigEndian(end) }
        return bigEndian(duration < 0 ? .min : .max)
    }

    private static func isValid(_ head: [UInt8], at moment: Date) -> Bool {
        milliseconds(moment) < Int64(bitPattern: head.dropFirst().reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func milliseconds(_ moment: Date) -> Int64 {
        let milliseconds = moment.timeIntervalSince1970 * 1_000
        return Int64(exactly: milliseconds.rounded(.down)) ?? (milliseconds > 0 ? .max : .min)
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard overflow || sumOverflow else { return sum }
        return seconds < 0 ? .min : .max
    }

    private static func bigEndian(_ number: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
