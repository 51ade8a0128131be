import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import Synchronization

/// What has files that are removed with it.
protocol RetainedFiles: AnyObject, Sendable {
    /// Leaves the files on disk.
    func keepUploads()
}

/// Retains the files of accepted posts on disk for a time, so that an effect can read or move them.
///
/// A request's files are removed with its last copy, so a copy of the request is retained here. The oldest is evicted first: after
/// its time, or if all files together exceed the limit.
final class UploadStore: Sendable {
    private struct Post {
        var number: UInt64
        var files: any RetainedFiles
        var bytes: Int
    }

    private struct State {
        var posts: [Post] = []
        var bytes = 0
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let life: Duration
    private let room: Int
    private let schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall

    /// Creates a store that retains files for that time, up to that number of bytes.
    init(
        life: Duration,
        room: Int,
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    ) {
        self.life = life
        self.room = room
        self.schedule = schedule
    }

    /// Retains the files of a post, if it has any.
    func retain(_ request: Request) {
        guard let form = request.form else { return }
        var bytes = 0
        for case .file(let file) in form.entries.lazy.map(\.value) { bytes += file.size }
        guard bytes > 0 else { return }
        retain(RequestFiles(request), bytes: bytes)
    }

    /// Retains files that have that many bytes.
    func retain(_ files: any RetainedFiles, bytes: Int) {
        // Evicted posts are released outside of the lock, since that removes their files.
        let (number, evicted) = state.withLock { state -> (UInt64, [Post]) in
            state.lastNumber += 1
            state.posts.append(Post(number: state.lastNumber, files: files, bytes: bytes))
            state.bytes += bytes
            var count = 0
            while state.bytes > room, count < state.posts.count - 1 {
                state.bytes -= state.posts[count].bytes
                count += 1
            }
            let evicted = Array(state.posts.prefix(count))
            state.posts.removeFirst(count)
            return (state.lastNumber, evicted)
        }
        _ = evicted
        _ = schedule(life) { [weak self] in self?.evict(upTo: number) }
    }

    /// Leaves all files to the next process, whose effects may need them. They are removed when they have not been touched for a
    /// day.
    func leave() {
        for post in state.withLock({ $0.posts }) { post.files.keepUploads() }
    }

    private func evict(upTo number: UInt64) {
        _ = state.withLock { state -> [Post] in
            let count = state.posts.prefix { $0.number <= number }.count
            let evicted = Array(state.posts.prefix(count))
            state.posts.removeFirst(count)
            for post in evicted { state.bytes -= post.bytes }
            return evicted
        }
    }
}

/// The files of a request.
private final class RequestFiles: RetainedFiles {
    private let request: Request

    init(_ request: Request) { self.request = request }

    func keepUploads() { request.keepUploads() }
}
