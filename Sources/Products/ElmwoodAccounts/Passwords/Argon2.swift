import CElmwoodSodium
import Glibc

/// Argon2id by libsodium (`crypto_pwhash_str`), on the thread that calls it.
struct Argon2: Sendable {
    private let passes: UInt64
    private let memory: Int
    /// A hash that no password has: of a random salt and a random digest, at the same cost.
    private let nobody: String

    init(cost: PasswordHasher.Cost) {
        initializeSodium()
        passes = UInt64(clamping: cost.passes)
        memory = cost.memory * 1_024
        let (salt, digest) = (base64(randomBytes(16), .original), base64(randomBytes(32), .original))
        nobody = "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=1$\(salt)$\(digest)"
    }

    func hash(_ password: [UInt8]) throws(PasswordError) -> String {
        let password = password.map { CChar(bitPattern: $0) }
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        guard crypto_pwhash_str(&text, password, UInt64(password.count), passes, memory) == 0 else { throw .noMemory }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func verify(_ password: [UInt8], against hash: String?) throws(PasswordError) -> Bool {
        let isHash = hash.map { crypto_pwhash_str_needs_rehash($0, passes, memory) >= 0 } ?? false
        return try matches(password, isHash ? hash ?? nobody : nobody) && isHash
    }

    func needsRehash(_ hash: String) -> Bool { crypto_pwhash_str_needs_rehash(hash, passes, memory) != 0 }

    private func matches(_ password: [UInt8], _ hash: String) throws(PasswordError) -> Bool {
        let password = password.map { CChar(bitPattern: $0) }
        // libsodium returns the same for a wrong password and for too little memory, and only the allocation sets this error.
        errno = 0
        if crypto_pwhash_str_verify(hash, password, UInt64(password.count)) == 0 { return true }
        guard errno != ENOMEM else { throw .noMemory }
        return false
    }
}
