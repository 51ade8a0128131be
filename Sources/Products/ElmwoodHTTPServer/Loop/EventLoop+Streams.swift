import CElmwoodMicrohttpd
import Glibc

extension EventLoop {
    /// Sends a response as a stream over the socket of a connection, which the library no longer owns.
    ///
    /// - Returns: false if that is not possible, and nothing has changed.
    func detach(_ connection: Connection, _ response: Response, _ content: StreamContent, isChunked: Bool) -> Bool {
        guard let socket = takeSocket(of: connection) else { return false }
        configure(socket.number)
        let request = RequestNumber(slot: streams.takeSlot(), number: nextNumber())
        let stream = DetachedStream(
            loop: self,
            socket: socket,
            request: request,
            content: content,
            isChunked: isChunked,
            share: connection.takeShare()
        )
        streams.add(stream)
        stream.begin(
            head: head(of: response, to: connection.requestID, isChunked ? "Transfer-Encoding: chunked\r\n" : "")
        )
        return true
    }

    /// Takes ownership of a connection's socket from the library.
    ///
    /// The library has no call for that. It closes a connection when its handler returns `MHD_NO`: it shuts the socket down,
    /// removes it from its epoll, closes its descriptor, and frees its memory. Only the first of these affects a socket with a
    /// second descriptor. So a second descriptor is made, and then the library's descriptor is made to refer to another file, one
    /// that cannot be shut down and never has events: an eventfd.
    ///
    /// With `MHD_USE_TURBO` the library would not shut sockets down; but then the clients of lingering sockets would learn of the
    /// end too late.
    private func takeSocket(of connection: Connection) -> FileDescriptor? {
        guard let epoll = libraryEpoll, let placeholder = placeholderDescriptor() else { return nil }
        guard let socket = FileDescriptor(fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)) else { return nil }
        connection.unwatch()
        // The epoll's keys are pairs of descriptor and file, so the old pair has to be removed while the descriptor refers to the
        // socket. The new pair has to be added if the old one existed: the library ends the process if it cannot remove it.
        let wasThere = epoll_ctl(epoll, EPOLL_CTL_DEL, connection.descriptor, nil) == 0
        let isReplaced = dup2(placeholder, connection.descriptor) >= 0
        if wasThere {
            var event = epoll_event()
            if !isReplaced {
                // The same events as the library's.
                event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLPRI.rawValue | EPOLLET.rawValue
                event.data.ptr = UnsafeMutableRawPointer(connection.library)
            }
            epoll_ctl(epoll, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
        guard isReplaced else { return nil }
        return socket
    }

    /// Makes a streaming socket report early that its client no longer reads, or has disappeared without closing.
    func configure(_ socket: Int32) {
        elmwood_configure_stream(socket, 16 * 1024, UInt32(clamping: min(sendTime / 1_000_000, 86_400_000)))
    }

    func streamIsReady(_ stream: ResponseStream) {
        let request = stream.request
        guard let stream = streams[request.slot], stream.request == request else { return }
        stream.wake()
    }

    func take(_ events: UInt32, ofStreamAt slot: Int, _ number: UInt32) {
        guard let stream = streams[slot], UInt32(truncatingIfNeeded: stream.request.number) == number else { return }
        stream.take(events)
    }

    func streamIsDue(_ request: RequestNumber, entry: Instant) {
        guard let stream = streams[request.slot], stream.request == request else { return }
        switch stream.deadline.fire(entry, at: now) {
        case .isOver: stream.expire()
        case .moved: schedule(stream)
        case .outdated, .removed: break
        }
    }

    /// Removes a stream that has ended.
    func forget(_ stream: DetachedStream) {
        streams.remove(slot: stream.request.slot)
        if let share = stream.takeShare() { shares.removeConnection(of: share) }
    }

    func finishStreams() {
        for stream in streams.all { stream.finish() }
    }

    func cutStreams() {
        for stream in streams.all { stream.cut() }
    }

    /// The library's own epoll.
    var libraryEpoll: Int32? { daemon.map(elmwood_daemon_epoll) }

    /// Returns a descriptor of a file without events, or nil if there is none.
    func placeholderDescriptor() -> Int32? {
        if placeholder < 0 { placeholder = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
        return placeholder < 0 ? nil : placeholder
    }

    /// Returns an empty buffer for a stream's output, so that no stream needs one of its own.
    func takeStreamBuffer() -> [UInt8] {
        var buffer: [UInt8] = []
        swap(&buffer, &streamBuffer)
        return buffer
    }

    /// Retains a buffer for the next stream, unless it has grown large.
    func giveBack(streamBuffer buffer: consuming [UInt8]) {
        guard buffer.capacity <= 128 * 1024 else { return }
        buffer.removeAll(keepingCapacity: true)
        streamBuffer = buffer
    }
}
