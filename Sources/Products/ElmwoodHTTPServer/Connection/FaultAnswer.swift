import CElmwoodFaults

/// The answer to a request whose work ends the process by a trap: it is sent by the signal's handler, as it is here.
///
/// `@unchecked Sendable`: the bytes are never changed and never freed, since the handler may read them at any time.
package final class FaultAnswer: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    private let headSize: Int

    /// Serializes a response, whose body must be bytes. The connection ends with it.
    ///
    /// - Parameter headers: the fields of every response of the server.
    package init(_ response: Response, headers: ResponseHeaders) {
        var content: [UInt8] = []
        if case .bytes(let bytes) = response.body { content = bytes }
        var fields = response.headers
        fields.add(headers)
        var head = "HTTP/1.1 \(response.status.rawValue) \r\n"
        for field in fields.all { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(content.count)\r\nConnection: close\r\n\r\n"
        headSize = head.utf8.count
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: headSize + content.count, alignment: 1)
        copy.copyBytes(from: Array(head.utf8) + content)
        bytes = UnsafeRawBufferPointer(copy)
    }

    /// Lets this thread answer with it while a function runs, if that ends the process.
    ///
    /// - Parameter isHead: whether only the head is sent, as to a HEAD.
    func stand<Result>(for socket: Int32, isHead: Bool, during body: () -> Result) -> Result {
        elmwood_set_fault_answer(
            elmwood_fault_answer(bytes: bytes.baseAddress, size: isHead ? headSize : bytes.count, socket: socket)
        )
        defer { elmwood_set_fault_answer(elmwood_fault_answer(bytes: nil, size: 0, socket: -1)) }
        return body()
    }
}

extension Connection {
    /// Does the work of a request on the loop's thread. If that ends the process, the client still gets an answer: over plain HTTP, before any
    /// of the response has been sent.
    func work<Result>(on request: Request, isAnsweredLater: Bool, _ body: () -> Result) -> Result {
        loop.work.note(request, isAnsweredLater: isAnsweredLater) {
            guard !loop.isSecure, let answer = loop.configuration.faultAnswer?(request) else { return body() }
            return answer.stand(for: descriptor, isHead: request.method == .head, during: body)
        }
    }
}
