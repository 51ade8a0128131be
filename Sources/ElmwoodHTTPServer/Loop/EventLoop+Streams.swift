import CElmwoodMicrohttpd
import Glibc

extension EventLoop {
    /// Sends a response as a stream over the socket of a connection, which is the library's no more.
    ///
    /// - Returns: false where that cannot be done, and nothing has happened.
    func detach(_ connection: Connection, _ response: Response, _ content: StreamContent, isChunked: Bool) -> Bool {
        guard let socket = takeSocket(of: connection) else { return false }
        configure(socket.number)
        let place = RequestNumber(slot: streams.takeSlot(), number: nextNumber())
        let stream = DetachedStream(
            loop: self,
            socket: socket,
            place: place,
            content: content,
            isChunked: isChunked
        )
        streams.add(stream)
        stream.begin(head: head(of: response, isChunked ? "Transfer-Encoding: chunked\r\n" : ""))
        return true
    }

    /// Takes the socket of a connection from the library.
    ///
    /// The library has no call for that. It closes a connection when its handler returns `MHD_NO`: it shuts the socket
    /// down, takes it out of its epoll, closes its descriptor, and frees what it held. Of these, only the first would
    /// reach a socket that has a second descriptor. So when the second has been made, another file takes the socket's
    /// place behind the library's descriptor, one that cannot be shut down and where nothing ever happens: an eventfd.
    ///
    /// With `MHD_USE_TURBO` the library would not shut sockets down; but then those that linger would tell their client
    /// of the end too late.
    private func takeSocket(of connection: Connection) -> FileDescriptor? {
        guard let epoll = libraryEpoll, let placeholder = placeholderDescriptor() else { return nil }
        guard let socket = FileDescriptor(fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)) else { return nil }
        connection.unwatch()
        // The epoll goes by descriptor and file, so the old pair has to go while the descriptor leads to the socket. The
        // new one has to be there if the old one was: the library ends the process where it cannot take it out.
        let wasThere = epoll_ctl(epoll, EPOLL_CTL_DEL, connection.descriptor, nil) == 0
        let isReplaced = dup2(placeholder, connection.descriptor) >= 0
        if wasThere {
            var event = epoll_event()
            if !isReplaced {
                // As the library had it.
                event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLPRI.rawValue | EPOLLET.rawValue
                event.data.ptr = UnsafeMutableRawPointer(connection.library)
            }
            epoll_ctl(epoll, EPOLL_CTL_ADD, connection.descriptor, &event)
        }
        guard isReplaced else { return nil }
        return socket
    }

    /// Has a socket that streams report early that its client reads no more, or is gone without a word.
    func configure(_ socket: Int32) {
        elmwood_configure_stream(socket, 16 * 1024, UInt32(clamping: min(sendTime / 1_000_000, 86_400_000)))
    }

    func streamIsReady(_ stream: ResponseStream) {
        let request = stream.request
        guard let stream = streams[request.slot], stream.place == request else { return }
        stream.wake()
    }

    func take(_ events: UInt32, ofStreamAt slot: Int, _ number: UInt32) {
        guard let stream = streams[slot], UInt32(truncatingIfNeeded: stream.place.number) == number else { return }
        stream.take(events)
    }

    func streamIsDue(_ place: RequestNumber) {
        guard let stream = streams[place.slot], stream.place == place else { return }
        stream.scheduled = .max
        if stream.deadline <= now {
            stream.expire()
        } else if stream.deadline != .max {
            schedule(stream)
        }
    }

    /// Forgets a stream that has ended.
    func forget(_ stream: DetachedStream) {
        streams.remove(slot: stream.place.slot)
        allConnections.remove()
    }

    func finishStreams() {
        for stream in streams.all { stream.finish() }
    }

    func cutStreams() {
        for stream in streams.all { stream.cut() }
    }
}
