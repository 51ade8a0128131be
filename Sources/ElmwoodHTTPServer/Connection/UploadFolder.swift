import ElmwoodFormData
import Glibc
import Synchronization

/// The files that one request uploads: they lie in a folder under random names, readable for the server's own user alone, and are
/// removed with the last reference to this, unless they are kept.
///
/// ```swift
/// let uploads = UploadFolder(path: "/var/lib/app/uploads")
/// var reader = FormDataReader(encoding: encoding, sink: uploads)
/// ```
public final class UploadFolder: FileSink {
    /// Why a file could not be stored. What the sentence says is for the log: a visitor need not know it.
    public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The system's number for the error (`errno`).
        public let code: Int32

        /// One plain sentence.
        public var description: String {
            "An uploaded file could not be stored: \(String(cString: strerror(code)))."
        }
    }

    private struct State {
        /// The paths of the files that are stored, the last one perhaps not whole.
        var paths: [String] = []
        /// The file that is open.
        var descriptor: Int32?
        var isKept = false
    }

    private let folder: String
    private let state = Mutex(State())

    /// Creates an empty set of files for a folder, which is made with the first of them where it does not exist.
    public init(path: String) {
        folder = path
    }

    deinit {
        state.withLock { state in
            if state.isKept { Self.closeFile(&state) } else { Self.removeFiles(&state) }
        }
    }

    /// Begins a file.
    ///
    /// - Throws: ``Failure``
    public func open(filename: String, contentType: String) throws {
        try state.withLock { state in
            Self.closeFile(&state)
            // 128 bits of the system's generator: no name is guessed, and none met twice.
            var generator = SystemRandomNumberGenerator()
            let path = "\(folder)/\(Self.hexadecimal(generator.next()))\(Self.hexadecimal(generator.next()))"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            var descriptor = Glibc.open(path, flags, 0o600)
            if descriptor < 0, errno == ENOENT {
                Self.makeFolder(folder)
                descriptor = Glibc.open(path, flags, 0o600)
            }
            guard descriptor >= 0 else { throw Failure(code: errno) }
            state.paths.append(path)
            state.descriptor = descriptor
        }
    }

    /// Writes bytes to the file that is open.
    ///
    /// - Throws: ``Failure``
    public func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            guard let descriptor = state.descriptor else { throw Failure(code: EBADF) }
            var rest = bytes[...]
            while !rest.isEmpty {
                // The system's call takes a pointer and a length.
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(code: count < 0 ? errno : EIO) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Ends the file that is open, and answers its path.
    ///
    /// - Throws: ``Failure``
    public func close() throws -> String {
        try state.withLock { state in
            guard let descriptor = state.descriptor, let path = state.paths.last else { throw Failure(code: EBADF) }
            state.descriptor = nil
            guard Glibc.close(descriptor) == 0 else { throw Failure(code: errno) }
            return path
        }
    }

    /// Removes all files now.
    public func abandon() {
        state.withLock { Self.removeFiles(&$0) }
    }

    /// Keeps the files when the last reference to this goes. Who calls it has to remove them.
    public func keep() {
        state.withLock { $0.isKept = true }
    }

    private static func closeFile(_ state: inout State) {
        if let descriptor = state.descriptor { _ = Glibc.close(descriptor) }
        state.descriptor = nil
    }

    private static func removeFiles(_ state: inout State) {
        closeFile(&state)
        for path in state.paths { unlink(path) }
        state.paths = []
    }

    /// Makes a folder and those above it, for this user alone. What fails shows when a file is opened.
    private static func makeFolder(_ path: String) {
        var made = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            made += "/\(name)"
            mkdir(made, 0o700)
        }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
