import CElmwoodMicrohttpd
import Glibc

extension EventLoop {
    /// Returns the response to a refused request.
    ///
    /// - Parameter own: the handler's own response; nil if it has none.
    func response(to refusal: Refusal, _ own: Response? = nil) -> Response {
        var response = own ?? configuration.refusal(refusal.status, refusal.sentence)
        response.reason = refusal.reason
        if refusal.status == .serviceUnavailable, !response.headers.contains("retry-after") {
            response.headers.add("Retry-After", "1")
        }
        return response
    }

    /// Creates the library's form of a response. Returns nil if memory is exhausted.
    ///
    /// - Parameter id: the request's id; nil if it was refused before it had one.
    func prepare(_ response: Response, to id: RequestID?, stream: StreamState?) -> OpaquePointer? {
        guard let prepared = prepare(response, stream: stream) else { return nil }
        // Must precede Date: after it the library forgets which header fields it need not add itself.
        if response.closesConnection { MHD_add_response_header(prepared, "Connection", "close") }
        var block = headerBlock(of: response, to: id)
        block.append(0)
        // The library copies each header field separately, which costs more than all other work for a response. So all of them are
        // passed as one: as the value of Date, with placeholder bytes for the line ends that no value may contain. Then the line
        // ends are written into the library's copy, which nothing else refers to yet.
        let isAdded = block.withUnsafeBufferPointer { block in
            block.withMemoryRebound(to: CChar.self) {
                MHD_add_response_header(prepared, "Date", $0.baseAddress) == .YES
            }
        }
        guard isAdded, let copy = MHD_get_response_header(prepared, "Date") else {
            MHD_destroy_response(prepared)
            return nil
        }
        let bytes = UnsafeMutableRawPointer(mutating: copy)
        ResponseHeaders.writeLineEnds(in: UnsafeMutableRawBufferPointer(start: bytes, count: block.count - 1))
        return prepared
    }

    /// Returns the head of a response that bypasses the library. `fields` are header fields with their line ends.
    func head(of response: Response, to id: RequestID?, reason: StaticString = "OK", _ fields: String) -> [UInt8] {
        var text = Array("HTTP/1.1 \(response.status.rawValue) \(reason)\r\nConnection: close\r\n\(fields)Date: ".utf8)
        text += headerBlock(of: response, to: id)
        ResponseHeaders.writeLineEnds(in: &text)
        text += "\r\n\r\n".utf8
        return text
    }

    /// Returns the value of Date followed by all other header fields, without the last line end.
    func headerBlock(of response: Response, to id: RequestID?) -> [UInt8] {
        let second = time(nil)
        if second != dateSecond {
            dateSecond = second
            dateText = Array(HTTPDate(secondsSince1970: second).description.utf8)
        }
        let constant = configuration.headers.bytes
        let own = response.headers.bytes
        var block: [UInt8] = []
        block.reserveCapacity(dateText.count + RequestID.headerLength + constant.count + own.count + 5)
        block.append(contentsOf: dateText)
        block.append(ResponseHeaders.lineEnd)
        block.append(ResponseHeaders.lineEnd)
        if let id {
            id.appendHeader(to: &block)
            block.append(ResponseHeaders.lineEnd)
            block.append(ResponseHeaders.lineEnd)
        }
        block.append(contentsOf: constant)
        block.append(contentsOf: own)
        block.removeLast(2)
        return block
    }

    private func prepare(_ response: Response, stream: StreamState?) -> OpaquePointer? {
        switch response.body {
        case .empty where response.status == .notModified:
            return elmwood_response_without_length(RequestHead.libraryPrecedes([1, 0, 0]))
        case .empty:
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .constant(let text):
            // The library only reads it, in spite of the parameter's type.
            let bytes = UnsafeMutableRawPointer(mutating: text.utf8Start)
            return MHD_create_response_from_buffer(text.utf8CodeUnitCount, bytes, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            return prepare(bytes)
        case .file(let file):
            guard let descriptor = file.takeDescriptor() else { return nil }
            // The library closes the descriptor with the response, or on failure leaves it open.
            let response = MHD_create_response_from_fd_at_offset64(
                UInt64(file.length),
                descriptor,
                UInt64(file.offset)
            )
            if response == nil { Glibc.close(descriptor) }
            return response
        case .producer, .stream:
            guard let stream else { return nil }
            let held = Unmanaged.passRetained(stream).toOpaque()
            let length = stream.length.map { UInt64(max(0, $0)) } ?? UInt64.max
            let response = MHD_create_response_from_callback(length, 4096, readStream, held, releaseStream)
            if response == nil { releaseStream(held) }
            return response
        }
    }

    private func prepare(_ bytes: [UInt8]) -> OpaquePointer? {
        guard !bytes.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        let holder = BytesHolder(bytes)
        // The array's storage does not move while the holder retains it and nobody writes to it. The library only reads it, and
        // releases the holder with the response.
        let response = holder.bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer_with_free_callback_cls(
                buffer.count,
                UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                releaseBytes,
                Unmanaged.passRetained(holder).toOpaque()
            )
        }
        if response == nil { Unmanaged.passUnretained(holder).release() }
        return response
    }
}

/// Retains bytes while the library sends them.
private final class BytesHolder {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The library's callback when it releases a response's bytes.
private func releaseBytes(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<BytesHolder>.fromOpaque(context).release()
}
