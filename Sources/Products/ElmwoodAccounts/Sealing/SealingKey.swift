import CElmwoodSodium
import FoundationEssentials

/// Seals values into text that others carry, such as the link of a mail, and opens what comes back.
///
/// ```swift
/// let key = try SealingKey.load(secret: settings.secret, folder: settings.data)
/// let text = try key.seal(Reset(account: 7), for: "reset-password", validFor: .seconds(3_600))
/// let reset = key.open(text, as: Reset.self, for: "reset-password")      // nil: forged, expired, or for another purpose
/// ```
///
/// Nobody without the key can read a sealed text, change it, or make one (XChaCha20-Poly1305). Its length shows about how
/// long the value is. It can be opened again and again: to make it valid once, put something into the value that its use
/// changes, such as the number of times that the account's password was changed.
///
/// A signed text (``sign(_:for:validFor:at:)``) can be read by everybody, and made by nobody without the key.
public struct SealingKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Both keys of one secret: a key is used for one thing.
    struct Pair: Sendable {
        let sealing: [UInt8]
        let signing: [UInt8]
    }

    /// The first seals, and all of them open.
    let pairs: [Pair]

    /// Why there is no key.
    public struct Invalid: Error, Equatable, Sendable, CustomStringConvertible {
        /// One plain sentence.
        public let description: String
    }

    /// Creates a key from random bytes.
    ///
    /// - Parameters:
    ///   - bytes: 32 bytes of a generator of secrets.
    ///   - former: those of former keys, whose texts are still opened.
    /// - Throws: ``Invalid`` if one has another number of bytes.
    public init(bytes: [UInt8], former: [[UInt8]] = []) throws(Invalid) {
        initializeSodium()
        var pairs: [Pair] = []
        for bytes in [bytes] + former {
            guard bytes.count == crypto_kdf_keybytes() else {
                throw Invalid(description: "A key has 32 bytes, and this one has \(bytes.count).")
            }
            pairs.append(Pair(sealing: Self.key(1, of: bytes), signing: Self.key(2, of: bytes)))
        }
        self.pairs = pairs
    }

    /// Creates a key from a secret text, such as the value of an environment variable. All nodes of a site have the same.
    ///
    /// Former secrets follow, separated by commas: what they have sealed is still opened.
    ///
    /// - Throws: ``Invalid`` if a secret has fewer than 32 characters. Make one by `openssl rand -hex 32`.
    public init(secret: String) throws(Invalid) {
        var keys: [[UInt8]] = []
        for part in secret.split(separator: ",", omittingEmptySubsequences: false) {
            let bytes = part.utf8.filter { $0 != 0x20 }
            guard bytes.count >= 32 else {
                throw Invalid(description: "A secret has at least 32 characters: make one by openssl rand -hex 32.")
            }
            keys.append(Self.hash(bytes, key: [], count: 32))
        }
        guard let first = keys.first else { throw Invalid(description: "The secret is empty.") }
        try self.init(bytes: first, former: Array(keys.dropFirst()))
    }

    /// Creates a new key, which is nowhere stored: for tests, and what ends with the process.
    public init() {
        initializeSodium()
        let bytes = randomBytes(crypto_kdf_keybytes())
        pairs = [Pair(sealing: Self.key(1, of: bytes), signing: Self.key(2, of: bytes))]
    }

    /// The type's name alone: a log that prints the key must not reveal it.
    public var description: String { "SealingKey" }

    /// Hides the key: see `description`.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Derives one of the keys of a secret (BLAKE2b, as libsodium's `crypto_kdf`).
    private static func key(_ number: UInt64, of bytes: [UInt8]) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: 32)
        let context = Array("elmwood1".utf8).map { CChar(bitPattern: $0) }
        let result = crypto_kdf_derive_from_key(&key, key.count, number, context, bytes)
        precondition(result == 0, "A key of 32 bytes is one that libsodium derives.")
        return key
    }

    /// Returns a hash (BLAKE2b), which only the owner of the key can make if there is one.
    static func hash(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: count)
        let result = crypto_generichash(&hash, count, bytes, UInt64(bytes.count), key, key.count)
        precondition(result == 0, "A hash of 32 bytes is one that libsodium makes.")
        return hash
    }
}
