import ElmwoodHTTPServer
import Glibc

/// Checks whether a running server answers: a container's health check that needs no other program.
enum HealthCheck {
    /// Whether a server with these settings answers a request for its first page within five seconds, with a status below 500.
    /// Over TLS only the connection is tested.
    static func isHealthy(_ settings: Settings) -> Bool {
        var host = "localhost"
        let connection: Int32?
        if let path = ListeningSockets.path(settings.host) {
            connection = connect(path)
        } else {
            host = address(settings.host)
            connection = connect(host, settings.port)
        }
        guard let socket = connection else { return false }
        defer { close(socket) }
        if settings.tls != nil { return true }
        let request = Array("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
        guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return false }
        var answer = [UInt8](repeating: 0, count: 12)
        guard recv(socket, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count else { return false }
        return answer.starts(with: "HTTP/1.1 ".utf8) && (UInt8(ascii: "2")..<UInt8(ascii: "5")).contains(answer[9])
    }

    /// Returns the address at which a server is tested: one that listens on all addresses at the loopback address.
    private static func address(_ host: String) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    private static func connect(_ path: String) -> Int32? {
        let descriptor = patientSocket(AF_UNIX)
        guard descriptor >= 0 else { return nil }
        guard ListeningSockets.connect(descriptor, path: path) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Opens a socket that waits for five seconds at most.
    private static func patientSocket(_ family: Int32) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        return descriptor
    }

    private static func connect(_ host: String, _ port: UInt16) -> Int32? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found else { return nil }
        defer { freeaddrinfo(found) }
        let descriptor = patientSocket(address.pointee.ai_family)
        guard descriptor >= 0 else { return nil }
        guard Glibc.connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
