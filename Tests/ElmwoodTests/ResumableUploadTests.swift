import ElmwoodTestSupport
import Glibc
import Testing

@testable import Elmwood

/// Uploads in pieces: by requests of their own, and exchanged for files as their form is sent.
@Suite struct ResumableUploadTests {
    private func site(_ configure: (inout Settings) -> Void = { _ in }) throws -> TestSite {
        var site = Site()
        site.mount(Films(), at: "/")
        return try TestSite(site, over: .socket) { configure(&$0) }
    }

    private func filmPage(_ configure: (inout Settings) -> Void = { _ in }) async throws -> FilmPage {
        try await FilmPage(Visitor.returning(to: try site(configure)))
    }

    @Test func `A file arrives in pieces, and the program has it as any other`() async throws {
        let page = try await filmPage()
        #expect(try await page.begin(size: 10) == 201)
        #expect(page.upload.wholeMatch(of: /\/elmwood\/uploads\/[0-9a-f]{32}/) != nil)
        #expect(page.visitor.reply["Upload-Limit"] == "max-append-size=5000000, max-age=86400")
        #expect(try await page.send("It is ", at: 0) == 204)
        #expect(page.visitor.reply["Upload-Offset"] == "6" && page.visitor.reply["Upload-Complete"] == "?0")
        #expect(try await page.offset() == 6)
        #expect(try await page.send("rain", at: 6, isLast: true) == 204)
        #expect(page.visitor.reply["Upload-Complete"] == "?1")
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
        let text = try await page.text()
        #expect(text.contains("rain.mp4 10"))
        let path = text.firstMatch(of: /<li class="path">([^<]*)</).map { String($0.1) } ?? ""
        #expect(UploadFolders.read(path) == Array("It is rain".utf8))
        #expect(names(in: page.visitor.site.folder + "/uploads/begun").isEmpty)
        // What is consumed is nothing that could be continued.
        #expect(try await page.offset() == nil)
    }

    @Test func `An empty file is complete at once`() async throws {
        let page = try await filmPage()
        #expect(try await page.begin(size: 0) == 201)
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
        #expect(try await page.text().contains("rain.mp4 0"))
    }

