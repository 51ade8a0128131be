import ElmwoodArchitecture
import FoundationEssentials

/// The histories that a process leaves for the next one, in a folder: a build replaces the process, and what the developer has done remains.
///
/// A history is read when its session is loaded from the store. Its file is removed before its messages are replayed: if the new program traps on
/// one of them, that happens once.
struct SavedHistories: Sendable {
    let folder: String

    /// The most histories of one program that are saved: the latest.
    static let limit = 50

    /// Removes what former processes have left.
    func clear() { try? FileManager.default.removeItem(atPath: folder) }

    /// Saves the history of one session of a program. What cannot be saved is missing in the next process, and nothing else.
    func save<P: Program>(_ history: History<P>, of program: P, as name: String) {
        guard let json = try? HistoryFile(history, of: program).json() else { return }
        // As the sessions themselves, they may contain what visitors have typed.
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try? Data(json).write(to: URL(filePath: path(of: name)), options: .atomic)
    }

    /// Removes and returns a history that the former process has saved, if it leads to that model.
    func take<P: Program>(_ name: String, of program: P, leadingTo model: P.Model) -> History<P>? {
        let path = path(of: name)
        guard let data = FileManager.default.contents(atPath: path),
            (try? FileManager.default.removeItem(atPath: path)) != nil,
            let file = try? HistoryFile(json: [UInt8](data))
        else { return nil }
        let history = HistoryReading(file, with: program).history
        return history?.current == model ? history : nil
    }

    /// Returns the path of a file. A name may be an address, with any characters.
    private func path(of name: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return "\(folder)/\(String(hash, radix: 16)).json"
    }
}
