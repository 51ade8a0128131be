import Glibc

/// What backups and folders need of the file system. Errors are sentences.
package enum Files {
    static func exist(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the type of a file, which is that of its target if it is a link; nil if there is none.
    static func type(_ path: String) -> mode_t? {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT
    }

    /// Makes a folder for its owner only.
    static func make(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw error("The folder \(path) cannot be created") }
    }

    /// Returns the names of the files in a folder; none if it does not exist.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with its files and folders. Links are not followed.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    /// Copies a regular file to a new one, for its owner only. Returns false if it does not exist.
    static func copy(_ path: String, to target: String) throws -> Bool {
        let source = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard source >= 0 else {
            if errno == ENOENT { return false }
            throw error("\(path) cannot be read")
        }
        defer { close(source) }
        let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw error("\(target) cannot be created") }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw error("\(path) cannot be read") }
            if count == 0 { break }
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { write(copy, $0.baseAddress, $0.count) }
                guard written > 0 else { throw error("\(target) cannot be written") }
                rest = rest.dropFirst(written)
            }
        }
        guard fsync(copy) == 0 else { throw error("\(target) cannot be written") }
        return true
    }

    /// Waits until a file, or a folder's entries, are on the disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("\(path) cannot be read") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error("\(path) cannot be written") }
    }

    /// An error with the system's reason.
    static func error(_ failure: String) -> SettingsError {
        SettingsError("\(failure): \(String(cString: strerror(errno))).")
    }
}
