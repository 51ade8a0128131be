import ElmwoodHTTPClient
import ElmwoodTestSupport
import Glibc
import Testing

/// Uploads in pieces survive the end of the process that receives them.
@Suite struct UploadSurvivalTests {
    private let size = 5_000_000

    @Test func `What has arrived of a piece is there after the process was killed in the middle of it`() async throws {
        try await offThePool {
            let server = try SupervisedProcess(["ELMWOOD_SESSIONS": "sqlite"])
            try server.awaitAnswer()
            let begin = try server.connect()
            let wish = "upload=picture&form=registration&name=me.png&type=image/png&size=\(size)&count=1"
            try begin.send(
                """
                POST /registration HTTP/1.1\r\nHost: localhost\r\nAccept: application/vnd.elmwood+json\r\n\
                Elmwood-Page: aaaaaaaaaaaaaaaaaaaaaa\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                Content-Length: \(wish.utf8.count)\r\nConnection: close\r\n\r\n\(wish)
                """
            )
            let reply = try begin.readReply()
            #expect(reply.status == 201, "\(reply.text)")
            let upload = reply["Location"] ?? ""
            let cookie = "Cookie: elmwood=\(reply.cookie("elmwood") ?? "")\r\n"
            func send(from offset: Int, _ bytes: Int) throws -> HTTPConnection {
                let connection = try server.connect()
                try connection.send(
                    """
                    PATCH \(upload) HTTP/1.1\r\nHost: localhost\r\n\(cookie)Content-Type: application/partial-upload\r\n\
                    Upload-Offset: \(offset)\r\nUpload-Complete: ?1\r\nContent-Length: \(size - offset)\r\n\
                    Connection: close\r\n\r\n\(String(repeating: "a", count: bytes))
                    """
                )
                return connection
            }
            func offset() throws -> Int? {
                let connection = try server.connect()
                try connection.send("HEAD \(upload) HTTP/1.1\r\nHost: localhost\r\n\(cookie)Connection: close\r\n\r\n")
                return try connection.readReply(toHead: true)["Upload-Offset"].flatMap { Int($0) }
            }
            let cut = try send(from: 0, 1_000_000)
            // The piece is under way.
            while try offset() ?? 0 < 1_000_000 { usleep(1_000) }
            server.killWorker()
            _ = cut
            try server.awaitAnswer()
            #expect(try offset() == 1_000_000)
            #expect(try send(from: 1_000_000, size - 1_000_000).readReply().status == 204)
            #expect(try offset() == size)
            let end = try server.connect()
            try end.send("DELETE \(upload) HTTP/1.1\r\nHost: localhost\r\n\(cookie)Connection: close\r\n\r\n")
            #expect(try end.readReply().status == 204)
        }
    }
}
