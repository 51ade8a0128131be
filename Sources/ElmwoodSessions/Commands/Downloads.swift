import ElmwoodArchitecture
import ElmwoodStorage

/// The files of `download` commands, each under an address that nobody guesses, for some minutes: the browser asks for it in
/// a request of its own.
package final class Downloads: Sendable {
    /// What the addresses of all files begin with.
    package static let prefix = "/elmwood/download/"

    private struct Kept {
        var file: Download
        var time: Duration
    }

    private struct State {
        var files: [SessionID: Kept] = [:]
        /// The names of the files, oldest first.
        var order: [SessionID] = []
        var size = 0

        /// Lets those go that are older, and the oldest where they take more room than they may.
        mutating func evict(before time: Duration, room: Int) {
            var count = 0
            for name in order {
                guard let kept = files[name], kept.time <= time || size > room || files.count > 10_000 else { break }
                size -= kept.file.content.count
                files[name] = nil
                count += 1
            }
            order.removeFirst(count)
        }
    }

    /// The files.
    private let state = OrderedMutex(.leaf, State())
    private let life: Duration
    private let room: Int
    private let environment: Environment

    init(limits: SessionLimits, environment: Environment) {
        life = limits.downloadLife
        room = limits.downloadRoom
        self.environment = environment
    }

    /// Keeps a file, and says under which address; nil where it is larger than all files together may be.
    func keep(_ file: Download) -> String? {
        guard file.content.count <= room else { return nil }
        let name = SessionID(drawing: environment.bits)
        let time = environment.now()
        state.withLock { state in
            state.files[name] = Kept(file: file, time: time)
            state.order.append(name)
            state.size += file.content.count
            state.evict(before: time - life, room: room)
        }
        return Self.prefix + name.text
    }

    /// The file of an address, as often as it is asked for while it is there.
    package func file(at path: String) -> Download? {
        guard path.hasPrefix(Self.prefix), let name = SessionID(String(path.dropFirst(Self.prefix.count))) else {
            return nil
        }
        let time = environment.now()
        return state.withLock { state in
            state.evict(before: time - life, room: room)
            return state.files[name]?.file
        }
    }
}
