import ElmwoodTestSupport
import Glibc
import Testing

@testable import Elmwood
@testable import ElmwoodSessions

/// What uploads in pieces may have of the disk.
@Suite struct UploadRoomTests {
    private func visitor(_ configure: @escaping (inout Settings) -> Void) throws -> Visitor {
        var site = Site()
        site.mount(Films(), at: "/")
        return Visitor.returning(to: try TestSite(site, over: .socket) { configure(&$0) })
    }

    private func begun(_ page: FilmPage) -> [String] { names(in: page.visitor.site.folder + "/uploads/begun") }

    @Test func `When all uploads have as much as there is, further ones are refused until one ends`() async throws {
        let visitor = try visitor { $0.resumableUploadRoom = 10 }
        let page = try await FilmPage(visitor)
        #expect(try await page.begin(size: 11) == 507)
        #expect(page.visitor.text.contains("There is no room for this file at present."))
        #expect(try await page.begin(size: 8) == 201)
        try await page.send("12345678", at: 0, isLast: true)
        let first = page.upload
        #expect(try await page.begin(size: 3) == 507)
        #expect(try await page.begin(size: 2) == 201)
        #expect(try await visitor.send("DELETE", first).status == 204)
        #expect(try await page.begin(size: 8) == 201)
    }

    @Test func `An upload for which the room has gone meanwhile is refused, keeps what has arrived, and continues`()
        async throws
    {
        let visitor = try visitor { $0.resumableUploadRoom = 10 }
        let page = try await FilmPage(visitor)
        try await page.begin(size: 8)
        let first = page.upload
        try await page.begin(size: 8)
        #expect(try await page.send("12345678", at: 0, isLast: true) == 204)
        #expect(try await page.send("ab", at: 0, to: first) == 204)
        #expect(try await page.send("cdefgh", at: 2, isLast: true, to: first) == 507)
        #expect(try await page.offset(of: first) == 2)
        #expect(try await visitor.send("DELETE", page.upload).status == 204)
        #expect(try await page.send("cdefgh", at: 2, isLast: true, to: first) == 204)
        #expect(try await page.submit([first]).refusals.isEmpty)
    }

    @Test func `A visitor's files have no more than a visitor may have, and others are not affected`() async throws {
        let visitor = try visitor { $0.resumableUploadRoomPerVisitor = 10 }
        let page = try await FilmPage(visitor)
        #expect(try await page.begin(size: 11) == 507)
        #expect(try await page.begin(size: 10) == 201)
        let first = page.upload
        #expect(try await page.begin(size: 1) == 507)
        #expect(try await page.offset(of: first) == 0)
        let other = try await FilmPage(Visitor.returning(to: visitor.site))
        #expect(try await other.begin(size: 10) == 201)
    }

    @Test func `However many uploads a visitor begins, few are there`() async throws {
        let visitor = try visitor { _ in }
        let page = try await FilmPage(visitor)
        var statuses: [Int: Int] = [:]
        for _ in 0..<120 { statuses[try await page.begin(size: 1), default: 0] += 1 }
        #expect(statuses[201] == ResumableUploads.mostPerVisitor)
        #expect(statuses[429] == 120 - ResumableUploads.mostPerVisitor)
        #expect(begun(page).count == ResumableUploads.mostPerVisitor)
        // One that ends makes room for another one.
        #expect(try await visitor.send("DELETE", page.upload).status == 204)
        #expect(try await page.begin(size: 1) == 201)
    }

    @Test func `However many visitors a client pretends to be, few uploads are there`() async throws {
        let site = try visitor { _ in }.site
        var accepted = 0
        for _ in 0..<14 {
            let page = try await FilmPage(Visitor(site))
            for _ in 0..<40 where try await page.begin(size: 1) == 201 { accepted += 1 }
        }
        #expect(accepted == ResumableUploads.mostPerClient)
    }

    @Test func `An upload for which nothing comes ends in its time`() async throws {
        let visitor = try visitor { $0.resumableUploadLife = .milliseconds(50) }
        let page = try await FilmPage(visitor)
        try await page.begin(size: 3)
        try await page.send("a", at: 0)
        await eventually("the upload has ended") { self.begun(page).isEmpty }
        #expect(try await page.offset() == nil)
        #expect(names(in: visitor.site.folder + "/uploads") == ["begun"])
    }

    @Test func `What the program has accepted is removed after its time, and its room is given back`() async throws {
        let visitor = try visitor {
            $0.uploadLife = .zero
            $0.resumableUploadRoom = 10
        }
        let page = try await FilmPage(visitor)
        for _ in 0..<3 {
            await eventually("there is room") { (try? await page.begin(size: 10)) == 201 }
            #expect(try await page.send("0123456789", at: 0, isLast: true) == 204)
            #expect(try await page.submit([page.upload]).refusals.isEmpty)
        }
        await eventually("the files are gone") { names(in: visitor.site.folder + "/uploads") == ["begun"] }
    }

    @Test(.enabled(if: SmallDisk.isPossible, .init(rawValue: SmallDisk.reason)))
    func `On a full disk a piece is refused with a sentence, and goes on when there is room`() async throws {
        let disk = try SmallDisk(bytes: 30_000_000)
        let visitor = try visitor { $0.data = disk.path + "/data" }
        let page = try await FilmPage(visitor)
        #expect(try await page.begin(size: 3_000_000) == 201)
        try disk.fill()
        let piece = String(repeating: "a", count: 3_000_000)
        #expect(try await page.send(piece, at: 0, isLast: true) == 507)
        #expect(visitor.text.contains("There is no room for this file at present."))
        #expect(try await page.begin(size: 3_000_000) == 507)
        disk.makeRoom()
        let offset = try #require(try await page.offset())
        #expect(try await page.send(String(piece.dropFirst(offset)), at: offset, isLast: true) == 204)
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
    }

    @Test func `Fields of uploads are read as RFC 9651 says, or not at all`() {
        #expect(UploadFields.number("0") == 0 && UploadFields.number("007") == 7)
        #expect(UploadFields.number("999999999999999") == 999_999_999_999_999)
        for text in [nil, "", "-1", "+1", " 1", "1 ", "1;a", "1, 2", "1.0", "1000000000000000", "١"] {
            #expect(UploadFields.number(text) == nil, "\(text ?? "nil")")
        }
        #expect(UploadFields.boolean("?0") == false && UploadFields.boolean("?1") == true)
        for text in [nil, "", "0", "?", "?2", "?1 ", "true"] { #expect(UploadFields.boolean(text) == nil) }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<fuzzRounds(4_000) {
            let text = String(decoding: generator.bytes(of: "0123456789?-. ;,\u{7f}é", upTo: 20), as: UTF8.self)
            if let number = UploadFields.number(text) { #expect(text.utf8.allSatisfy { $0 >= 0x30 } && number >= 0) }
            _ = UploadFields.boolean(text)
            #expect(!UploadFolders.isName(text))
        }
    }
}
