import CElmwoodMicrohttpd
import Glibc

extension ListeningSockets {
    /// Returns the sockets on which the system's service manager has let this process be started, or nil if it has passed none
    /// (systemd's socket activation, `sd_listen_fds(3)`).
    ///
    /// They are passed to this process alone: its environment no longer mentions them afterwards.
    ///
    /// - Parameters:
    ///   - environment: the environment of this process.
    ///   - count: how many sockets are needed, one for each loop; nil: one for each processor.
    /// - Throws: `HTTPServerError` if one of the descriptors is not a listening socket.
    public static func activated(
        environment: [String: String],
        count: Int? = nil
    ) throws(HTTPServerError) -> ListeningSockets? {
        guard let process = environment["LISTEN_PID"].flatMap({ Int32($0) }), process == getpid(),
            let passed = environment["LISTEN_FDS"].flatMap({ Int32($0) }), passed > 0, passed <= 1024
        else { return nil }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        // The first descriptor after those of the standard streams.
        let first: Int32 = 3
        let given = Array(first..<first + passed)
        guard let host = Listener.host(of: first) else {
            throw HTTPServerError("The descriptor \(first) is not a listening socket.")
        }
        // Checked before they are copied: these numbers may be files of another kind.
        _ = try ListeningSockets(host: host, descriptors: given)
        let count = max(1, min(1024, count ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        return try ListeningSockets(host: host, descriptors: try copies(of: given, count: count))
    }
}

extension Listener {
    /// Returns the address that a socket is bound to, as ``ListeningSockets/host`` states it.
    static func host(of descriptor: Int32) -> String? {
        guard let (storage, size) = address(of: descriptor) else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            if Int32(storage.ss_family) == AF_UNIX {
                let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
                return "unix:" + String(decoding: bytes[start..<size].prefix { $0 != 0 }, as: UTF8.self)
            }
            return bytes.baseAddress.flatMap { address in
                RemoteAddress(address.assumingMemoryBound(to: sockaddr.self)).map { "\($0)" }
            }
        }
    }
}
