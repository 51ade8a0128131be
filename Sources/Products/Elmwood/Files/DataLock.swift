import Glibc

/// A lock of a data folder. Each process that uses the folder has it together with others; what replaces the data has it alone.
struct DataLock {
    private let descriptor: Int32

    /// Takes the lock without waiting. Returns nil if that is not possible now.
    ///
    /// - Throws: ``SettingsError`` if its file cannot be opened.
    init?(path: String, isAlone: Bool) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Files.error("\(path) cannot be opened") }
        guard flock(descriptor, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    /// Releases the lock. The end of the process does so, too.
    func release() {
        // A process that begins just now has a copy of the descriptor, and with that the lock, until it executes its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

extension DataFolder {
    /// Takes the lock that each process has that uses the folder.
    ///
    /// - Throws: ``SettingsError`` if a backup is being restored, or the folder cannot be used.
    func lock() throws -> DataLock {
        guard let lock = try DataLock(path: lockFile(), isAlone: false) else {
            throw SettingsError("A backup is being restored to \(path): wait for its end.")
        }
        return lock
    }

    /// Takes the lock alone.
    ///
    /// - Throws: ``SettingsError`` if a site uses the folder, or it cannot be used.
    func lockAlone() throws -> DataLock {
        guard let lock = try DataLock(path: lockFile(), isAlone: true) else {
            throw SettingsError("A site is running with \(path): stop it first.")
        }
        return lock
    }
}
