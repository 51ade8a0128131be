import CElmwoodMicrohttpd
import Glibc

/// A listening socket, on a port that several loops share.
struct Listener {
    let descriptor: Int32
    let port: Int

    /// Opens a socket for each of several loops, all on one port.
    static func open(host: String, port: Int, count: Int) throws(HTTPServerError) -> [Listener] {
        guard (0...65_535).contains(port) else { throw HTTPServerError("\(port) is not a valid port.") }
        // Sockets that share a port would also share it with another server of the same user. So this first checks that nobody else
        // listens there.
        let probe = try Listener(host: host, port: port, isShared: false)
        close(probe.descriptor)
        var listeners: [Listener] = []
        do throws(HTTPServerError) {
            for _ in 0..<count {
                listeners.append(try Listener(host: host, port: listeners.first?.port ?? port, isShared: true))
            }
        } catch {
            for listener in listeners { close(listener.descriptor) }
            throw error
        }
        return listeners
    }

    private init(host: String, port: Int, isShared: Bool) throws(HTTPServerError) {
        let isIPv6 = host.contains(":")
        let family = isIPv6 ? AF_INET6 : AF_INET
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw HTTPServerError("No socket could be opened: \(systemError()).") }
        self.descriptor = descriptor
        func set(_ level: Int32, _ option: Int32, _ value: Int32) {
            var value = value
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        set(SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(SOL_SOCKET, SO_REUSEPORT, 1) }
        // Accepted sockets inherit it. The library collects a response into one packet by itself.
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // The system would retain up to four megabytes for a client that reads slowly. They would count as sent.
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 128 * 1024)
        if isIPv6 { set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        do throws(HTTPServerError) {
            self.port = try Self.bind(descriptor, host: host, port: UInt16(port), isIPv6: isIPv6)
            // The probe does not listen: a client that it accepted would be reset when the probe is closed.
            guard !isShared || listen(descriptor, SOMAXCONN) == 0 else {
                throw HTTPServerError("The server cannot listen at \(host) port \(self.port): \(systemError()).")
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Binds the socket, and returns its port.
    private static func bind(
        _ descriptor: Int32,
        host: String,
        port: UInt16,
        isIPv6: Bool
    ) throws(HTTPServerError) -> Int {
        var storage = sockaddr_storage()
        let size = socklen_t(isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let isParsed = withUnsafeMutableBytes(of: &storage) { bytes in
            // A sockaddr_storage is large enough for any socket address.
            if isIPv6 {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                let isParsed = inet_pton(AF_INET6, host, &address.sin6_addr) == 1
                bytes.storeBytes(of: address, as: sockaddr_in6.self)
                return isParsed
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            let isParsed = inet_pton(AF_INET, host, &address.sin_addr) == 1
            bytes.storeBytes(of: address, as: sockaddr_in.self)
            return isParsed
        }
        guard isParsed else { throw HTTPServerError("The host \(host) is not a numeric address.") }
        let result = withUnsafePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, size) }
        }
        guard result == 0, let bound = Self.port(of: descriptor) else {
            throw HTTPServerError("The server cannot listen at \(host) port \(port): \(systemError()).")
        }
        return bound
    }

    /// Returns the address that a socket is bound to, and its size. A sockaddr_storage is large enough for any.
    static func address(of descriptor: Int32) -> (sockaddr_storage, Int)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return result == 0 ? (storage, Int(size)) : nil
    }

    /// Returns the port that a socket is bound to, 0 if it is a Unix socket, or nil if it is not bound.
    static func port(of descriptor: Int32) -> Int? {
        guard let (storage, _) = address(of: descriptor) else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET6: Int(UInt16(bigEndian: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_port))
            case AF_INET: Int(UInt16(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_port))
            case AF_UNIX: 0
            default: nil
            }
        }
    }
}
