import Glibc

/// The folder of all persistent data. It is created when it is first needed, with access for its owner only.
struct DataFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Returns the folder of uploaded files, where they are while they are read.
    ///
    /// - Throws: ``SettingsError`` if it cannot be created or written to.
    func uploads() throws -> String {
        let uploads = path + "/uploads"
        try make(path)
        try make(uploads)
        removeForgotten(in: uploads)
        return uploads
    }

    /// Returns the file of the values that programs save.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to.
    func storage() throws -> String {
        try make(path)
        return path + "/storage.sqlite"
    }

    /// Returns the file that records what has ended the process.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to.
    func faults() throws -> String {
        try make(path)
        return path + "/faults"
    }

    /// Returns the file of the visitors' sessions.
    ///
    /// - Throws: ``SettingsError`` if its folder cannot be created or written to.
    func sessions() throws -> String {
        try make(path)
        return path + "/sessions.sqlite"
    }

    private func make(_ folder: String) throws {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            let reason = String(cString: strerror(errno))
            throw SettingsError(
                "The folder \(folder) cannot be created (\(reason)): set ELMWOOD_DATA to another folder."
            )
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw SettingsError("The folder \(folder) is not writable: set ELMWOOD_DATA to another folder.")
        }
    }

    /// Removes files that have not been touched for a day: their process ended before it could remove them.
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