    @Test(arguments: [
        ("films", "film", "rain.mp4", "video/mp4", 8_000_001, 1, 413, "Please choose a file of at most 8 MB."),
        ("films", "film", "rain.txt", "text/plain", 10, 1, 415, "Please choose a file of the kind video/*."),
        ("films", "film", "rain.mp4", "video/mp4", 10, 3, 422, "Please choose at most 2 files."),
        ("films", "title", "rain.mp4", "video/mp4", 10, 1, 409, "title"),
        ("films", "other", "rain.mp4", "video/mp4", 10, 1, 409, "other"),
        ("other", "film", "rain.mp4", "video/mp4", 10, 1, 409, "other"),
        // A field that does not offer it.
        ("notes", "film", "rain.mp4", "video/mp4", 10, 1, 409, "film"),
    ])
    func `An upload that the view does not offer is refused before a byte is sent`(
        form: String,
        field: String,
        name: String,
        type: String,
        size: Int,
        count: Int,
        status: Int,
        sentence: String
    ) async throws {
        let page = try await filmPage()
        #expect(
            try await page.begin(size: size, name: name, type: type, field: field, form: form, count: count) == status
        )
        #expect(page.visitor.text.contains(sentence), "\(page.visitor.text)")
        #expect(names(in: page.visitor.site.folder + "/uploads/begun").isEmpty)
    }

    @Test func `A view that no longer offers it refuses to begin`() async throws {
        let page = try await filmPage()
        try await page.page.click("close")
        #expect(try await page.begin(size: 10) == 409)
    }

    @Test
    func `A piece out of order, twice or beyond the end is refused, and the answer says where the upload continues`()
        async throws
    {
        let page = try await filmPage()
        try await page.begin(size: 10)
        #expect(try await page.send("later", at: 5, isLast: true) == 409)
        #expect(page.visitor.reply["Upload-Offset"] == "0")
        #expect(
            page.visitor.text.contains("\"expected-offset\":0") && page.visitor.text.contains("\"provided-offset\":5")
        )
        #expect(try await page.send("first", at: 0) == 204)
        #expect(try await page.send("first", at: 0) == 409)
        #expect(page.visitor.reply["Upload-Offset"] == "5")
        #expect(try await page.send("too long", at: 5, isLast: true) == 400)
        #expect(try await page.send("not all", at: 5, isLast: true) == 400)
        #expect(try await page.send("thrd", at: 5, isLast: true) == 400)
        #expect(try await page.offset() == 5)
        #expect(try await page.send("thing", at: 5, isLast: true, type: "text/plain") == 415)
        #expect(try await page.send("thing", at: 5, isLast: true) == 204)
        #expect(try await page.send("more", at: 10, isLast: true) == 400)
        #expect(try await page.offset() == 10)
    }

    @Test func `A field that is no number, or a method that is none, changes nothing`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 10)
        for offset in ["", "-1", "1.0", "0x0", "0, 0", "9999999999999999", "?0"] {
            let fields = [
                (name: "Content-Type", value: "application/partial-upload"), (name: "Upload-Offset", value: offset),
                (name: "Upload-Complete", value: "?0"),
            ]
            #expect(try await page.visitor.send("PATCH", page.upload, headers: fields, body: "abc").status == 400)
        }
        #expect(try await page.visitor.send("GET", page.upload).status == 405)
        #expect(try await page.visitor.send("PUT", page.upload, body: "abc").status == 405)
        #expect(try await page.offset() == 0)
    }

    @Test func `To another visitor there is no upload`() async throws {
        let site = try site()
        let page = try await FilmPage(Visitor.returning(to: site))
        try await page.begin(size: 10)
        let other = try await FilmPage(Visitor.returning(to: site))
        try await other.begin(size: 10)
        let stranger = try await FilmPage(Visitor(site))
        for one in [other, stranger] {
            #expect(try await one.offset(of: page.upload) == nil)
            #expect(try await one.send("abc", at: 0, to: page.upload) == 404)
            #expect(try await one.visitor.send("DELETE", page.upload).status == 404)
        }
        #expect(try await page.send("0123456789", at: 0, isLast: true) == 204)
        let patch = try await other.submit([page.upload])
        #expect(patch.refusals.map(\.value) == [422])
        #expect(other.visitor.text.contains("Please choose the file again."))
        #expect(try await other.text().contains("<p id=\"turns\">0"))
        // It is the owner's still.
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
    }

    @Test func `A page of another site cannot continue or end an upload`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 3)
        page.visitor.headers = [
            (name: "Sec-Fetch-Site", value: "cross-site"), (name: "Origin", value: "https://evil.example"),
        ]
        #expect(try await page.send("abc", at: 0, isLast: true) == 403)
        #expect(try await page.visitor.send("DELETE", page.upload).status == 403)
        page.visitor.headers = []
        #expect(try await page.offset() == 0)
    }

    @Test func `A visitor whose session has another id continues their upload`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 10)
        try await page.send("It is ", at: 0)
        let former = page.visitor.cookie
        try await page.page.click("signIn")
        _ = try await page.text()
        #expect(page.visitor.cookie != former)
        #expect(try await page.offset() == 6)
        #expect(try await page.send("rain", at: 6, isLast: true) == 204)
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
        #expect(try await page.text().contains("rain.mp4 10"))
    }

    @Test func `What is not complete, ended, or of another form is a problem of the field`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 10)
        try await page.send("It is ", at: 0)
        #expect(try await page.submit([page.upload]).refusals.map(\.value) == [422])
        #expect(page.visitor.text.contains("Please choose the file again."))
        try await page.send("rain", at: 6, isLast: true)
        // The other form has no such field, and gets no file.
        #expect(try await page.submit([page.upload], form: "notes").refusals.map(\.value) == [400])
        #expect(try await page.visitor.send("DELETE", page.upload).status == 204)
        #expect(names(in: page.visitor.site.folder + "/uploads") == ["begun"])
        #expect(try await page.submit([page.upload]).refusals.map(\.value) == [422])
        #expect(try await page.submit(["/elmwood/uploads/../../etc/passwd"]).refusals.map(\.value) == [422])
        #expect(try await page.text().contains("<p id=\"turns\">0"))
    }

    @Test func `A form that is refused for another field can be sent again with the same upload`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 3)
        try await page.send("abc", at: 0, isLast: true)
        #expect(try await page.submit([page.upload], title: "").refusals.map(\.value) == [422])
        #expect(try await page.submit([page.upload]).refusals.isEmpty)
        #expect(try await page.text().contains("rain.mp4 3"))
    }

    @Test func `An upload is consumed once: by the same event again, or by another one`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 3)
        try await page.send("abc", at: 0, isLast: true)
        let revision = page.page.revision
        try await page.submit([page.upload])
        _ = try await page.page.repeat(showing: revision)
        #expect(try await page.submit([page.upload]).refusals.map(\.value) == [422])
        #expect(try await page.text().contains("<p id=\"turns\">1"))
        // Two events of one request.
        try await page.begin(size: 3)
        try await page.send("abc", at: 0, isLast: true)
        let event = ("submit 2 films", fields: [("title", "Rain"), ("film", page.upload)])
        let patch = try await page.page.act(event, event)
        #expect(patch.refusals.map(\.value) == [422])
        #expect(try await page.text().contains("<p id=\"turns\">2"))
    }

    @Test func `A file twice in one form is one upload, and more than the field accepts are refused`() async throws {
        let page = try await filmPage()
        var uploads: [String] = []
        for _ in 0..<3 {
            try await page.begin(size: 3)
            try await page.send("abc", at: 0, isLast: true)
            uploads.append(page.upload)
        }
        #expect(try await page.submit([uploads[0], uploads[0]]).refusals.map(\.value) == [422])
        #expect(try await page.submit(uploads).refusals.map(\.value) == [422])
        #expect(page.visitor.text.contains("Please choose at most 2 files."))
        #expect(try await page.submit(Array(uploads[..<2])).refusals.isEmpty)
    }

    @Test func `A post without script can name an upload as well`() async throws {
        let page = try await filmPage()
        try await page.begin(size: 3)
        try await page.send("abc", at: 0, isLast: true)
        page.visitor.client = .curl
        #expect(try await page.visitor.post("/", "form=films&title=Rain&film=\(page.upload)").status == 200)
        #expect(page.visitor.text.contains("rain.mp4 3"))
        #expect(try await page.visitor.post("/", "form=films&title=Rain&film=\(page.upload)").status == 422)
        #expect(page.visitor.text.contains("Please choose the file again."))
    }

    @Test(arguments: [true, false])
    func `Another process continues where the one before was, if the session is stored`(isStored: Bool) async throws {
        let folder = try temporaryFolder()
        defer { removeFolder(folder) }
        let store = MemorySessionStore()
        func start() throws -> TestSite {
            var site = Site()
            site.mount(Films(), at: "/")
            if isStored { site.sessionStore = store }
            return try TestSite(site, over: .socket) { $0.data = folder }
        }
        let page = try await FilmPage(Visitor.returning(to: try start()))
        try await page.begin(size: 10)
        try await page.send("It is ", at: 0)
        // Nobody has told the first process to end.
        let visitor = Visitor.returning(to: try start())
        (visitor.cookie, visitor.lastingCookie) = (page.visitor.cookie, page.visitor.lastingCookie)
        let next = try await FilmPage(visitor)
        #expect(try await next.offset(of: page.upload) == 6)
        #expect(try await next.send("rain", at: 6, isLast: true, to: page.upload) == 204)
        let patch = try await next.submit([page.upload])
        guard isStored else { return }
        #expect(patch.refusals.isEmpty)
        #expect(try await next.text().contains("rain.mp4 10"))
    }
}
