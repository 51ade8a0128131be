import Glibc

/// A TLS certificate and its private key, in PEM.
struct TLSTexts: Sendable {
    let certificate: String
    let key: String

    /// Reads the files.
    init(_ files: TLSFiles) throws(HTTPServerError) {
        certificate = try Self.read(files.certificate)
        key = try Self.read(files.key)
    }

    private static func read(_ path: String) throws(HTTPServerError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HTTPServerError("\(path) could not be opened: \(systemError()).") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw HTTPServerError("\(path) could not be read: \(systemError()).") }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
