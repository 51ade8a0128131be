import ElmwoodTesting
import Testing

@testable import ElmwoodExamples

@Suite("The list of the examples, as a visitor has it before him") struct IndexTests {
    @Test("It names each, and looks as it did", arguments: Script.allCases)
    func looks(script: Script) {
        let test = ProgramTest(Index(), script: script)
        test.expectTitle("Elmwood examples")
        test.expectSnapshot("all of them")
    }

    @Test("Each is where its link goes to")
    func links() {
        let links = ProgramTest(Index()).expectView()?.html.matches(of: /href="([^"]*)"/).map { String($0.1) } ?? []
        #expect(links.count == 6)
        #expect(Set(links) == Set(Examples.site().mounts.map(\.base)).subtracting([""]))
        for link in links {
            #expect(Examples.site(String(link.dropFirst())).mounts.map(\.base) == [""], "\(link) alone")
        }
    }

    @Test("There is nothing at other addresses", arguments: Script.allCases)
    func nowhere(script: Script) {
        let test = ProgramTest(Index(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }
}
