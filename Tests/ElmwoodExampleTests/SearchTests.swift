import ElmwoodTesting
import Testing

@testable import ElmwoodSearchExample

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

    @Test("It looks as it did")
    func looks() { ProgramTest(Search()).expectSnapshot("nothing looked for") }

    @Test("Upper and lower case are the same, and so is white space around it", arguments: ["ELMWOOD", "+elmwood+"])
    func finds(text: String) {
        let test = ProgramTest(Search(), at: "/?q=\(text)")
        test.expect("[role=status]", "One village.")
        test.expect(.li, texts: "Elmwood")
    }

    @Test("What is found is marked wherever it stands", arguments: Script.allCases)
    func marks(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=lmwoo", script: script)
        test.expect(.li, texts: "Elmwood")
        test.expect(.mark, texts: "lmwoo")
    }

    @Test("Names that begin with it come first", arguments: Script.allCases)
    func order(script: Script) {
        let test = ProgramTest(Search(), at: "/?q=mill", script: script)
        // 64 begin with it, and 64 end with it: one of them is Millmill.
        test.expect("[role=status]", "127 villages, of which these are the first 50.")
        test.within(.li, number: 1) { test.expectView(text: "Millbank") }
    }

    @Test("There is nothing at other addresses", arguments: Script.allCases)
    func nowhere(script: Script) {
        let test = ProgramTest(Search(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    @Test("Where nothing is looked for there are suggestions", arguments: ["/", "/?q=+"], Script.allCases)
    func invitation(address: String, script: Script) {
        let test = ProgramTest(Search(), at: address, script: script)
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
        test.expectTitle("Search")
    }

    @Test(
        "Whatever is typed comes to the address and back",
        arguments: ["1 & 2 = 3", "50 % + 5", "Zoë", "a\u{7}b", "?#/"]
    )
    func encoding(text: String) {
        let test = ProgramTest(Search(), .loosely)
        test.fill("The name of a village", text)
        test.advance(by: .milliseconds(150))
        test.expectTitle("\(text) – Search")
        test.expectField("The name of a village", text)
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
