import CElmwoodSodium

extension RandomBits {
    /// The hash of the bits: BLAKE2b of 128 bits, as libsodium's `crypto_generichash`. It reveals nothing of them, since they are
    /// random and nobody can try them all.
    ///
    /// Each request with a session's cookie is hashed, so nothing is allocated for it.
    var hash: RandomBits {
        withUnsafeBytes(of: (words.high.bigEndian, words.low.bigEndian)) { RandomBits(hashOf: $0) }
    }

    /// Hashes bytes: BLAKE2b of 128 bits.
    init(hashOf bytes: [UInt8]) { self = bytes.withUnsafeBytes { RandomBits(hashOf: $0) } }

    private init(hashOf bytes: UnsafeRawBufferPointer) {
        var output: (UInt64, UInt64) = (0, 0)
        let input = bytes.assumingMemoryBound(to: UInt8.self)
        // It needs no initialization of the library, and fails only for sizes that it does not support.
        let result = withUnsafeMutableBytes(of: &output) { output -> CInt in
            guard let start = output.assumingMemoryBound(to: UInt8.self).baseAddress else { return -1 }
            return crypto_generichash(start, output.count, input.baseAddress, UInt64(input.count), nil, 0)
        }
        precondition(result == 0, "A hash of 128 bits is one that libsodium supports.")
        self.init(high: UInt64(bigEndian: output.0), low: UInt64(bigEndian: output.1))
    }
}
