import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodSessions
import Synchronization

/// Keeps the files of accepted posts on the disk for a time, so that an effect can read or move them.
///
/// A request's files are removed with its last copy; so a post is kept here, the oldest first to go: after its time, or
/// where all files together take more room than they may.
final class UploadStore: Sendable {
    private struct Post {
        var number: UInt64
        var request: Request
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

    /// A keeper that keeps files for that time, and no more bytes than that.
    init(
        life: Duration,
        room: Int,
        schedule: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledCall
    ) {
        self.life = life
        self.room = room
        self.schedule = schedule
    }

    /// Keeps the files of a post, if it has any.
    func keep(_ request: Request) {
        guard let form = request.form else { return }
        var bytes = 0
        for case .file(let file) in form.entries.lazy.map(\.value) { bytes += file.size }
        guard bytes > 0 else { return }
        // What is removed is freed outside of the lock: its files are removed then.
        let (number, letGo) = state.withLock { state -> (UInt64, [Post]) in
            state.lastNumber += 1
            state.posts.append(Post(number: state.lastNumber, request: request, bytes: bytes))
            state.bytes += bytes
            var count = 0
            while state.bytes > room, count < state.posts.count - 1 {
                state.bytes -= state.posts[count].bytes
                count += 1
            }
            let letGo = Array(state.posts.prefix(count))
            state.posts.removeFirst(count)
            return (state.lastNumber, letGo)
        }
        _ = letGo
        _ = schedule(life) { [weak self] in self?.letGo(upTo: number) }
    }

    /// Leaves all files to the process that comes next, whose effects may be about them. They are removed once nobody has touched
    /// them for a day.
    func leave() {
        for post in state.withLock({ $0.posts }) { post.request.keepUploads() }
    }

    private func letGo(upTo number: UInt64) {
        _ = state.withLock { state -> [Post] in
            let count = state.posts.prefix { $0.number <= number }.count
            let letGo = Array(state.posts.prefix(count))
            state.posts.removeFirst(count)
            for post in letGo { state.bytes -= post.bytes }
            return letGo
        }
    }
}
