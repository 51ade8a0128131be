import Glibc

/// The end of a connection, of its time, and of its requests.
extension Connection {
    /// Reacts to the client's closing of its side.
    func clientHasGone() {
        if phase == .suspended { disconnect() }
    }

    /// Reacts to the end of the deadline.
    func expire() {
        switch phase {
        case .receiving:
            let refusal = body?.refusal ?? .requestTimeout
            // No part of a response has been sent yet, so this one can bypass the library. Not over TLS.
            if body != nil, refusal == .requestTimeout, receivesSteadily() { return }
            let isSilent = loop.isStopping && target == nil
            if !loop.isSecure, !isSilent { sendAtOnce(loop.response(to: refusal)) }
            disconnect()
        case .waiting: failPending(.lateAnswer)
        case .sending:
            if !readsSteadily() { cut() }
        case .idle: disconnect()
        case .suspended:
            stream?.beat()
            continueSending()
        }
    }

    /// Ends a response that has no end of its own.
    func finishStream() {
        guard isEndless else { return }
        stream?.finish()
        if phase == .suspended { continueSending() }
    }

    /// Refuses and closes the connection because there are too many.
    func turnAway() {
        if !loop.isSecure { sendAtOnce(loop.response(to: .tooManyConnections)) }
        disconnect()
    }

    /// Ends a response that its client does not read.
    func cut() {
        // Otherwise the system would retain the unread bytes, and try again and again to send them.
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        disconnect()
    }

    /// Shuts the connection's socket down; the library notices and closes the connection.
    func disconnect() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        if isSuspended {
            stream?.cut()
            resume()
        }
    }

    /// Sends a response directly, bypassing the library, if no part of another one has been sent. Bytes that do not fit into the
    /// socket's buffer are lost.
    private func sendAtOnce(_ response: Response) {
        guard case .bytes(let body) = response.body else { return }
        (sentStatus, sentLength) = (response.status, body.count)
        let text = loop.head(of: response, reason: "Refused", "Content-Length: \(body.count)\r\n") + body
        _ = text.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// Reports what was answered, if anything was.
    func reportServed() {
        guard let status = sentStatus else { return }
        sentStatus = nil
        let configuration = loop.configuration
        guard let served = configuration.served, configuration.reportsAll || status.rawValue >= 400 else { return }
        // Without its body: its files are removed with the last copy of the request, which is before the answer.
        let request = head.map { self.request($0, BodyReader.Content()) }
        served(
            ServedRequest(
                request: request,
                remoteAddress: request?.remoteAddress ?? remoteAddress,
                status: status,
                duration: .nanoseconds(Int64(clamping: requestStart == 0 ? 0 : currentInstant() &- requestStart)),
                contentLength: sentLength
            )
        )
    }
}
