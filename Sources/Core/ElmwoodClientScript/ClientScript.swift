import CElmwoodZlib
import ElmwoodEmbeddedFiles

/// The script that makes pages live in a browser: its bytes, and the address at which it is served.
///
/// `client.js` beside this file is generated from the sources in `Sources/Tools/ClientScript` by `./dev script`, which also compresses
/// it, by Zopfli: better than zlib does, and slowly. Both are part of the executable, so that nothing is done at each start.
package struct ClientScript: Sendable {
    /// The script as it is served.
    package static let shared = ClientScript(
        EmbeddedFile.clientScript.bytes,
        gzipped: EmbeddedFile.compressedClientScript.bytes
    )

    /// The path at which it is served. It contains a hash of the script, so its content never changes.
    package static let address = "/elmwood/\(hash(shared.bytes)).js"

    /// The script as UTF-8.
    package let bytes: [UInt8]
    /// The script in the gzip format.
    package let gzipped: [UInt8]

    private init(_ bytes: [UInt8], gzipped: [UInt8]) {
        self.bytes = bytes
        self.gzipped = gzipped
    }

    /// Creates another script, as tests need it.
    package init(_ bytes: [UInt8]) { self.init(bytes, gzipped: Self.gzip(bytes)) }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        // An incompressible text grows by less than this.
        [UInt8](unsafeUninitializedCapacity: bytes.count + 1_024) { output, count in
            count = elmwood_gzip(bytes, bytes.count, output.baseAddress, output.count)
        }
    }

    /// Returns 64 bits of a hash of the content (FNV-1a), as hexadecimal digits.
    private static func hash(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
