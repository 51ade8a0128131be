import Glibc

/// An HTTP response as it was received.
struct Response {
    /// The status code.
    let status: Int
    /// The status line and header lines, with the empty line at the end.
    let head: [UInt8]
    /// The body.
    var body: [UInt8]

    /// Returns the value of the first header of that name, or nil if there is none.
    func header(_ name: String) -> String? { headers(name).first }

    /// Returns the values of all headers of that name.
    func headers(_ name: String) -> [String] {
        String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { return nil }
            return String(parts[1].drop { $0 == " " })
        }
    }
}

/// A keep-alive connection to a server on this machine. It blocks: there is one request at a time.
///
/// It reads only responses of the servers here: a head, and a body with the length stated in the head.
final class Connection {
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

    /// Connects to that port of the loopback address.
    ///
    /// - Parameter source: the address to connect from, which makes it a client of its own.
    init(port: UInt16, from source: UInt32 = 0x7F00_0001) throws {
        descriptor = try connectedSocket(from: source, to: port)
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Sends a whole request.
    func send(_ request: [UInt8]) throws {
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor,
                    bytes.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw BenchmarkFailure("The request cannot be sent: \(systemError()).") }
            sent += count
        }
    }

    /// Reads a response without storing it, and returns its status code and the size of its body.
    func receiveStatus() throws -> (status: Int, bodySize: Int) {
        let (status, headSize, bodySize, received) = try receiveHead()
        var missing = headSize + bodySize - received
        while missing > 0 {
            missing -= try receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(missing, buffer.count)]))
        }
        return (status, bodySize)
    }

    /// Sends a request, and reads the whole response.
    func exchange(_ request: [UInt8]) throws -> Response {
        try send(request)
        return try receive()
    }

    /// Reads a whole response.
    func receive() throws -> Response {
        let (status, headSize, bodySize, received) = try receiveHead()
        var body = Array(buffer[headSize..<received])
        while body.count < bodySize {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[headSize..<buffer.count])
            let count = try receive(into: chunk)
            body += chunk[..<count]
        }
        return Response(status: status, head: Array(buffer[..<headSize]), body: body)
    }

    /// Reads until the head is complete. The bytes after it are in the buffer behind it.
    private func receiveHead() throws -> (status: Int, headSize: Int, bodySize: Int, received: Int) {
        var received = 0
        while true {
            // The last byte of the buffer is reserved for the zero that ends a C string.
            received += try receive(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[received..<(buffer.count - 1)])
            )
            guard let headEnd = offset(of: "\r\n\r\n", within: received) else { continue }
            let head = UnsafeRawBufferPointer(rebasing: buffer[..<(headEnd + 4)])
            guard head.starts(with: "HTTP/1.1 ".utf8), head.count > 12 else {
                throw BenchmarkFailure("The server does not speak HTTP/1.1.")
            }
            guard let length = offset(of: "\r\nContent-Length: ", within: received) else {
                throw BenchmarkFailure("The server's response has no length.")
            }
            return (decimal(in: head, at: 9), head.count, decimal(in: head, at: length + 18), received)
        }
    }

    private func receive(into chunk: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
        guard count != 0 else { throw BenchmarkFailure("The server closed the connection.") }
        guard count > 0 else { throw BenchmarkFailure("The server does not answer: \(systemError()).") }
        return count
    }

    /// Returns the offset of a pattern within the first bytes of the buffer, or nil if it is missing.
    private func offset(of pattern: StaticString, within count: Int) -> Int? {
        buffer[count] = 0
        guard let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
            let found = pattern.withUTF8Buffer({ bytes in
                bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strstr(text, $0) } }
            })
        else { return nil }
        return UnsafePointer(found) - UnsafePointer(text)
    }

    private func decimal(in bytes: UnsafeRawBufferPointer, at start: Int) -> Int {
        var number = 0
        for byte in bytes[start...].prefix(12) {
            guard (0x30...0x39).contains(byte) else { break }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}

/// Returns the address of a port of this machine.
func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
}

/// Returns the error of the last system call.
func systemError() -> String {
    String(cString: strerror(errno))
}
