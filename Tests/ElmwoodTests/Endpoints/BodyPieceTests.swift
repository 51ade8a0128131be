import Foundation
import Testing

@testable import Elmwood

/// Bodies that an endpoint reads a piece after the other.
@Suite struct BodyPieceTests {
    private func site() throws -> TestSite {
        var site = Site()
        for (path, body) in [("/file", EndpointBody.file(upTo: 3_000_000)), ("/memory", .bytes)] {
            site.put(path, body: body) { request in
                var sizes: [Int] = []
                var bytes: [UInt8] = []
                for try await piece in request.pieces {
                    sizes.append(piece.count)
                    bytes += piece
                }
                return .text("\(sizes.count) \(sizes.max() ?? 0) \(bytes.count) \(bytes.reduce(0) { $0 &+ Int($1) })")
            }
        }
        site.put("/moved", body: .file(upTo: 3_000_000)) { request in
            try FileManager.default.removeItem(atPath: request.file?.path ?? "")
            do {
                for try await _ in request.pieces {}
                return .text("read")
            } catch let error as BodyReadError {
                return .text(error.description)
            }
        }
        return try TestSite(site, over: .socket)
    }

    private func put(_ site: TestSite, _ path: String, _ size: Int) async throws -> String {
        try await site.send(
            "PUT",
            path,
            headers: [(name: "Content-Type", value: "application/octet-stream")],
            body: String(repeating: "a", count: size)
        ).text
    }

    @Test(arguments: ["/file", "/memory"])
    func `The pieces are the body, and none is larger than 64 KB`(path: String) async throws {
        let site = try site()
        for size in [0, 1, 65_535, 65_536, 65_537, 200_000] {
            let count = (size + 65_535) / 65_536
            #expect(try await put(site, path, size) == "\(count) \(min(size, 65_536)) \(size) \(size * 97)")
        }
    }

    @Test func `A file that was removed cannot be read, and says so`() async throws {
        #expect(try await put(site(), "/moved", 10) == "The body's file cannot be read: No such file or directory.")
    }
}
