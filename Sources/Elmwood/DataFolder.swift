import Glibc

/// The folder for everything that is kept. It is made when it is first needed, for its owner alone.
struct DataFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The folder under which uploaded files lie while they are read.
    ///
    /// - Throws: ``SettingsError`` where it cannot be made or written to.
    func uploads() throws -> String {
        let uploads = path + "/uploads"
        for folder in [path, uploads] where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            let reason = String(cString: strerror(errno))
            throw SettingsError("The folder \(folder) cannot be made (\(reason)): set ELMWOOD_DATA to one that can.")
        }
        guard access(uploads, W_OK | X_OK) == 0 else {
            throw SettingsError("The folder \(uploads) cannot be written to: set ELMWOOD_DATA to one that can.")
        }
        removeForgotten(in: uploads)
        return uploads
    }

    /// Removes the files of a process that ended before it could: those that nobody has touched for a day.
    private func removeForgotten(in folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let yesterday = time(nil) - 86_400
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            let path = "\(folder)/\(name)"
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec < yesterday
            else {
                continue
            }
            unlink(path)
        }
    }
}
