import Elmwood
import ElmwoodTesting
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
}
