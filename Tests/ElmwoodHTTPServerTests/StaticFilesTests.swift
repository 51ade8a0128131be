import Glibc
import ElmwoodTestSupport
import Testing

@testable import ElmwoodHTTPServer

/// Files in a folder.
@Suite struct StaticFilesTests {
    private let folder: TemporaryFolder
    private let files: StaticFiles
    private let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("outside.txt", "secret")
        folder.makeFolder("public")
        folder.makeFolder("public/css")
        folder.makeFolder("public/.git")
        try folder.write("public/a b.txt", "0123456789")
        try folder.write("public/css/style.css", "body {}")
        try folder.write("public/empty.txt", "")
        try folder.write("public/.env", "secret")
        try folder.write("public/.git/config", "secret")
        files = StaticFiles(folder: folder.path + "/public")
    }

    private struct Reply {
        let status: HTTPStatus
        let fields: [String: String]
        let content: String?
    }

    /// Returns the answer to a request for a decoded path.
    private func get(
        _ path: String,
        method: HTTPMethod = .get,
        headers: KeyValuePairs<String, String> = [:],
        from files: StaticFiles? = nil
    ) -> Reply? {
        let files = files ?? self.files
        guard let response = files.response(path: path, method: method, headers: HeaderFields(headers)) else {
            return nil
        }
        let fields = Dictionary(response.headers.all.map { ($0.name, $0.value) }) { $1 }
        guard case .file(let body) = response.body, let number = body.takeDescriptor() else {
            return Reply(status: response.status, fields: fields, content: nil)
        }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: body.length)
        let count = pread(number, &bytes, bytes.count, body.offset)
        let content = count == bytes.count ? String(decoding: bytes, as: UTF8.self) : "?"
        return Reply(status: response.status, fields: fields, content: content)
    }

    @Test func `Files are sent with their type, date, tag and cache rule`() throws {
        let answer = try #require(get("/css/style.css"))
        #expect(answer.status == .ok)
        #expect(answer.content == "body {}")
        #expect(answer.fields["Content-Type"] == "text/css; charset=utf-8")
        #expect(answer.fields["Last-Modified"] == modified)
        #expect(answer.fields["Cache-Control"] == "no-cache")
        #expect(answer.fields["Accept-Ranges"] == "bytes")
        #expect(answer.fields["ETag"]?.hasPrefix("\"") == true)
        #expect(get("/a b.txt", method: .head)?.status == .ok)
        #expect(get("/empty.txt")?.content == "")
    }

    @Test(arguments: [
        "/backup.sql", "/dump.sql.gz", "/site.zip", "/notes.md", "/users.csv", "/data.sqlite", "/style.css.bak",
    ])
    func `A file of a type that pages do not consist of is answered with 404, unless the type is added`(
        _ path: String
    ) throws {
        try folder.write("public" + path, "secret")
        let answer = try #require(get(path))
        #expect(answer.status == .notFound)
        #expect(answer.content == nil)
        #expect(get(path, method: .head)?.status == .notFound)
        #expect(get(path, headers: ["Range": "bytes=0-1", "If-None-Match": "*"])?.status == .notFound)
        var types = ServedTypes()
        for name in ["SQL", "gz", "zip", "md", "csv", "sqlite", "bak"] { types.add(name) }
        let all = StaticFiles(folder: folder.path + "/public", types: types)
        #expect(get(path, from: all)?.content == "secret")
        #expect(get("/css/style.css", from: all)?.content == "body {}")
    }

    @Test func `An added type is sent as what it was added as, or as the usual one`() throws {
        var types = ServedTypes()
        types.add("glb", as: "model/gltf-binary")
        types.add("zip")
        types.add("sql")
        for name in ["a.glb", "a.zip", "a.SQL"] { try folder.write("public/" + name, "x") }
        let all = StaticFiles(folder: folder.path + "/public", types: types)
        #expect(get("/a.glb", from: all)?.fields["Content-Type"] == "model/gltf-binary")
        #expect(get("/a.zip", from: all)?.fields["Content-Type"] == "application/zip")
        #expect(get("/a.SQL", from: all)?.fields["Content-Type"] == "application/octet-stream")
    }

    @Test(arguments: [
        "", "/", "//", "/css", "/css/", "/none", "/css/none.css", "/a b.txt/", "/a b.txt/x", "/../outside.txt",
        "/./a b.txt",
        "/css/../../outside.txt", "/css/../a b.txt", "/..", "/.env", "/.git/config", "/a b.txt\u{0}",
        "/a b.txt\u{0}.css",
        "//a b.txt", "/css//style.css", "a b.txt", "/css%2Fstyle.css", "/a%20b.txt", "/css\\style.css",
        "/\u{338}a b.txt",
        "/css/\u{338}../style.css", "*", "/" + String(repeating: "a", count: 256),
        "/" + String(repeating: "a/", count: 5_000),
    ])
    func `Nothing else can be requested`(path: String) {
        #expect(get(path) == nil)
    }

    @Test func `Links are not followed, to a file or to a folder, inside or outside`() {
        let root = folder.path + "/public"
        for (target, name) in [
            ("../outside.txt", "link.txt"), (folder.path, "up"), ("a b.txt", "inside.txt"), ("css", "styles"),
            ("/etc", "etc"),
        ] {
            #expect(symlink(target, "\(root)/\(name)") == 0)
        }
        for path in ["/link.txt", "/up/outside.txt", "/inside.txt", "/styles/style.css", "/etc/passwd"] {
            #expect(get(path) == nil, "\(path)")
        }
        #expect(symlink(root, folder.path + "/published") == 0)
        let linked = StaticFiles(folder: folder.path + "/published")
        #expect(get("/a b.txt", from: linked)?.content == "0123456789")
    }

    @Test func `A named pipe is not a file, and opening it does not block`() {
        #expect(mkfifo(folder.path + "/public/pipe", 0o644) == 0)
        #expect(get("/pipe") == nil)
    }

    @Test func `Files can only be read`() {
        #expect(get("/a b.txt", method: .post)?.status == .methodNotAllowed)
        #expect(get("/a b.txt", method: .delete)?.fields["Allow"] == "GET, HEAD")
        #expect(get("/none", method: .post) == nil)
    }

    @Test func `A client that has the current file gets 304`() throws {
        let tag = try #require(get("/a b.txt")?.fields["ETag"])
        let same = try #require(get("/a b.txt", headers: ["If-None-Match": tag]))
        #expect(same.status == .notModified)
        #expect(same.fields["ETag"] == tag)
        #expect(get("/a b.txt", headers: ["If-Modified-Since": modified])?.status == .notModified)
        #expect(get("/a b.txt", headers: ["If-None-Match": "\"x\""])?.status == .ok)
        #expect(get("/a b.txt", headers: ["If-Match": "\"x\""])?.status == .preconditionFailed)
    }

    @Test func `Changed content has another tag`() throws {
        let tag = get("/a b.txt")?.fields["ETag"]
        try folder.write("public/a b.txt", "9876543210", modified: 784_111_778)
        #expect(get("/a b.txt")?.fields["ETag"] != tag)
    }

    @Test func `A file that changed just now has a weak tag`() throws {
        try folder.write("public/new.txt", "1", modified: HTTPDate.now.secondsSince1970)
        #expect(get("/new.txt")?.fields["ETag"]?.hasPrefix("W/") == true)
    }

    @Test func `A part of a file is sent if the range exists and the condition is met`() throws {
        let part = try #require(get("/a b.txt", headers: ["Range": "bytes=2-4"]))
        #expect(part.status == .partialContent)
        #expect(part.content == "234")
        #expect(part.fields["Content-Range"] == "bytes 2-4/10")
        #expect(get("/a b.txt", headers: ["Range": "bytes=-3"])?.content == "789")
        #expect(get("/a b.txt", headers: ["Range": "bytes=0-1,3-4"])?.status == .ok)
        let beyond = try #require(get("/a b.txt", headers: ["Range": "bytes=10-"]))
        #expect(beyond.status == .rangeNotSatisfiable)
        #expect(beyond.fields["Content-Range"] == "bytes */10")
        #expect(get("/a b.txt", method: .head, headers: ["Range": "bytes=2-4"])?.status == .ok)
        let tag = try #require(part.fields["ETag"])
        #expect(get("/a b.txt", headers: ["If-Range": tag, "Range": "bytes=2-4"])?.status == .partialContent)
        #expect(get("/a b.txt", headers: ["If-Range": "\"x\"", "Range": "bytes=2-4"])?.status == .ok)
        #expect(get("/a b.txt", headers: ["If-None-Match": tag, "Range": "bytes=2-4"])?.status == .notModified)
    }

    @Test func `Descriptors are closed if an answer is not sent`() throws {
        for path in ["/a b.txt", "/css/style.css", "/css", "/none", "/css/none"] {
            for method in [HTTPMethod.get, .post] { _ = get(path, method: method) }
        }
        _ = get("/a b.txt", headers: ["If-Modified-Since": modified])
        let open = (0..<256).filter { fcntl(Int32($0), F_GETFD) >= 0 && isUnderFolder(Int32($0)) }
        #expect(open == [])
    }

    private func isUnderFolder(_ descriptor: Int32) -> Bool {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
        guard count > 0 else { return false }
        return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self).hasPrefix(folder.path)
    }

    @Test func `Used as a handler, a missing file is answered with 404`() throws {
        let request = try Request(.get, "/missing.txt")
        guard case .response(let response) = files.respond(to: request) else {
            Issue.record("The answer is no response.")
            return
        }
        #expect(response.status == .notFound)
    }

    @Test func `Paths of any form find only files that exist`() {
        var random = SeededGenerator(seed: 17)
        let pieces = [
            "/", "..", ".", "css", "style.css", "a b.txt", "outside.txt", "\u{0}", "%2F", "\\", "\u{338}", ".git",
            "config",
        ]
        for _ in 0..<fuzzRounds(1_000) {
            let path = random.text(of: pieces, upTo: 6)
            if let answer = get(path) {
                #expect(["/a b.txt", "/css/style.css"].contains(path))
                #expect(answer.content != "secret")
            }
        }
    }
}
