import ElmwoodArchitecture
import ElmwoodStorage

/// The files of `download` commands, each at an unguessable address for some minutes, for the session that has asked for it.
///
/// The browser fetches a file in a separate request, with the session's cookie.
package final class Downloads: Sendable {
    /// The prefix of all addresses.
    package static let prefix = "/elmwood/download/"

    /// A file that the browser can fetch.
    package struct File: Equatable, Sendable {
        package let content: [UInt8]
        package let type: String
        package let filename: String

        package init(content: [UInt8], type: String, filename: String) {
            self.content = content
            self.type = type
            self.filename = filename
        }
    }

    private struct Entry {
        var file: File
        /// The session, whose id may change. Nil if it ended with the turn that made the file: its browser has no session then.
        var session: SessionCore?
        var time: Duration
    }

    private struct State {
        var files: [SessionToken: Entry] = [:]
        /// The names of the files, oldest first.
        var order: [SessionToken] = []
        var size = 0

        /// Evicts the files that are older, and the oldest ones while all files together exceed their limit.
        mutating func evict(before time: Duration, room: Int) {
            var count = 0
            for name in order {
                guard let entry = files[name], entry.time <= time || size > room || files.count > 10_000 else { break }
                size -= entry.file.content.count
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

    /// Adds a file of a session; of nobody in particular if that is nil.
    ///
    /// - Returns: its address; nil if it is larger than the limit of all files together.
    func add(_ download: Download, of session: SessionCore?) -> String? {
        guard case .content(let content, let type) = download.source, content.count <= room else { return nil }
        let file = File(content: content, type: type, filename: download.filename)
        let name = SessionToken(drawing: environment.bits)
        let time = environment.now()
        state.withLock { state in
            state.files[name] = Entry(file: file, session: session, time: time)
            state.order.append(name)
            state.size += content.count
            state.evict(before: time - life, room: room)
        }
        return Self.prefix + name.text
    }

    /// Returns the file at an address, any number of times until it is evicted; nil for any other session.
    package func file(at path: String, for session: SessionID?) -> File? {
        guard path.hasPrefix(Self.prefix), let name = SessionToken(String(path.dropFirst(Self.prefix.count))) else {
            return nil
        }
        let time = environment.now()
        let entry = state.withLock { state in
            state.evict(before: time - life, room: room)
            return state.files[name]
        }
        guard let owner = entry?.session else { return entry?.file }
        return session != nil && owner.idForDownloads == session ? entry?.file : nil
    }
}

extension SessionCore {
    /// The id by which a browser proves that its session is this one; nil if the session has ended. One that was evicted to the store
    /// retains its id.
    fileprivate var idForDownloads: SessionID? { state.withLock { $0.life == .ended ? nil : $0.id } }
}
