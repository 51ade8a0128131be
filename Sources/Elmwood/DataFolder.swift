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
        return uploads
    }
}
