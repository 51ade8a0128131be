import ElmwoodTesting
import Testing

@testable import ElmwoodExamples

/// The list of the examples, as a visitor has it before him.
@Suite struct IndexTests {
    @Test(arguments: Script.allCases)
    func `It names each, and looks as it did`(script: Script) {
        let test = ProgramTest(Index(), script: script)
        test.expectTitle("Elmwood examples")
        test.expectSnapshot("all of them")
    }

    @Test func `Each is where its link goes to`() {
        let links = ProgramTest(Index()).expectView()?.html.matches(of: /href="([^"]*)"/).map { String($0.1) } ?? []
        #expect(links.count == 6)
        #expect(Set(links) == Set(Examples.site().mounts.map(\.base)).subtracting([""]))
        for link in links {
            #expect(Examples.site(String(link.dropFirst())).mounts.map(\.base) == [""], "\(link) alone")
        }
    }

    @Test(arguments: Script.allCases)
    func `There is nothing at other addresses`(script: Script) {
        let test = ProgramTest(Index(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
