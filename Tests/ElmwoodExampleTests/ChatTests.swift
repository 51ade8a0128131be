import ElmwoodTesting
import Testing

@testable import ElmwoodExamplePrograms

/// The chat from its visitors' points of view.
@Suite struct ChatTests {
    private let anna = Person(id: 1, name: "Anna")
    private let bob = Person(id: 2, name: "Bob")

    private func test(_ model: Chat.Model? = nil, at path: String = "/", script: Script = .on) -> ProgramTest<Chat> {
        ProgramTest(Chat(), at: path, model: model, script: script, sharing: [Room()])
    }

    /// Says something on a page of the visitor.
    private func say(_ text: String, _ page: ProgramTest<Chat>, number: Int, by author: Person) {
        page.fill("Say something", text)
        page.click("Send")
        let line = Line(author: author, number: number, text: text)
        page.expectModel { $0.written = number }
        page.expectCommands(.send(.said(line), to: Room.self, "lobby"), .scroll(to: line.id))
    }

    @Test(arguments: Script.allCases)
    func `A visitor who enters chooses a name, and gets a number as identification`(script: Script) {
        let test = test(script: script)
        test.fill("Under which name will you come in?", " Anna ")
        test.random(returns: 1)
        test.submit("introduction")
        test.expectCommands(.random(in: 1...Int.max) { .numbered($0, name: "Anna") }, .focus("text"))
        test.expectModel { $0.me = anna }
        test.expect(.li, texts: "Anna (you)")
        test.expectView(text: "Nobody has said anything yet.")
    }

    @Test(arguments: Script.allCases)
    func `A name of only white space is refused`(script: Script) {
        let test = test(script: script)
        test.fill("Under which name will you come in?", "  ")
        test.click("Come in")
        test.expectNoCommands()
        test.fill("Under which name will you come in?", "")
        test.click("Come in")
        test.expectProblem(in: "name")
        test.expect("#name[maxlength=30]", count: 1)
    }

    @Test(arguments: Script.allCases)
    func `Everybody in the room sees what one says, and who enters later as well`(script: Script) {
        let visitors = Visitors(of: Chat(), script: script, sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        say("Hello", annas, number: 1, by: anna)
        annas.expectField("Say something", "")
        bobs.open("/")
        let cleos = visitors.enter("Cleo", model: .init(me: Person(id: 3, name: "Cleo")))
        for page in [annas, bobs, cleos] {
            page.expect("ol strong", texts: "Anna")
            page.expect("ol span", texts: "Hello")
            // The element that the page scrolls to.
            page.expect("li#line-1-1", count: 1)
        }
        annas.expect("ol li.own", count: 1)
        bobs.expectNone("ol li.own")
    }

    @Test(arguments: Script.allCases)
    func `An empty remark is not said`(script: Script) {
        let test = test(.init(me: anna), script: script)
        test.fill("Say something", "   ")
        test.click("Send")
        test.expectNoCommands()
        test.expectView(text: "Nobody has said anything yet.")
        test.fill("Say something", "")
        test.click("Send")
        test.expectProblem(in: "text")
        test.expect("#text[maxlength=500]", count: 1)
    }

    // MARK: Who is here

    @Test func `Who has a page open is here, until they leave or close it`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        let cleos = visitors.enter("Cleo", model: .init(me: Person(id: 3, name: "Cleo")))
        annas.expect("#company li", texts: "Anna (you)", "Bob", "Cleo")
        bobs.click("Leave")
        bobs.expectModel { $0 = Chat.Model() }
        bobs.expectField("Under which name will you come in?", "")
        bobs.expectNotOffered(.leave)
        annas.expect("#company li", texts: "Anna (you)", "Cleo")
        cleos.closePage()
        annas.expect("#company li", texts: "Anna (you)")
        #expect(visitors.shared(Room.self, "lobby").model?.here.map(\.name) == ["Anna"])
    }

