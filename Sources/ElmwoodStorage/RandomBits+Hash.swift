import CElmwoodSodium

extension RandomBits {
    /// The hash of the bits: BLAKE2b of 128 bits, as libsodium's `crypto_generichash`. It reveals nothing of them, since they are
    /// random and nobody can try them all.
    ///
    /// Each request with a session's cookie is hashed, so nothing is allocated for it.
    var hash: RandomBits {
        let words = words
        let input = (words.high.bigEndian, words.low.bigEndian)
        var output: (UInt64, UInt64) = (0, 0)
        // It needs no initialization of the library, and fails only for sizes that it does not support.
        let result = withUnsafeBytes(of: input) { input in
            withUnsafeMutableBytes(of: &output) { output -> CInt in
                let (from, to) = (input.assumingMemoryBound(to: UInt8.self), output.assumingMemoryBound(to: UInt8.self))
                guard let start = to.baseAddress else { return -1 }
                return crypto_generichash(start, to.count, from.baseAddress, UInt64(from.count), nil, 0)
            }
        }
        precondition(result == 0, "A hash of 128 bits is one that libsodium supports.")
        return RandomBits(high: UInt64(bigEndian: output.0), low: UInt64(bigEndian: output.1))
    }
}

extension RandomBits {
    /// Hashes bytes: BLAKE2b of 128 bits.
    init(hashOf bytes: [UInt8]) {
        var output: (UInt64, UInt64) = (0, 0)
        let result = withUnsafeMutableBytes(of: &output) { output -> CInt in
            guard let start = output.assumingMemoryBound(to: UInt8.self).baseAddress else { return -1 }
            return crypto_generichash(start, output.count, bytes, UInt64(bytes.count), nil, 0)
        }
        precondition(result == 0, "A hash of 128 bits is one that libsodium supports.")
        self.init(high: UInt64(bigEndian: output.0), low: UInt64(bigEndian: output.1))
    }
}
