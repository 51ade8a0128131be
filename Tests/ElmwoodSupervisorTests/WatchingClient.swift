import ElmwoodHTTPClient

/// A visitor whose page shows the shared model under a name, a number, while its stream is open.
final class WatchingClient {
    private let port: Int
    private let name: Int
    private var stream: HTTPConnection?

    init(_ name: Int, port: Int) {
        self.name = name
        self.port = port
    }

    /// Opens the page's stream, as soon as the server answers.
    func open() {
        let page = "\(name)" + String(repeating: "w", count: 21)
        while true {
            do {
                let stream = try HTTPConnection(port: port, timeout: 60)
                try stream.send(
                    "GET /ledger?watcher=\(name) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                        + "Elmwood-Page: \(page)\r\nElmwood-Revision: 0\r\n\r\n"
                )
                guard try stream.readHead().status == 200, try stream.readChunk() != nil else { continue }
                self.stream = stream
                return
            } catch {
                continue
            }
        }
    }

    /// Ends without a farewell.
    func vanish() { stream = nil }
}
