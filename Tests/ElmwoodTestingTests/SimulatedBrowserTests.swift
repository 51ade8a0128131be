import Elmwood
import ElmwoodTesting
import Testing

/// The same is done by calls, and over a socket.
private let places: [TestTransport] = [.process, .http]

@Suite struct SimulatedBrowserTests {
    @Test("A click on a button is its message", arguments: places, Script.allCases)
    func click(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        #expect((rig.stage.host.look(at: rig.driver.session) == nil) == (script == .off))
        try rig.click("+")
        try rig.click("+")
        #expect(rig.messages == [.add(1), .add(1)])
        #expect(try rig.text("#count") == "2")
        #expect(rig.driver.model?.count == 2)
        #expect(try rig.page.element(id: "count")?.text == "2")
    }

    @Test("What is entered in lone fields comes before the click, each once", arguments: places, Script.allCases)
    func loneFields(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Name", "Bob")
        try rig.check("Switch")
        try rig.choose("Size", "LARGE")
        try rig.choose("Color", "BLUE")
        #expect(rig.driver.isWaiting == (script == .off))
        try rig.click("+")
        #expect(rig.messages == [.rename("Bob"), .turn(true), .resize("large"), .paint("blue"), .add(1)])
        #expect(!rig.driver.isWaiting)
        let page = try rig.page
        #expect(page.element(id: "name")?.value == "Bob")
        #expect(page.element(id: "on")?.isChecked == true)
        #expect(page.element(id: "size")?.value == "large")
        try rig.click("+")
        #expect(rig.messages.count == 6)
    }

    @Test("Where the test looks, what waits is sent as Enter sends it", arguments: places, Script.allCases)
    func settling(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Letter", "kept")
        try rig.fill("Name", "Bob")
        #expect(try rig.text("#log") == "name:Bob")
        #expect(try Finder(rig.page).one("[name=text]").value == "kept")
        try rig.submit("Send")
        #expect(rig.messages == [.rename("Bob"), .send(Bench.Letter(text: "kept", urgency: "low", id: "i"))])
    }

    @Test(
        "A typed form sends its fields and the button that was pressed, and is fresh then",
        arguments: places,
        Script.allCases
    )
    func forms(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Letter", "two\nlines")
        try rig.submit("Hurry")
        #expect(rig.messages == [.send(Bench.Letter(text: "two\nlines", urgency: "high", id: "i"))])
        #expect(try Finder(rig.page).one("[name=text]").value == "")
        try rig.fill("Letter", "again")
        try rig.submit("letter")
        #expect(rig.messages.last == .send(Bench.Letter(text: "again", urgency: "low", id: "i")))
        try rig.fill("Letter", "never")
        try rig.click("Reset")
        #expect(try Finder(rig.page).one("[name=text]").value == "")
    }

    @Test("Files are attached", arguments: places, Script.allCases)
    func files(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Letter", "with a file")
        rig.act(.attach(try rig.finder().fileField("File", for: 1), [TestFile("a.txt", text: "abc")]))
        try rig.submit("Send")
        #expect(try rig.text("#log") == "sent:with a file,low,i,a.txt 3")
    }

    @Test("What is wrong with a field is told, and what was typed stays", arguments: places, Script.allCases)
    func problems(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Name", "")
        let page = try rig.page
        #expect(rig.driver.problems.map(\.field) == ["name"])
        #expect(rig.driver.problems.first?.sentence == "Please fill this in.")
        #expect(page.element(id: "name")?.value == "")
        #expect(page.element(id: "name")?["aria-invalid"] == "true")
        #expect(page.root.text.contains("Please fill this in."))
        try rig.fill("Name", "Zoe")
        try rig.click("+")
        #expect(rig.driver.problems.isEmpty)
        #expect(rig.messages.suffix(2) == [.rename("Zoe"), .add(1)])
    }

