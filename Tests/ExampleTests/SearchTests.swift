import ElmwoodTesting
import Testing

@testable import SearchExample

@Suite("Search, as a visitor has it before him") struct SearchTests {
    @Test("What is looked for stands in the address", arguments: Script.allCases)
    func address(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=elmw", script: script)
        test.expectTitle("elmw – Search")
        test.expectField("The name of a village", "elmw")
        test.expect("[role=status]", "4 villages.")
        test.expect(.li, texts: "Elmward", "Elmwick", "Elmwood", "Elmworth")
        test.expect(.mark, texts: "Elmw", "Elmw", "Elmw", "Elmw")
    }

    @Test("Where nothing is looked for there are suggestions", arguments: Script.allCases)
    func invitation(script: Script) {
        let test = ProgramTest(Search(), script: script)
        test.expect("[role=status]", "There are 4096 villages on this map.")
        test.click("maple")
        test.expectAddress("/?q=maple")
        test.expect("[role=status]", "64 villages, of which these are the first 50.")
        test.expect(.li, count: 50)
    }

    @Test("With script, the address follows what is typed, after a pause")
    func typing() {
        let test = ProgramTest(Search())
        test.fill("The name of a village", "elm")
        test.advance(by: .milliseconds(149))
        test.expectAddress("/")
        test.fill("The name of a village", "Elmwood")
        test.advance(by: .milliseconds(149))
        test.expectAddress("/")
        test.advance(by: .milliseconds(1))
        test.expectCommand(.navigate(to: "/?q=Elmwood", replacing: true))
        test.expectAddress("/?q=Elmwood")
        test.expect(.li, texts: "Elmwood")
        test.fill("The name of a village", "")
        test.advance(by: .milliseconds(150))
        test.expectCommand(.navigate(to: "/", replacing: true))
        test.expectAddress("/")
    }

    @Test("Without script there is a button, and the browser goes to the address itself")
    func button() {
        let test = ProgramTest(Search(), script: .off)
        test.fill("The name of a village", "no such & such")
        test.click("Search")
        test.expectAddress("/?q=no+such+%26+such")
        test.expect("[role=status]", "No village is called that.")
        test.expectNone(.li)
    }

    @Test("Two pages look for two things", arguments: Script.allCases)
    func pages(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mapleton", script: script)
        let other = test.openPage("/?q=oakton")
        test.expect(.li, texts: "Mapleton")
        other.expect(.li, texts: "Oakton")
    }
}
