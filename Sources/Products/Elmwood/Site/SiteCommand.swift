/// What a site's executable does, other than serving, if its arguments say so.
enum SiteCommand: Equatable {
    /// Checks whether a server answers.
    case health
    /// Writes a backup to a new folder.
    case backup(String)
    /// Restores the backup in a folder.
    case restore(String)

    /// Reads the arguments of the process. Returns nil if they are none of these; they may be the program's own.
    ///
    /// - Throws: ``SettingsError`` if a folder is missing.
    init?(_ arguments: [String]) throws {
        switch arguments.first {
        case "health": self = .health
        case "backup", "restore":
            guard arguments.count == 2, let folder = arguments.last, !folder.isEmpty else {
                throw SettingsError("\(arguments[0]) takes one argument, the backup's folder.")
            }
            self = arguments[0] == "backup" ? .backup(folder) : .restore(folder)
        default: return nil
        }
    }

    /// Does it. Returns whether it has succeeded.
    func run(_ settings: Settings) throws -> Bool {
        switch self {
        case .health: return HealthCheck.isHealthy(settings)
        case .backup(let folder): print(try Backup(at: folder, of: settings.data).write())
        case .restore(let folder): print(try Backup(at: folder, of: settings.data).restore())
        }
        return true
    }
}
