import ElmwoodTesting
import Testing

@testable import ElmwoodSearchExample

/// Search, as a visitor has it before him.
@Suite struct SearchTests {
    @Test(arguments: Script.allCases)
    func `What is looked for stands in the address`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=elmw", script: script)
        test.expectTitle("elmw – Search")
        test.expectField("The name of a village", "elmw")
        test.expect("[role=status]", "4 villages.")
        test.expect(.li, texts: "Elmward", "Elmwick", "Elmwood", "Elmworth")
        test.expect(.mark, texts: "Elmw", "Elmw", "Elmw", "Elmw")
    }

    @Test func `It looks as it did`() { ProgramTest(Search()).expectSnapshot("nothing looked for") }

    @Test(arguments: ["ELMWOOD", "+elmwood+"])
    func `Upper and lower case are the same, and so is white space around it`(text: String) {
        let test = ProgramTest(Search(), at: "/?q=\(text)")
        test.expect("[role=status]", "One village.")
        test.expect(.li, texts: "Elmwood")
    }

    @Test(arguments: Script.allCases)
    func `What is found is marked wherever it stands`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=lmwoo", script: script)
        test.expect(.li, texts: "Elmwood")
        test.expect(.mark, texts: "lmwoo")
    }

    @Test(arguments: Script.allCases)
    func `Names that begin with it come first`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mill", script: script)
        // 64 begin with it, and 64 end with it: one of them is Millmill.
        test.expect("[role=status]", "127 villages, of which these are the first 50.")
        test.within(.li, number: 1) { test.expectView(text: "Millbank") }
    }

    @Test(arguments: Script.allCases)
    func `There is nothing at other addresses`(script: Script) {
        let test = ProgramTest(Search(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    @Test(arguments: ["/", "/?q=+"], Script.allCases)
    func `Where nothing is looked for there are suggestions`(address: String, script: Script) {
        let test = ProgramTest(Search(), at: address, script: script)
        test.expect("[role=status]", "There are 4096 villages on this map.")
        test.click("maple")
        test.expectAddress("/?q=maple")
        test.expect("[role=status]", "64 villages, of which these are the first 50.")
        test.expect(.li, count: 50)
    }

    @Test func `With script, the address follows what is typed, after a pause`() {
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
        test.expectTitle("Search")
    }

    @Test(arguments: ["1 & 2 = 3", "50 % + 5", "Zoë", "a\u{7}b", "?#/"])
    func `Whatever is typed comes to the address and back`(text: String) {
        let test = ProgramTest(Search(), .loosely)
        test.fill("The name of a village", text)
        test.advance(by: .milliseconds(150))
        test.expectTitle("\(text) – Search")
        test.expectField("The name of a village", text)
    }

    @Test func `Without script there is a button, and the browser goes to the address itself`() {
        let test = ProgramTest(Search(), script: .off)
        test.fill("The name of a village", "no such & such")
        test.click("Search")
        test.expectAddress("/?q=no+such+%26+such")
        test.expect("[role=status]", "No village is called that.")
        test.expectNone(.li)
    }

    @Test(arguments: Script.allCases)
    func `Two pages look for two things`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mapleton", script: script)
        let other = test.openPage("/?q=oakton")
        test.expect(.li, texts: "Mapleton")
        other.expect(.li, texts: "Oakton")
    }
}
