import Glibc

/// A server that listens.
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

    /// Takes requests from now on.
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
                throw HTTPServerError("No thread: \(String(cString: strerror(error))).")
            }
            pthread_detach(thread)
        }
    }

    /// Stops the server, and returns when it has stopped.
    ///
    /// No connection is accepted any more, idle ones are closed, and what runs is finished. What still runs when the
    /// time is over is answered with 503, or cut.
    public func stop(within time: Duration = .seconds(10)) {
        let end = currentInstant() &+ time.nanoseconds
        for loop in loops { loop.mailbox.post(.stop(end)) }
        latch.wait()
    }

    /// Returns when the server has stopped.
    public func waitUntilStopped() { latch.wait() }
}

/// What a loop's thread takes with it.
private final class LoopThread {
    let loop: EventLoop
    let latch: Latch

    init(loop: EventLoop, latch: Latch) {
        self.loop = loop
        self.latch = latch
    }
}

/// The thread of a loop. A global function, since a closure formed on an actor would trap here.
private func runLoopThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let work = Unmanaged<LoopThread>.fromOpaque(context).takeRetainedValue()
    work.loop.run()
    work.latch.countDown()
    return nil
}
