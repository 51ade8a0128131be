import Glibc

/// A port of this machine that the system gives to nobody else while this object exists, and that nobody listens on unless it is
/// given its number. It is for a server that needs a fixed number, or for a client that has to be refused.
///
/// A port that is merely free at one time may belong to another test by the time it is used.
package final class ReservedPort: Sendable {
    /// Its number.
    package let number: Int
    private let descriptor: Int32

    /// Reserves one that the system chooses.
    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPConnectionError("socket: \(String(cString: strerror(errno)))") }
        // Servers set this option too, so they can listen on a port that is bound here, where nobody listens.
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            let reason = errno
            close(descriptor)
            throw HTTPConnectionError("bind: \(String(cString: strerror(reason)))")
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

/// Does what copies of sockets and files prevent, such as starting a server on a port where another one was. If that fails it tries
/// again, for up to a minute: for a moment, a process that is being started has copies of all, including the former server's.
package func again<Server>(_ start: () throws -> Server) throws -> Server {
    let begun = ContinuousClock.now
    while true {
        do {
            return try start()
        } catch {
            guard begun.duration(to: .now) < .seconds(60) else { throw error }
            waitBriefly()
        }
    }
}
