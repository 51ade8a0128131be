import Glibc

/// Where the files of uploads in pieces are, and their descriptions.
///
/// The bytes are beside those of other uploads, where a backup finds what a model mentions.
struct UploadFolders: Sendable {
    /// Why something could not be stored. The description is for the log.
    struct Failure: Error, Equatable, CustomStringConvertible {
        /// The system's number for the error (`errno`).
        let code: Int32

        var description: String { "An upload could not be stored: \(String(cString: strerror(code)))." }
    }

    /// The folder of the bytes.
    let path: String
    private var descriptions: String { path + "/begun" }

    func file(_ name: String) -> String { "\(path)/\(name)" }
    func description(_ name: String) -> String { "\(descriptions)/\(name)" }

    /// The names of all uploads that have begun.
    var names: [String] { Files.names(in: descriptions).filter(Self.isName) }

    /// Makes the folders if they do not exist. A failure shows when a file is made.
    func make() {
        mkdir(path, 0o700)
        mkdir(descriptions, 0o700)
    }

    /// How many bytes more the file system has room for; nil if it does not say.
    var freeBytes: Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? nil : Int(clamping: bytes)
    }

    /// Draws a name: 128 bits of the system's generator.
    static func newName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(UInt64(generator.next()), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a text can be the name of an upload: 32 hexadecimal digits, which are no path.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns the bytes of a small file; nil if there is none.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 65_536 {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Replaces a file by another one: a reader finds the one or the other, also after the end of the process.
    ///
    /// - Throws: ``Failure``
    static func write(_ bytes: [UInt8], to path: String) throws {
        let next = path + ".new"
        let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        let count = Glibc.write(descriptor, bytes, bytes.count)
        let code = count < 0 ? errno : ENOSPC
        close(descriptor)
        guard count == bytes.count, rename(next, path) == 0 else {
            unlink(next)
            throw Failure(code: code)
        }
    }
}
