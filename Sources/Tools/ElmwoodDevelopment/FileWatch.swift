import FoundationEssentials
import Glibc
import Synchronization

/// Tells which files change below some folders (inotify(7)).
///
/// Files and folders whose names begin with a dot, and those that editors make while they save, are left out. A folder that is made later
/// is watched too.
package final class FileWatch: Sendable {
    private struct State {
        /// The watched folders, by the system's number of each watch.
        var folders: [Int32: String] = [:]
        /// The folders at the top, below which everything is watched.
        var roots: [String] = []
        /// The single files that are watched, each by its folder.
        var files: Set<String> = []
    }

    private let descriptor: Int32
    /// The ends of a pipe. What is written to it ends the waiting.
    private let end: (reading: Int32, writing: Int32)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folders: all that is below them is watched. Folders that do not exist are left out.
    ///   - files: further single files, which need not exist yet, but their folders must.
    /// - Throws: if the system cannot watch that many folders.
    package init(folders: [String], files: [String] = []) throws(FileWatchError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        var ends: [Int32] = [-1, -1]
        let hasPipe = pipe(&ends) == 0
        for number in ends where hasPipe { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        end = (ends[0], ends[1])
        guard descriptor >= 0, hasPipe else { throw FileWatchError(errno) }
        for folder in folders { try addRoot(folder) }
        for file in files { try add(file: file) }
    }

    deinit {
        for number in [descriptor, end.reading, end.writing] where number >= 0 { close(number) }
    }

    /// Waits until something changes, but no longer than that.
    ///
    /// Changes that come together are returned together: it waits until there was none for the pause.
    ///
    /// - Parameters:
    ///   - limit: in milliseconds; nil for no limit.
    ///   - pause: how long it waits for further changes, in milliseconds.
    /// - Returns: the paths of the files that have changed; empty if that took too long, or the watch was stopped.
    package func changes(within limit: Int32? = nil, pause: Int32 = 20) -> Set<String> {
        var changed: Set<String> = []
        var time = limit ?? -1
        while wait(time) {
            read(into: &changed)
            // An event may concern nothing that is watched.
            if !changed.isEmpty { time = pause }
        }
        return changed
    }

    /// Ends the waiting, now and from now on.
    package func stop() {
        var byte: UInt8 = 0
        _ = write(end.writing, &byte, 1)
    }

    /// Whether the watch was stopped.
    package var isStopped: Bool {
        var polled = pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    /// Returns whether there are events.
    private func wait(_ time: Int32) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&polled, 2, time)
            if count < 0, errno == EINTR { continue }
            return count > 0 && polled[1].revents == 0
        }
    }

    // MARK: Folders

    private func addRoot(_ path: String) throws(FileWatchError) {
        guard Self.isFolder(path) else { return }
        state.withLock { $0.roots.append(path) }
        try add(folder: path)
    }

    private func add(file path: String) throws(FileWatchError) {
        state.withLock { _ = $0.files.insert(path) }
        let folder = Self.folder(of: path)
        guard state.withLock({ !$0.folders.values.contains(folder) }) else { return }
        try watch(folder)
    }

    private func add(folder path: String) throws(FileWatchError) {
        try watch(path)
        for name in Self.names(in: path) where !Self.isIgnored(name) {
            let entry = path + "/" + name
            if Self.isFolder(entry) { try add(folder: entry) }
        }
    }

    private func watch(_ path: String) throws(FileWatchError) {
        let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR
        let number = inotify_add_watch(descriptor, path, UInt32(events))
        // What has been removed in the meantime need not be watched.
        if number < 0, errno != ENOENT, errno != ENOTDIR { throw FileWatchError(errno) }
        if number >= 0 { state.withLock { $0.folders[number] = path } }
    }

    // MARK: Events

    private func read(into changed: inout Set<String>) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
            buffer.withUnsafeBytes { bytes in
                var start = 0
                while start + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
                    let first = start + MemoryLayout<inotify_event>.size
                    let last = min(first + Int(event.len), count)
                    let name = String(decoding: bytes[first..<last].prefix { $0 != 0 }, as: UTF8.self)
                    take(event, name, into: &changed)
                    start = first + Int(event.len)
                }
            }
        }
    }

    private func take(_ event: inotify_event, _ name: String, into changed: inout Set<String>) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            // Which files have changed is lost.
            return changed.formUnion(state.withLock { $0.roots })
        }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            return state.withLock { $0.folders[event.wd] = nil }
        }
        guard let folder = state.withLock({ $0.folders[event.wd] }), !Self.isIgnored(name) else { return }
        let path = folder + "/" + name
        let (files, isBelow) = state.withLock { state in
            (state.files, state.roots.contains { folder == $0 || folder.hasPrefix($0 + "/") })
        }
        guard isBelow else {
            if files.contains(path) { changed.insert(path) }
            return
        }
        if event.mask & UInt32(IN_ISDIR) != 0 {
            if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
                // Files may have been made in it before it is watched.
                try? add(folder: path)
                Self.addFiles(below: path, to: &changed)
            } else {
                changed.insert(path)
            }
        } else if event.mask & UInt32(IN_CREATE) == 0 {
            // A new file is complete once it has been written.
            changed.insert(path)
        }
    }

    // MARK: Names

    /// Whether a file is of no interest: hidden, or made by an editor for a moment.
    package static func isIgnored(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~") || name.hasSuffix(".swp") || name == "4913"
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func addFiles(below folder: String, to changed: inout Set<String>) {
        for name in names(in: folder) where !isIgnored(name) {
            let path = folder + "/" + name
            if isFolder(path) { addFiles(below: path, to: &changed) } else { changed.insert(path) }
        }
    }
}

/// Why files cannot be watched, in a sentence.
package struct FileWatchError: Error, CustomStringConvertible {
    package let description: String

    init(_ error: Int32) {
        let reason = String(cString: strerror(error))
        let advice =
            error == ENOSPC || error == EMFILE
            ? ". Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances with sysctl" : ""
        description = "The files cannot be watched: \(reason)\(advice)."
    }
}
