import CElmwoodZlib

/// Compresses one content after the other in the gzip format (RFC 1952).
///
/// Its state has 268 KB, so one is used again and again, and none is made for each content.
package final class GzipEncoder {
    private let state: UnsafeMutablePointer<z_stream>
    /// Most compressed pages fit, and are copied once, into an array that has no more room than they need.
    private var buffer = [UInt8](repeating: 0, count: 32 * 1024)

    /// Creates an encoder; nil if memory is exhausted.
    package init?(level: Int) {
        guard let state = elmwood_make_gzip(CInt(min(max(level, 1), 9))) else { return nil }
        self.state = state
    }

    deinit { elmwood_free_gzip(state) }

    /// Returns the bytes compressed; nil if they would not become fewer.
    package func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let count = CUnsignedInt(exactly: bytes.count) else { return nil }
        // zlib reads the bytes until the last of them are written, which is within the closure.
        return bytes.withUnsafeBufferPointer { content in
            elmwood_begin_gzip(state, content.baseAddress, count)
            var compressed: [UInt8] = []
            while compressed.count < bytes.count {
                let written = Int(elmwood_write_gzip(state, &buffer, CUnsignedInt(buffer.count)))
                compressed += buffer.prefix(written)
                guard written == buffer.count else { return compressed.count < bytes.count ? compressed : nil }
            }
            return nil
        }
    }
}
