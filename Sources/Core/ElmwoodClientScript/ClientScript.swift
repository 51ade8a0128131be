import CElmwoodZlib
import ElmwoodEmbeddedFiles

/// The script that makes pages live in a browser: its bytes, and the address at which it is served.
///
/// `client.js` and `client-rare.js` beside this file are generated from the sources in `Sources/Tools/ClientScript` by `./dev script`, which also
/// compresses them, by Zopfli: better than zlib does, and slowly. All are part of the executable, so that nothing is done at each start.
package struct ClientScript: Sendable {
    /// The script as it is served.
    package static let shared = ClientScript(
        EmbeddedFile.clientScript.bytes,
        gzipped: EmbeddedFile.compressedClientScript.bytes
    )

    /// What few pages need: the script loads it when a page first needs it.
    package static let rare = ClientScript(
        EmbeddedFile.rareScript.bytes,
        gzipped: EmbeddedFile.compressedRareScript.bytes
    )

    /// What uploads files in pieces: the rare script loads it when a page first needs it.
    package static let uploads = ClientScript(
        EmbeddedFile.uploadsScript.bytes,
        gzipped: EmbeddedFile.compressedUploadsScript.bytes
    )

    /// The path at which the script is served. It contains a hash of all of them, so its content never changes.
    package static let address = "/elmwood/\(digest).js"

    /// The path at which the rare script is served, which the script makes of its own: each fits only the other.
    package static let rareAddress = "/elmwood/\(digest)-rare.js"

    /// The path at which the script for uploads is served, which the rare one makes of its own.
    package static let uploadsAddress = "/elmwood/\(digest)-uploads.js"

    /// The path of the words for what the scripts say.
    package static let wordsAddress = "/elmwood/\(digest)-words"

    private static let digest = hash(shared.bytes + rare.bytes + uploads.bytes)

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
