import Elmwood
import ElmwoodHTTPClient
import ElmwoodTesting
import Foundation
import Testing

@testable import ElmwoodExamples

/// The list of the examples from a visitor's point of view.
@Suite struct IndexTests {
    @Test(arguments: Script.allCases)
    func `The list names each example, and matches its snapshot`(script: Script) {
        let test = ProgramTest(Index(), script: script)
        test.expectTitle("Elmwood examples")
        test.expectSnapshot("all of them")
    }

    @Test func `Each link leads to its example`() throws {
        let links = ProgramTest(Index()).expectView()?.html.matches(of: /href="([^"]*)"/).map { String($0.1) } ?? []
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
        defer { server.stop(within: .seconds(2)) }
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
