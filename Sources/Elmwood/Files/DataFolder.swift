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
        try make(path)
        try make(uploads)
        removeForgotten(in: uploads)
        return uploads
    }

    /// The file of what programs save.
    ///
    /// - Throws: ``SettingsError`` where its folder cannot be made or written to.
    func storage() throws -> String {
        try make(path)
        return path + "/storage.sqlite"
    }

    /// The file of what has ended the process.
    ///
    /// - Throws: ``SettingsError`` where its folder cannot be made or written to.
    func faults() throws -> String {
        try make(path)
        return path + "/faults"
    }

    /// The file of the visitors' sessions.
    ///
    /// - Throws: ``SettingsError`` where its folder cannot be made or written to.
    func sessions() throws -> String {
        try make(path)
        return path + "/sessions.sqlite"
    }

    private func make(_ folder: String) throws {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            let reason = String(cString: strerror(errno))
            throw SettingsError("The folder \(folder) cannot be made (\(reason)): set ELMWOOD_DATA to one that can.")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw SettingsError("The folder \(folder) cannot be written to: set ELMWOOD_DATA to one that can.")
        }
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
