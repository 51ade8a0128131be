import CElmwoodMicrohttpd
import CElmwoodRefusals
import ElmwoodFormData
import Glibc

/// How a request is answered: at once, or when its handler has done its work.
extension Connection {
    func refuse(_ refusal: Refusal) -> MHD_Result {
        var response = response(to: refusal)
        response.closesConnection = true
        return send(response)
    }

    /// Returns the response to a refused request, in the form that its client expects as far as its head is known.
    func response(to refusal: Refusal) -> Response {
        let own =
            if let head {
                loop.handler.response(toRefused: request(head, BodyReader.Content()), refusal.status, refusal.sentence)
            } else {
                loop.handler.response(toRefusedHead: acceptedForms, refusal.status, refusal.sentence)
            }
        return loop.response(to: refusal, own)
    }

    /// What the client accepts, as far as the library has read the head.
    private var acceptedForms: HeaderFields {
        var packed: [UInt8] = []
        for name in ["accept", "accept-language"] {
            guard let value = MHD_lookup_connection_value(library, .HEADER_KIND, name) else { continue }
            let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
            guard ValueBytes.areValid(bytes), CombiningMarks.areFew(in: bytes.bindMemory(to: UInt8.self).span) else {
                continue
            }
            HeaderFields.append(name: name, value: String(decoding: bytes, as: UTF8.self), to: &packed)
        }
        return HeaderFields(packed: packed, from: 0)
    }

    func send(_ response: consuming Response) -> MHD_Result {
        var response = response
        if response.tag == 0 { response.tag = pendingTag }
        loop.compress(&response, to: head)
        sent = SentAnswer(response)
        let content = StreamContent(response.body)
        if let content {
            if loop.isStopping { return refuse(.stopping) }
            if detach(response, content) { return .NO }
        }
        // The library accepts chunks whose lines end with a bare LF. A proxy in front may have parsed them differently, so the
        // bytes after them are not read as a further request on this connection.
        let isChunked = head.map { $0.contentLength == nil } ?? false
        if loop.isStopping || isChunked { response.closesConnection = true }
        switch response.body {
        case .producer(let producer, let length):
            begin(producer, StreamState(producer, length: length, connection: self))
        case .stream:
            guard let content else { return .NO }
            loop.configure(descriptor)
            begin(content.producer, StreamState(content, connection: self))
            isEndless = true
        case .bytes(let bytes):
            let isSent = head?.method != .head && response.status != .notModified
            guard !isSent || reserve(unsentBytes: bytes.count) else { return refuse(.tooManyUnsentBytes) }
        case .empty, .constant, .file: break
        }
        acknowledgedBytes = nil
        enter(.sending, until: loop.now &+ loop.sendTime)
        guard let prepared = loop.prepare(response, to: requestID, stream: stream) else {
            loop.log("A response could not be made: out of memory, or out of files.")
            return .NO
        }
        defer { MHD_destroy_response(prepared) }
        // The library (0.9.75) ends a response to HEAD, or a 304, which have no content, with an empty chunk, which the client would read
        // as the next response.
        if let stream, stream.length == nil, head?.method == .head || response.status == .notModified {
            elmwood_forbid_chunks(prepared)
        }
        return elmwood_queue_response(library, UInt32(response.status.rawValue), prepared) == 0 ? .NO : .YES
    }

    private func begin(_ producer: any BodyProducer, _ stream: StreamState) {
        self.stream = stream
        producer.begin(ResponseStream(requestNumber, isDetached: false, mailbox: loop.mailbox))
    }

    /// Sends the response as a stream that no longer needs this connection, if possible.
    ///
    /// The library is told that the request failed. It then closes the connection, or rather the descriptor that replaced its
    /// socket.
    private func detach(_ response: Response, _ content: StreamContent) -> Bool {
        // Unread parts of a body would have to be skipped, and a response without content has nothing to stream.
        guard !loop.isSecure, share != nil, let head, head.contentLength == 0, head.method != .head,
            response.status == .ok,
            loop.detach(self, response, content, isChunked: head.minorVersion > 0)
        else { return false }
        loop.knowsWhyItCloses = true
        return true
    }

    // MARK: Later answers

    /// Lets a handler begin to answer later.
    ///
    /// - Returns: the response, if it exists already; nil if the connection has to wait for it.
    func response(begunBy begin: (Responder) -> Void) -> Response? {
        let pending = PendingAnswer(requestNumber, mailbox: loop.mailbox)
        begin(Responder(pending))
        if let answer = pending.takeOrAwait() { return response(of: answer) }
        self.pending = pending
        if pending.canBeAbandoned { watch() }
        return nil
    }

    /// Returns the response of an answer that has arrived; nil if the connection has to wait again.
    private func response(of answer: Answer?) -> Response? {
        switch answer {
        case .response(let response): response
        case .later(_, let begin): response(begunBy: begin)
        case nil: self.response(to: .noAnswer)
        }
    }

    /// Resumes with the pending answer, which has arrived.
    func resumeWithAnswer() {
        guard let pending, let head else { return }
        let response = work(on: request(head, BodyReader.Content()), isAnsweredLater: true) { () -> Response? in
            guard let answer = pending.take() else { return nil }
            isAbandoned = pending.isAbandoned
            self.pending = nil
            return self.response(of: answer)
        }
        guard let response else { return }
        self.answer = response
        resume()
    }

    /// Answers in place of a handler that has not answered.
    func failPending(_ refusal: Refusal) {
        guard let pending else { return }
        pending.close()
        self.pending = nil
        answer = response(to: refusal)
        resume()
    }
}