    @Test("A browser does not send a form that is not valid", arguments: places, Script.allCases)
    func validity(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.fill("Letter", "x")
        let outcome = try rig.submit("Send")
        #expect(
            outcome.complaints == [
                Problem(form: "letter", field: "text", sentence: "Please use at least 2 characters; there are 1.")
            ]
        )
        #expect(rig.messages.isEmpty)
    }

    @Test("Links, addresses and forms of GET lead to other pages", arguments: places, Script.allCases)
    func navigation(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.click("Other")
        #expect(rig.driver.address == "/other")
        #expect(try rig.text(.h1) == "Other")
        try rig.click("Home")
        try rig.click("Go")
        #expect(rig.driver.address == "/other?q=gone")
        #expect(try rig.text(.h1) == "Other gone")
        rig.act(.open("/"))
        try rig.fill("Words", "a b&c")
        try rig.submit("Find")
        #expect(rig.driver.address == "/other?q=a+b%26c")
        #expect(try rig.text(.h1) == "Other a b&c")
        rig.act(.open("/"))
        try rig.click("Down")
        #expect(rig.driver.address == "/")
    }

    @Test("Where there is nothing, and where the program leaves for, is told", arguments: places, Script.allCases)
    func ends(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        let outcome = try rig.click("Nothing")
        #expect(outcome.failures.first is NotFound)
        #expect(Rig<Bench>.sentence { try rig.driver.page() } == "There is nothing at “/nothing”.")
        rig.act(.open("/"))
        #expect(try rig.click("Leave").left == "https://example.org/")
        #expect(Rig<Bench>.sentence { try rig.driver.page() } == "The page was left for “https://example.org/”.")
        rig.act(.open("/"))
        #expect(try rig.click("Example").left == "https://example.com/")
        rig.act(.open("/"))
        rig.act(.closePage)
        #expect(rig.act(.reload).impossible == "The page is closed.")
    }

    @Test("An update that throws changes nothing, and the page stays", arguments: places, Script.allCases)
    func failure(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.click("+")
        let outcome = try rig.click("Fail")
        if script == .off { #expect(outcome.failures.first is Bench.Failure) }
        if script == .on { #expect(outcome.refusals.map(\.status) == [500]) }
        #expect(try rig.text("#count") == "1")
        try rig.click("+")
        #expect(try rig.text("#count") == "2")
    }

    @Test("What comes by itself is on the page when it is looked at", arguments: places, Script.allCases)
    func pushes(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.click("Slow")
        #expect(try rig.text("#log") == "")
        rig.advance(by: .seconds(2))
        #expect(try rig.text("#log") == "later")
        try rig.click("Tick")
        rig.advance(by: .seconds(3))
        #expect(try rig.text("#count") == "3")
    }

    @Test("Another page of the same visitor shows what was done on this one", arguments: places, Script.allCases)
    func twoPages(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        try rig.click("+")
        let (other, _) = rig.stage.open("/", for: rig.visitor, script: script)
        try rig.click("+")
        #expect(try Finder(other.page()).one("#count").text == "2")
        _ = other.act(.click(try Finder(other.page()).clickable("+")))
        #expect(try rig.text("#count") == "3")
    }

    @Test("A summary opens its details", arguments: places, Script.allCases)
    func details(transport: TestTransport, script: Script) throws {
        let rig = try Rig(Bench(), in: transport, script)
        #expect(Rig<Bench>.sentence { try rig.click("Inside") } == "The button “Inside” is hidden.")
        try rig.click("More")
        try rig.click("Inside")
        #expect(rig.messages == [.note("inside")])
    }

    @Test(
        "With script, typing that waits for a pause is told when time has passed, or before what is done next",
        arguments: places
    )
    func debounce(transport: TestTransport) throws {
        let rig = try Rig(Bench(), in: transport, .on)
        try rig.fill("Query", "sw")
        #expect(rig.messages.isEmpty)
        rig.advance(by: .milliseconds(299))
        #expect(rig.messages.isEmpty)
        try rig.fill("Query", "swift")
        rig.advance(by: .milliseconds(299))
        #expect(rig.messages.isEmpty)
        rig.advance(by: .milliseconds(1))
        #expect(rig.messages == [.search("swift")])
        try rig.fill("Query", "elm")
        try rig.click("+")
        #expect(rig.messages == [.search("swift"), .search("elm"), .add(1)])
    }

    @Test("With script, the focus moves, and keys and double clicks are told", arguments: places)
    func keysAndFocus(transport: TestTransport) throws {
        let rig = try Rig(Bench(), in: transport, .on)
        rig.act(.doubleClick(try rig.finder().doubleClickable("Here")))
        #expect(rig.messages == [.note("single"), .note("single"), .note("double")])
        try rig.fill("Place", "x")
        try rig.click("+")
        #expect(rig.messages.suffix(3) == [.note("focus"), .note("blur"), .add(1)])
        try rig.press("Escape", in: "Place")
        #expect(rig.messages.suffix(2) == [.note("focus"), .hidePlace])
        #expect(try rig.page.element(id: "place") == nil)
    }

    @Test(
        "With script, what happens to the page is told to who asks for it; without a connection it waits",
        arguments: places
    )
    func pageEvents(transport: TestTransport) throws {
        let rig = try Rig(Bench(), in: transport, .on)
        rig.act(.hidePage)
        rig.act(.showPage)
        #expect(rig.messages == [.away, .seen])
        rig.act(.goOffline)
        try rig.click("+")
        #expect(rig.messages == [.away, .seen])
        rig.act(.goOnline)
        #expect(rig.messages == [.away, .seen, .add(1)])
        #expect(try rig.text("#count") == "1")
    }

    @Test("The marks of lone fields are those that the page's HTML has")
    func marks() throws {
        let rig = try Rig(Bench(), .off)
        let rendering = try rig.stage.host.render(Bench.Model(), on: Page())
        let html = String(decoding: rendering.html(), as: UTF8.self)
        let written = try #require(html.firstMatch(of: /name="rendered" value="([^"]*)"/)).1
        #expect(try rig.driver.page().marks == String(written))
    }
}
