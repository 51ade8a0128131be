import Elmwood
import ElmwoodHTTPClient
import ElmwoodTesting
import Foundation
import Testing

@testable import ElmwoodExamples

/// The first page of the examples from a visitor's point of view.
@Suite struct IndexTests {
    @Test(arguments: Script.allCases)
    func `The page names each example, and matches its snapshot`(script: Script) {
        let test = ProgramTest(Index(), script: script)
        test.expectTitle("Elmwood")
        test.expectSnapshot("all of them")
    }

    @Test(arguments: Script.allCases)
    func `The program beside its code counts`(script: Script) {
        let test = ProgramTest(Index(), script: script)
        test.click("Increment")
        test.expectModel { $0.count = 1 }
        test.expect(.output, "1")
        test.click("Decrement")
        test.expectModel { $0.count = 0 }
        test.expect(.output, "0")
    }

    @Test func `The code is shown as it is written`() throws {
        let view = try #require(ProgramTest(Index()).expectView())
        #expect(view.text(of: "pre") == Code.counter.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    @Test func `There are two pictures of each example, and all of them have less than 200 KB`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../Public/examples"
        let names = Index.examples.map { $0.path.dropFirst() } + ["conduit"]
        let files = names.flatMap { ["\($0)-dark.webp", "\($0)-light.webp"] }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files.sorted())
        let sizes = try files.map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")).count }
        #expect(sizes.reduce(0, +) < 200_000)
    }

    @Test func `Each link leads to its example`() throws {
        let links = ProgramTest(Index()).expectView()?.html.matches(of: /href="(\/[^"]*)"/).map { String($0.1) } ?? []
        #expect(links.count == 10)
        #expect(Set(links) == Set(paths(try Examples.site())).subtracting([""]))
        for link in links { #expect(paths(try Examples.site(String(link.dropFirst()))) == [""], "\(link) alone") }
    }

    /// The paths at which a site has programs, without those that have parameters.
    private func paths(_ site: Site) -> [String] {
        site.mounts.map(\.pattern.text).filter { !$0.contains("{") }
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Index(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    @Test func `The site answers what search engines and browsers ask for`() throws {
        var settings = Settings()
        settings.port = 0
        let folder = FileManager.default.temporaryDirectory.appending(path: "elmwood-index-\(UUID())").path
        settings.data = folder
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try Examples.site().start(settings, log: Log(level: .none))
        defer { server.stop(within: .zero) }
        func get(_ path: String) throws -> HTTPReply {
            let connection = try HTTPConnection(port: server.port, timeout: 60)
            try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return try connection.readReply()
        }
        #expect(try get("/robots.txt").text.contains("Sitemap: http://localhost/sitemap.xml"))
        let map = try get("/sitemap.xml")
        #expect(map["Content-Type"] == "application/xml" && map.text.contains("<loc>http://localhost/poll</loc>"))
        let manifest = try get("/site.webmanifest")
        #expect(manifest["Content-Type"] == "application/manifest+json" && manifest.text.contains(#""start_url":"/""#))
    }
}
