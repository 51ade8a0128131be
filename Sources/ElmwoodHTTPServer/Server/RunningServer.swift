import Glibc

/// A listening server.
public final class RunningServer: Sendable {
    /// The address at which the server listens.
    public let host: String
    /// The port at which the server listens.
    public let port: Int
    private let loops: [EventLoop]
    private let latch: Latch

    init(host: String, port: Int, loops: [EventLoop]) {
        self.host = host
        self.port = port
        self.loops = loops
        latch = Latch(count: loops.count)
    }

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
    }

    /// Stops the server, and returns when it has stopped.
    ///
    /// It accepts no more connections, closes idle ones, and finishes current requests. When the time is over, pending requests are
    /// answered with 503, and unfinished responses are cut.
    public func stop(within time: Duration = .seconds(10)) {
        let end = currentInstant() &+ time.nanoseconds
        for loop in loops { loop.mailbox.post(.stop(end)) }
        latch.wait()
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
