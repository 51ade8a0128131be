/// The sockets that listen, from a table such as `/proc/net/tcp`.
struct ListeningSockets {
    private let sockets: [(port: UInt16, inode: Substring)]

    init(table: String) {
        sockets = table.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ")
            // The local address is the second column (`0100007F:1F90`), the state the fourth (0A: it listens), the inode the tenth.
            guard columns.count > 9, columns[3] == "0A", let port = columns[1].split(separator: ":").last else {
                return nil
            }
            return UInt16(port, radix: 16).map { ($0, columns[9]) }
        }
    }

    /// The inodes of the sockets that listen at a port.
    func inodes(at port: UInt16) -> [String] {
        sockets.filter { $0.port == port }.map { String($0.inode) }
    }
}
