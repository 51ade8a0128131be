import ElmwoodFormData
import Glibc
import Synchronization

/// The uploaded files of one request, in a folder and with random names. Only the server's own user can read them. They are removed
/// with the last reference to this object, unless ``keep()`` is called.
///
/// ```swift
/// let uploads = UploadFolder(path: "/var/lib/app/uploads")
/// var reader = FormDataReader(encoding: encoding, sink: uploads)
/// ```
package final class UploadFolder: FileSink {
    /// Why a file could not be stored. The description is for the log: a visitor need not know it.
    package struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// The system's number for the error (`errno`).
        package let code: Int32

        /// One plain sentence.
        package var description: String {
            "An uploaded file could not be stored: \(String(cString: strerror(code)))."
        }
    }

    private struct State {
        /// The paths of the stored files; the last one may be incomplete.
        var paths: [String] = []
        /// The file that is open.
        var descriptor: Int32?
        var isKept = false
    }

    private let folder: String
    private let state = Mutex(State())

    /// Creates an empty set of files in a folder, which is made with the first file if it does not exist.
    package init(path: String) {
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
    package func open(filename: String, contentType: String) throws {
        try state.withLock { state in
            Self.closeFile(&state)
            // 128 bits of the system's generator: names cannot be guessed, and do not collide.
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

    /// Writes bytes to the open file.
    ///
    /// - Throws: ``Failure``
    package func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            guard let descriptor = state.descriptor else { throw Failure(code: EBADF) }
            var remainder = bytes[...]
            while !remainder.isEmpty {
                // The system's call needs a pointer and a length.
                let count = remainder.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(code: count < 0 ? errno : EIO) }
                remainder = remainder.dropFirst(count)
            }
        }
    }

    /// Ends the open file, and returns its path.
    ///
    /// - Throws: ``Failure``
    package func close() throws -> String {
        try state.withLock { state in
            guard let descriptor = state.descriptor, let path = state.paths.last else { throw Failure(code: EBADF) }
            state.descriptor = nil
            guard Glibc.close(descriptor) == 0 else { throw Failure(code: errno) }
            return path
        }
    }

    /// Removes all files now.
    package func abandon() {
        state.withLock { Self.removeFiles(&$0) }
    }

    /// Retains the files when the last reference to this object is released. The caller has to remove them.
    package func keep() {
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

    /// Makes a folder and its parents, for this user only. A failure shows when a file is opened.
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
