import Elmwood
import ElmwoodSessions
import ElmwoodSessionTesting
import ElmwoodTesting
import Testing

/// The actions of a test have the same results in process, over a socket and in a real browser.
@Suite(.serialized) struct PageDriverTests {
    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A click on a button sends its message`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        #expect((fixture.testHost.host.currentState(of: fixture.driver.session?.id) == nil) == (script == .off))
        try fixture.click("+")
        try fixture.click("+")
        #expect(fixture.messages == [.add(1), .add(1)])
        #expect(try fixture.text("#count") == "2")
        #expect(fixture.driver.model?.count == 2)
        #expect(try fixture.page.element(id: "count")?.text == "2")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `Changed fields outside of forms are sent before the click, each once`(
        transport: TestTransport,
        script: Script
    ) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Name", "Bob")
        try fixture.check("Switch")
        try fixture.choose("Size", "LARGE")
        try fixture.choose("Color", "BLUE")
        #expect(fixture.driver.isWaiting == (script == .off))
        try fixture.click("+")
        #expect(fixture.messages == [.rename("Bob"), .turn(true), .resize("large"), .paint("blue"), .add(1)])
        #expect(!fixture.driver.isWaiting)
        let page = try fixture.page
        #expect(page.element(id: "name")?.value == "Bob")
        #expect(page.element(id: "on")?.isChecked == true)
        #expect(page.element(id: "size")?.value == "large")
        try fixture.click("+")
        #expect(fixture.messages.count == 6)
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `If the test checks something, pending input is sent as Enter sends it`(
        transport: TestTransport,
        script: Script
    ) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Letter", "kept")
        try fixture.fill("Name", "Bob")
        #expect(try fixture.text("#log") == "name:Bob")
        #expect(try Finder(fixture.page).one("[name=text]").value == "kept")
        try fixture.submit("Send")
        #expect(fixture.messages == [.rename("Bob"), .send(Controls.Letter(text: "kept", urgency: "low", id: "i"))])
    }

    @Test(
        arguments: TestTransport.allCases,
        Script.allCases
    )
    func `A typed form sends its fields and the pressed button, and is reset then`(
        transport: TestTransport,
        script: Script
    ) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Letter", "two\nlines")
        try fixture.submit("Hurry")
        #expect(fixture.messages == [.send(Controls.Letter(text: "two\nlines", urgency: "high", id: "i"))])
        #expect(try Finder(fixture.page).one("[name=text]").value == "")
        try fixture.fill("Letter", "again")
        try fixture.submit("letter")
        #expect(fixture.messages.last == .send(Controls.Letter(text: "again", urgency: "low", id: "i")))
        try fixture.fill("Letter", "never")
        try fixture.click("Reset")
        #expect(try Finder(fixture.page).one("[name=text]").value == "")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `An attached file is sent with its form`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Letter", "with a file")
        fixture.act(.attach(try fixture.finder().fileField("File", for: 1), [TestFile("a.txt", text: "abc")]))
        try fixture.submit("Send")
        #expect(try fixture.text("#log") == "sent:with a file,low,i,a.txt 3")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `The problem of a field is shown, and its text stays`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Name", "")
        let page = try fixture.page
        #expect(fixture.driver.problems.map(\.field) == ["name"])
        #expect(fixture.driver.problems.first?.sentence == "Please fill this in.")
        #expect(page.element(id: "name")?.value == "")
        #expect(page.element(id: "name")?["aria-invalid"] == "true")
        #expect(page.root.text.contains("Please fill this in."))
        try fixture.fill("Name", "Zoe")
        try fixture.click("+")
        #expect(fixture.driver.problems.isEmpty)
        #expect(fixture.messages.suffix(2) == [.rename("Zoe"), .add(1)])
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A browser does not send an invalid form`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.fill("Letter", "x")
        let outcome = try fixture.submit("Send")
        #expect(
            outcome.complaints == [
                Problem(form: "letter", field: "text", sentence: "Please use at least 2 characters; there is 1.")
            ]
        )
        #expect(fixture.messages.isEmpty)
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `Links, opened addresses and GET forms lead to other pages`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.click("Other")
        #expect(fixture.driver.address == "/other")
        #expect(try fixture.text(.h1) == "Other")
        try fixture.click("Home")
        try fixture.click("Go")
        #expect(fixture.driver.address == "/other?q=gone")
        #expect(try fixture.text(.h1) == "Other gone")
        fixture.act(.open("/"))
        try fixture.fill("Words", "a b&c")
        try fixture.submit("Find")
        #expect(fixture.driver.address == "/other?q=a+b%26c")
        #expect(try fixture.text(.h1) == "Other a b&c")
        fixture.act(.open("/"))
        try fixture.click("Down")
        #expect(fixture.driver.address == "/")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `A page that does not exist and a left page are reported`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        let outcome = try fixture.click("Nothing")
        #expect(outcome.failures.first is NotFound)
        #expect(DriverFixture<Controls>.sentence { try fixture.driver.page() } == "There is nothing at “/nothing”.")
        fixture.act(.open("/"))
        #expect(try fixture.click("Leave").left == "https://example.org/")
        #expect(
            DriverFixture<Controls>.sentence { try fixture.driver.page() }
                == "The page was left for “https://example.org/”."
        )
        fixture.act(.open("/"))
        #expect(try fixture.click("Example").left == "https://example.com/")
        fixture.act(.open("/"))
        fixture.act(.closePage)
        #expect(fixture.act(.reload).impossible == "The page is closed.")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `An update that throws changes nothing, and the page is unchanged`(transport: TestTransport, script: Script)
        throws
    {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.click("+")
        let outcome = try fixture.click("Fail")
        if script == .off { #expect(outcome.failures.first is Controls.Failure) }
        if script == .on { #expect(outcome.refusals.map(\.status) == [500]) }
        #expect(try fixture.text("#count") == "1")
        try fixture.click("+")
        #expect(try fixture.text("#count") == "2")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `Messages of effects and clocks are on the page when it is read`(transport: TestTransport, script: Script)
        throws
    {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.click("Slow")
        #expect(try fixture.text("#log") == "")
        fixture.advance(by: .seconds(2))
        #expect(try fixture.text("#log") == "later")
        try fixture.click("Tick")
        fixture.advance(by: .seconds(3))
        #expect(try fixture.text("#count") == "3")
    }

    @Test(arguments: TestTransport.usual, Script.allCases)
    func `Another page of the same visitor shows the changes of this one`(transport: TestTransport, script: Script)
        throws
    {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        try fixture.click("+")
        let (other, _) = fixture.testHost.open("/", for: fixture.visitor, script: script)
        try fixture.click("+")
        #expect(try Finder(other.page()).one("#count").text == "2")
        _ = other.act(.click(try Finder(other.page()).clickable("+")))
        #expect(try fixture.text("#count") == "3")
    }

    @Test(arguments: TestTransport.allCases, Script.allCases)
    func `A summary element opens its details`(transport: TestTransport, script: Script) throws {
        let fixture = try DriverFixture(Controls(), in: transport, script)
        #expect(DriverFixture<Controls>.sentence { try fixture.click("Inside") } == "The button “Inside” is hidden.")
        try fixture.click("More")
        try fixture.click("Inside")
        #expect(fixture.messages == [.note("inside")])
    }

    @Test(arguments: TestTransport.allCases)
    func `With script, debounced input is sent after the pause, or before the next action`(transport: TestTransport)
        throws
    {
        let fixture = try DriverFixture(Controls(), in: transport, .on)
        try fixture.fill("Query", "sw")
        #expect(fixture.messages.isEmpty)
        fixture.advance(by: .milliseconds(299))
        #expect(fixture.messages.isEmpty)
        try fixture.fill("Query", "swift")
        fixture.advance(by: .milliseconds(299))
        #expect(fixture.messages.isEmpty)
        fixture.advance(by: .milliseconds(1))
        #expect(fixture.messages == [.search("swift")])
        try fixture.fill("Query", "elm")
        try fixture.click("+")
        #expect(fixture.messages == [.search("swift"), .search("elm"), .add(1)])
    }

    @Test(arguments: TestTransport.allCases)
    func `With script, changes of the focus, keys and double clicks send their messages`(transport: TestTransport)
        throws
    {
        let fixture = try DriverFixture(Controls(), in: transport, .on)
        fixture.act(.doubleClick(try fixture.finder().doubleClickable("Here")))
        #expect(fixture.messages == [.note("single"), .note("single"), .note("double")])
        try fixture.fill("Place", "x")
        try fixture.click("+")
        #expect(fixture.messages.suffix(3) == [.note("focus"), .note("blur"), .add(1)])
        try fixture.press("Escape", in: "Place")
        #expect(fixture.messages.suffix(2) == [.note("focus"), .hidePlace])
        #expect(try fixture.page.element(id: "place") == nil)
    }

    @Test(arguments: TestTransport.allCases)
    func `With script, page events are sent if subscribed to, and events without a connection wait for it`(
        transport: TestTransport
    ) throws {
        let fixture = try DriverFixture(Controls(), in: transport, .on)
        fixture.act(.hidePage)
        fixture.act(.showPage)
        #expect(fixture.messages == [.away, .seen])
        fixture.act(.goOffline)
        try fixture.click("+")
        #expect(fixture.messages == [.away, .seen])
        fixture.act(.goOnline)
        #expect(fixture.messages == [.away, .seen, .add(1)])
        #expect(try fixture.text("#count") == "1")
    }

    @Test func `The simulated browser computes the same list of rendered fields as the page's HTML contains`() throws {
        let fixture = try DriverFixture(Controls(), .off)
        let rendering = try fixture.testHost.host.sessions.render(AnyModel(Controls.Model()), on: Page())
        let html = String(decoding: rendering.html(), as: UTF8.self)
        let written = try #require(html.firstMatch(of: /name="rendered" value="([^"]*)"/)).1
        #expect(try fixture.driver.page().marks == String(written))
    }
}
