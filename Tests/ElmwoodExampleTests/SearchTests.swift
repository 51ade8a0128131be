import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The search from a visitor's point of view.
@Suite struct SearchTests {
    @Test(arguments: Script.allCases)
    func `The query is in the address`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=elmw", script: script)
        test.expectTitle("elmw – Search")
        test.expectField("The name of a village", "elmw")
        test.expect("[role=status]", "4 villages.")
        test.expect(.li, texts: "Elmward", "Elmwick", "Elmwood", "Elmworth")
        test.expect(.mark, texts: "Elmw", "Elmw", "Elmw", "Elmw")
    }

    @Test func `The search page matches its snapshot`() { ProgramTest(Search()).expectSnapshot("nothing looked for") }

    @Test(arguments: ["ELMWOOD", "+elmwood+"])
    func `Case and surrounding white space are ignored`(text: String) {
        let test = ProgramTest(Search(), at: "/?q=\(text)")
        test.expect("[role=status]", "One village.")
        test.expect(.li, texts: "Elmwood")
    }

    @Test(arguments: Script.allCases)
    func `A match is marked anywhere in a name`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=lmwoo", script: script)
        test.expect(.li, texts: "Elmwood")
        test.expect(.mark, texts: "lmwoo")
    }

    @Test(arguments: Script.allCases)
    func `Names that begin with the query come first`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mill", script: script)
        // 64 names begin with it, and 64 end with it. One of them is Millmill.
        test.expect("[role=status]", "127 villages, of which these are the first 50.")
        test.within(.li, number: 1) { test.expectView(text: "Millbank") }
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Search(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    @Test(arguments: ["/", "/?q=+"], Script.allCases)
    func `Without a query there are suggestions`(address: String, script: Script) {
        let test = ProgramTest(Search(), at: address, script: script)
        test.expect("[role=status]", "There are 4096 villages on this map.")
        test.click("maple")
        test.expectAddress("/?q=maple")
        test.expect("[role=status]", "64 villages, of which these are the first 50.")
        test.expect(.li, count: 50)
    }

    @Test func `With script, the address follows the input after a pause`() {
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
    func `Any query survives the round trip through the address`(text: String) {
        let test = ProgramTest(Search(), .loosely)
        test.fill("The name of a village", text)
        test.advance(by: .milliseconds(150))
        test.expectTitle("\(text) – Search")
        test.expectField("The name of a village", text)
    }

    @Test func `Without script there is a button, and the browser itself leads to the address`() {
        let test = ProgramTest(Search(), script: .off)
        test.fill("The name of a village", "no such & such")
        test.click("Search")
        test.expectAddress("/?q=no+such+%26+such")
        test.expect("[role=status]", "No village is called that.")
        test.expectNone(.li)
    }

    @Test(arguments: Script.allCases)
    func `Two pages can have two queries`(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mapleton", script: script)
        let other = test.openPage("/?q=oakton")
        test.expect(.li, texts: "Mapleton")
        other.expect(.li, texts: "Oakton")
    }
}
