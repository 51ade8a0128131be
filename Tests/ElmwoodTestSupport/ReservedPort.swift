import Glibc

/// A port of this machine that the system gives to nobody else for as long as this lives, and that nobody listens at unless
/// it is told of it: for a server that has to be given a number, or for who is to be refused.
///
/// A port that was merely free a moment ago may belong to another test by the time it is used.
package final class ReservedPort: Sendable {
    /// Its number.
    package let number: Int
    private let descriptor: Int32

    /// Reserves one that the system chooses.
    package init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw HTTPConnectionError("socket: \(String(cString: strerror(errno)))") }
        // As servers have it too: so they can listen at what is bound here, where nobody listens.
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

/// Starts a server at a port where another one was: again, for a minute, where that fails. A process that is being started has
/// copies of all sockets for a moment, also of the former server's.
package func again<Server>(_ start: () throws -> Server) throws -> Server {
    let begun = ContinuousClock.now
    while true {
        do {
            return try start()
        } catch {
            guard begun.duration(to: .now) < .seconds(60) else { throw error }
            sched_yield()
        }
    }
}
