import Glibc

/// A listening server.
public final class RunningServer: Sendable {
    private let sockets: ListeningSockets
    /// Whether a Unix socket's file is the server's own.
    private let removesFile: Bool
    let loops: [EventLoop]
    private let latch: Latch
    private let watch: LoopWatch

    /// The address at which the server listens; of a Unix socket, `unix:` and its path.
    public var host: String { sockets.host }
    /// The port at which the server listens; 0 for a Unix socket.
    public var port: Int { sockets.port }

    init(_ sockets: ListeningSockets, removesFile: Bool, loops: [EventLoop]) {
        self.sockets = sockets
        self.removesFile = removesFile
        self.loops = loops
        latch = Latch(count: loops.count)
        watch = LoopWatch(loops)
    }

    /// How long the thread of a loop has been at work for one event, of the loop for which that is longest: a handler that does not
    /// return. The connections of that loop wait meanwhile.
    public var longestWork: Duration {
        let now = currentInstant()
        return loops.lazy.map { $0.workTime(at: now) }.max() ?? .zero
    }

    /// What clients have of the server now.
    public var load: ServerLoad { loops.first.map { $0.shares.load } ?? ServerLoad() }

    /// Begins to accept requests.
    func begin() throws(HTTPServerError) {
        for (place, loop) in loops.enumerated() {
            let work = LoopThread(loop: loop, latch: latch)
            var thread = pthread_t()
            let held = Unmanaged.passRetained(work).toOpaque()
            let error = pthread_create(&thread, nil, runLoopThread, held)
            guard error == 0 else {
                Unmanaged<LoopThread>.fromOpaque(held).release()
                for idle in loops[place...] {
                    idle.abandon()
                    latch.countDown()
                }
                stop(within: .zero)
                throw HTTPServerError("No thread could be started: \(String(cString: strerror(error))).")
            }
            pthread_detach(thread)
        }
        watch.begin()
    }

    /// Stops the server, and returns when it has stopped.
    ///
    /// It accepts no more connections, closes idle ones, and finishes current requests. When the time is over, pending requests are
    /// answered with 503, and unfinished responses are cut.
    public func stop(within time: Duration = .seconds(10)) {
        watch.end()
        let end = currentInstant() &+ time.nanoseconds
        for loop in loops { loop.mailbox.post(.stop(end)) }
        latch.wait()
        if removesFile { sockets.removeFile() }
    }

    /// Waits until the server has stopped.
    public func waitUntilStopped() { latch.wait() }
}

/// The argument of a loop's thread.
private final class LoopThread {
    let loop: EventLoop
    let latch: Latch

    init(loop: EventLoop, latch: Latch) {
        self.loop = loop
        self.latch = latch
    }
}

/// The main function of a loop's thread. It is global, since a closure formed on an actor would trap here.
private func runLoopThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let work = Unmanaged<LoopThread>.fromOpaque(context).takeRetainedValue()
    work.loop.run()
    work.latch.countDown()
    return nil
}