    @Test func `Whose connection is lost is here for five seconds, and for longer if they return`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        bobs.goOffline()
        visitors.advance(by: .seconds(3))
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        bobs.goOnline()
        visitors.advance(by: .seconds(10))
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        bobs.goOffline()
        visitors.advance(by: .seconds(6))
        annas.expect("#company li", texts: "Anna (you)")
        bobs.goOnline()
        annas.expect("#company li", texts: "Anna (you)", "Bob")
    }

    @Test func `After a crash of the server, who returns is still here, and who does not has gone`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        bobs.goOffline()
        visitors.restart()
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        visitors.advance(by: .seconds(10))
        annas.expect("#company li", texts: "Anna (you)")
    }

    @Test func `A visitor with two pages is here once, until both are closed`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        let second = bobs.openPage("/reading")
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        second.expect("#company li", texts: "Bob (you)", "Anna")
        bobs.closePage()
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        second.closePage()
        annas.expect("#company li", texts: "Anna (you)")
    }

    @Test func `Two people may have the same name`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let first = visitors.enter("Anna", model: .init(me: anna))
        let second = visitors.enter("Another Anna", model: .init(me: Person(id: 2, name: "Anna")))
        for page in [first, second] { page.expect("#company li", texts: "Anna (you)", "Anna") }
        say("Hello", first, number: 1, by: anna)
        first.expect("ol li.own", count: 1)
        second.expectNone("ol li.own")
    }

    @Test(arguments: [(20, nil), (21, "and 1 more"), (25, "and 5 more")])
    func `Twenty others are listed, and further ones are counted`(others: Int, rest: String?) {
        let test = test(.init(me: anna))
        let people = (101..<(101 + others)).map { Watcher(id: "\($0)", name: "\($0)") }
        test.shared(Room.self, "lobby").send(.present(Watchers(all: people)), from: .itself)
        test.expect("#company li", count: rest == nil ? 21 : 22)
        test.expect("#company li", "120")
        if let rest { test.expect("#company li", rest) }
    }

    @Test func `Who was here before a restart, and returns, never left`() {
        let visitors = Visitors(of: Chat(), sharing: [Room()])
        let annas = visitors.enter("Anna", model: .init(me: anna))
        let bobs = visitors.enter("Bob", model: .init(me: bob))
        say("Hello", annas, number: 1, by: anna)
        visitors.restart()
        bobs.expect("ol span", texts: "Hello")
        say("Good day", bobs, number: 1, by: bob)
        annas.expect("ol span", texts: "Hello", "Good day")
        annas.expect("#company li", texts: "Anna (you)", "Bob")
        visitors.advance(by: .seconds(10))
        bobs.expect("#company li", texts: "Bob (you)", "Anna")
    }

    // MARK: Lines

    @Test func `The last fifty lines are kept`() {
        let test = test(.init(me: anna))
        let room = test.shared(Room.self, "lobby")
        for number in 1...51 { room.send(.said(Line(author: bob, number: number, text: "Line \(number)"))) }
        test.expect("ol li", count: 50)
        test.expectNone("ol span", "Line 1")
        test.expect("ol span", "Line 51")
    }

    // MARK: Pages

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        test(at: "/nowhere", script: script).expectFailure(NotFound())
    }

    @Test func `Without script the reading page refreshes itself, and has no field that a refresh would empty`() {
        let test = test(.init(me: anna), script: .off)
        test.expectNone("meta[http-equiv=refresh]")
        test.click("Read along")
        test.expectAddress("/reading")
        test.expect("meta[http-equiv=refresh][content=3]", count: 1)
        test.expectNone(.form)
        test.click("Say something")
        test.expectAddress("/")
        test.expect(.form, count: 1)
    }

    @Test func `With script the reading page is the same as the room`() {
        let test = test(.init(me: anna), at: "/reading")
        test.expectNone("meta[http-equiv=refresh]")
        test.expect(.form, count: 1)
        test.expectNone(.a, "Read along")
    }

    @Test func `The chat's pages match their snapshots`() {
        test().expectSnapshot("at the door")
        let test = test(.init(me: anna))
        let room = test.shared(Room.self, "lobby")
        room.send(.said(Line(author: anna, number: 1, text: "Hello")))
        room.send(.said(Line(author: bob, number: 1, text: "Good day")))
        room.send(
            .present(Watchers(all: [Watcher(id: "1", name: "Anna"), Watcher(id: "2", name: "Bob")])),
            from: .itself
        )
        test.expectSnapshot("two talk")
    }
}
