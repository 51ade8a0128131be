import Elmwood
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms

/// Streams of live pages.
@Suite struct LiveStreamTests {
    /// A stream that is read on a thread of its own.
    private final class Stream {
        private var chunks: AsyncThrowingStream<[UInt8], any Error>.Iterator

        init(_ page: TestPage, of visitor: Visitor) throws {
            let port = try visitor.site.port
            let lines = (page.headers + [(name: "Cookie", value: "elmwood=\(visitor.cookie ?? "")")])
                .map { "\($0.name): \($0.value)\r\n" }.joined()
            let address = page.address
            let (chunks, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
            self.chunks = chunks.makeAsyncIterator()
            onThread {
                do {
                    let connection = try HTTPConnection(port: port, timeout: 60)
                    try connection.send(
                        "GET \(address) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\(lines)\r\n"
                    )
                    let head = try connection.readHead()
                    guard head.status == 200, head["Content-Type"] == "text/event-stream" else { throw TestSiteError() }
                    while let chunk = try connection.readChunk() { continuation.yield(chunk) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }

        /// Waits for the next patch.
        func next() async throws -> LivePatch {
            var text = ""
            while !text.hasSuffix("\n\n") {
                guard let chunk = try await chunks.next() else { throw TestSiteError() }
                text += String(decoding: chunk, as: UTF8.self)
            }
            guard text.hasPrefix("data: ") else { throw TestSiteError() }
            return try LivePatch(Array(text.dropFirst(6).utf8))
        }

        /// Waits for the end of the stream.
        func end() async throws {
            while try await chunks.next() != nil {}
        }
    }

    private func site() throws -> TestSite {
        var site = Site()
        site.mount(Counter(slowness: .milliseconds(50)), at: "/counter")
        return try TestSite(site, over: .socket)
    }

    @Test func `The result of an effect is pushed, and then the stream ends`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        try await page.click("incrementSlowly")
        #expect(page.patch.more["s"] as? Int == 1)
        let stream = try Stream(page, of: visitor)
        // The number arrives first. That no effect runs any more arrives with it or later.
        var contents = ""
        var patch = LivePatch()
        while patch.more["s"] as? Int != 0 {
            patch = try await stream.next()
            contents += patch.content
        }
        #expect(contents.contains("\"1\""))
        try await stream.end()
    }

    @Test func `The stream of a page with no possible changes ends`() async throws {
        let visitor = Visitor(try site())
        let page = try await TestPage(visitor, at: "/counter")
        let stream = try Stream(page, of: visitor)
        let patch = try await stream.next()
        #expect(patch.more["s"] as? Int == 0)
        try await stream.end()
    }
}
