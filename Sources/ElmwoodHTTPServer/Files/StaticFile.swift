import Glibc

/// A regular file, open for reading, and what identifies its present bytes.
struct StaticFile: ~Copyable {
    let size: Int
    let lastModified: HTTPDate
    let entityTag: EntityTag?
    private let descriptor: FileDescriptor

    /// Opens a file under a folder.
    ///
    /// Each part of the path is opened by itself and relative to the one before, and no link is followed: so whatever is in
    /// the folder, and however it changes meanwhile, nothing outside of it can be reached.
    ///
    /// - Parameters:
    ///   - path: The decoded path of a request. One with a part that begins with a dot, with an empty part or with a NUL names
    ///     no file.
    ///   - folder: The folder; it may itself be a link.
    /// - Returns: nil where there is no such file, or where it is none: a folder, a link, a device.
    init?(_ path: String, under folder: String, now: HTTPDate = .now) {
        guard let names = Self.names(path), let last = names.last,
            var current = FileDescriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        else { return nil }
        for name in names.dropLast() {
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            guard let next = FileDescriptor(openat(current.number, name, flags)) else { return nil }
            current = next
        }
        // Without O_NONBLOCK, opening a named pipe would wait for its writer.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        guard let file = FileDescriptor(openat(current.number, last, flags)) else { return nil }
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = max(0, Int(status.st_size))
        lastModified = HTTPDate(secondsSince1970: status.st_mtim.tv_sec)
        // A file that changed just now may change again within the same tick of the file system's clock: until that is
        // over, its tag promises less.
        let isSettled = lastModified.secondsSince1970 < now.secondsSince1970 - 1
        let state = [Int(bitPattern: UInt(status.st_ino)), size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        let text = state.map { String(UInt(bitPattern: $0), radix: 16) }.joined(separator: "-")
        entityTag = EntityTag(text, isWeak: !isSettled)
        descriptor = file
    }

    /// Hands the descriptor over: who takes it closes it.
    consuming func takeDescriptor() -> Int32 {
        descriptor.take()
    }

    /// The names of the folders and, last, of the file that a path leads through; nil where one of them is none.
    private static func names(_ path: String) -> [String]? {
        // Bytes, since a slash with a combining character behind it is another `Character`, and still a slash to the system.
        let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { return nil }
        let names = parts.dropFirst()
        guard names.allSatisfy({ $0.first != nil && $0.first != 0x2E && $0.count <= 255 && !$0.contains(0) }) else {
            return nil
        }
        return names.map { String(Substring($0)) }
    }
}
