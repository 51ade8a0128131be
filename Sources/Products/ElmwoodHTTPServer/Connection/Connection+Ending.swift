import CElmwoodMicrohttpd
import Glibc

/// The end of a connection, of its time, and of its requests.
extension Connection {
    /// Reacts to the client's closing of its side.
    func clientHasGone() {
        switch phase {
        case .suspended: disconnect()
        // It may have closed only its sending side, as soon as it had sent the request.
        case .waiting: pending?.abandon(after: .seconds(1))
        case .receiving, .sending, .idle: break
        }
    }

    /// Reacts to the end of the deadline.
    func expire() {
        switch phase {
        case .receiving:
            let refusal = body?.refusal ?? .requestTimeout
            // No part of a response has been sent yet, so this one can bypass the library. Not over TLS.
            if body != nil, refusal == .requestTimeout, receivesSteadily() { return }
            let isSilent = loop.isStopping && target == nil
            if !loop.isSecure, !isSilent { sendAtOnce(response(to: refusal)) }
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

    /// Answers a request that the library refuses, in the library's place: its page has none of the server's header fields, and if
    /// the mistake is in a field (0.9.75), it sends its head twice.
    ///
    /// - Returns: The response to be sent by the library; nil if the connection is finished.
    func replaceRefusal(_ refusal: Refusal) -> OpaquePointer? {
        var response = response(to: refusal)
        loop.knowsWhyItCloses = true
        enter(.sending, until: loop.now &+ loop.sendTime)
        guard loop.isSecure else {
            // What the library sends from now on fails, and it closes the connection.
            sendAtOnce(response)
            loop.linger(self)
            shutdown(descriptor, Int32(SHUT_WR))
            return nil
        }
        // Over TLS only the library can send. A head that it would send twice is better not sent at all.
        if RequestHead.readsInPlace, head == nil, elmwood_head_length(library) > 0 {
            shutdown(descriptor, Int32(SHUT_RDWR))
            return nil
        }
        response.closesConnection = true
        sent = SentAnswer(response)
        // The long head has left little of the library's memory for this one.
        return loop.prepare(response, to: nil, stream: nil)
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
        sent = SentAnswer(response)
        let text = loop.head(of: response, to: requestID, reason: "Refused", "Content-Length: \(body.count)\r\n") + body
        _ = text.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
    }

    /// Reports what was answered, if anything was.
    func reportServed() {
        guard let sent else { return }
        self.sent = nil
        let isRefusal = sent.status.rawValue >= 400 && !isAbandoned
        let isReported = loop.configuration.reportsAll || isRefusal
        guard isReported || loop.configuration.counted != nil else { return }
        let nanoseconds = Int64(clamping: requestStart == 0 ? 0 : currentInstant() &- requestStart)
        let answer = ServedAnswer(
            status: sent.status,
            reason: sent.reason,
            tag: sent.tag,
            // `.nanoseconds` checks for an overflow, which takes longer than the rest of this.
            duration: Duration(attoseconds: Int128(nanoseconds) &* 1_000_000_000),
            contentLength: sent.length
        )
        loop.configuration.counted?(answer)
        guard isReported, let served = loop.configuration.served else { return }
        // Without its body: its files are removed with the last copy of the request, which is before the answer.
        let request = head.map { self.request($0, BodyReader.Content()) }
        served(
            ServedRequest(
                request: request,
                remoteAddress: request?.remoteAddress ?? remoteAddress,
                answer: answer
            )
        )
    }
}
