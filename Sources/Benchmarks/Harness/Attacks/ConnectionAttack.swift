import Glibc

/// Connections of one address that send or read next to nothing. Those that the server closes are opened again.
final class ConnectionAttack: Attacker {
    private var descriptors: [Int32]
    private let port: UInt16
    private let perSecond: Int
    private let request: [UInt8]
    private let trickle: UInt8?
    private let readBytes: Int
    private var next = 0
    private var due = 0
    private var opened = 0

    /// - Parameters:
    ///   - perSecond: how many of the connections are visited in a second, each in turn.
    ///   - request: what is sent at once.
    ///   - trickle: the byte that is sent at each visit after that.
    ///   - readBytes: how many bytes of an answer are read at each visit; 0: an answer means that the connection is refused.
    init(
        _ count: Int,
        port: UInt16,
        perSecond: Int,
        request: [UInt8] = [],
        trickle: UInt8? = nil,
        readBytes: Int = 0
    ) {
        descriptors = [Int32](repeating: -1, count: count)
        self.port = port
        self.perSecond = perSecond
        self.request = request
        self.trickle = trickle
        self.readBytes = readBytes
    }

    deinit { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }

    var isComplete: Bool { opened >= descriptors.count }

    var report: String {
        "\(descriptors.count { $0 >= 0 }) of \(descriptors.count) open, \(opened) opened in all"
    }

    func tick() throws {
        due += perSecond
        while due >= AttackThread.ticksPerSecond {
            due -= AttackThread.ticksPerSecond
            try visit(next)
            next = (next + 1) % descriptors.count
        }
    }

    private func visit(_ index: Int) throws {
        let descriptor = descriptors[index]
        guard descriptor >= 0 else {
            descriptors[index] = try open()
            opened += 1
            return
        }
        var buffer = [UInt8](repeating: 0, count: max(1, readBytes))
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        let isClosed = count == 0 || count < 0 && errno != EAGAIN || count > 0 && readBytes == 0
        var isSent = true
        if let trickle { isSent = send(descriptor, [trickle], 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) == 1 }
        guard isClosed || !isSent else { return }
        close(descriptor)
        descriptors[index] = -1
    }

    private func open() throws -> Int32 {
        // A small buffer, because the system receives data that the client does not read.
        let descriptor = try connectedSocket(from: 0x7F00_0002, to: port, receiveBuffer: readBytes > 0 ? 4_096 : nil)
        _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return descriptor
    }
}

/// Returns a socket from an address of this machine that is connected to a port of it.
func connectedSocket(from source: UInt32, to port: UInt16, receiveBuffer: Int32? = nil) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchmarkFailure("No socket could be opened: \(systemError()).") }
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    // The port is chosen for the pair of addresses: one address has only some thirty thousand of its own.
    set(Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, 1)
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var own = loopbackAddress(port: 0)
    own.sin_addr.s_addr = in_addr_t(source).bigEndian
    var server = loopbackAddress(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &own) { own in
        own.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    let isConnected = withUnsafePointer(to: &server) { server in
        server.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isBound, isConnected else {
        let reason = systemError()
        close(descriptor)
        throw BenchmarkFailure("Port \(port) cannot be connected to: \(reason).")
    }
    return descriptor
}
