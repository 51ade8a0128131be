import Elmwood
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
        #expect(links.count == 12)
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

    @Test func `The site answers what search engines and browsers ask for`() async throws {
        let test = SiteTest(try Examples.site())
        await test.get("/robots.txt").expectText(containing: "Sitemap: http://localhost/sitemap.xml")
        await test.get("/sitemap.xml").expectHeader("Content-Type", "application/xml")
            .expectText(containing: "<loc>http://localhost/poll</loc>")
        await test.get("/site.webmanifest").expectHeader("Content-Type", "application/manifest+json")
            .expectText(containing: #""start_url":"/""#)
    }
}
