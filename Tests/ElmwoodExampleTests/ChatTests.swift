import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ElmwoodChatExample

/// The chat from its visitors' point of view.
@Suite struct ChatTests {
    private let anna = Person(id: 1, name: "Anna")
    private let bob = Person(id: 2, name: "Bob")
    private let noon = Date(timeIntervalSince1970: 43_200)

    /// Returns the model of a person in the room who knows these others.
    private func inside(_ me: Person, with others: Person...) -> Chat.Model {
        var model = Chat.Model(me: me)
        for other in others { model.others.note(other, besides: me) }
        return model
    }

    @Test(arguments: Script.allCases)
    func `A visitor who enters chooses a name, and gets a number as identification`(script: Script) {
        let test = ProgramTest(Chat(), script: script)
        test.fill("Under which name will you come in?", " Anna ")
        test.random(returns: 1)
        test.submit("introduction")
        test.expectCommands(
            .random(in: 1...Int.max) { .numbered($0, name: "Anna") },
            .load("chat", in: .shared, Chat.Message.historyLoaded),
            .broadcast("chat", Chat.News.came(anna)),
            .focus("text")
        )
        test.expectMessage(.heard(.came(anna)))
        test.expectMessage(.historyLoaded(nil))
        test.expectModel {
            $0.me = anna
            $0.openPages = 1
        }
        test.expect(.li, texts: "Anna (you)")
        test.expectView(text: "Nobody has said anything yet.")
    }

    @Test(arguments: Script.allCases)
    func `A name of only white space is refused`(script: Script) {
        let test = ProgramTest(Chat(), script: script)
        test.fill("Under which name will you come in?", "  ")
        test.click("Come in")
        test.expectNoCommands()
        test.fill("Under which name will you come in?", "")
        test.click("Come in")
        test.expectProblem(in: "name")
        test.expect("#name[maxlength=30]", count: 1)
    }

    @Test(arguments: Script.allCases)
    func `All visitors receive what one says`(script: Script) {
        let visitors = Visitors(of: Chat(), script: script, date: noon)
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()

        annasPage.fill("Say something", "Hello")
        annasPage.click("Send")
        let line = Line(author: anna, number: 1, date: noon, text: "Hello")
        var history = History()
        history.add(line)
        annasPage.expectCommands(
            .now { .dated(Chat.Remark(text: "Hello"), $0) },
            .broadcast("chat", Chat.News.said(line)),
            .save(history, as: "chat", in: .shared),
            .scroll(to: "line-1-1")
        )
        annasPage.expectMessage(.heard(.said(line)))
        annasPage.expectModel {
            $0.lines = history
            $0.written = 1
        }
        bobsPage.expectMessage(.heard(.said(line)))
        bobsPage.expectModel { $0.lines = history }
        for page in [annasPage, bobsPage] {
            page.expect("ol strong", texts: "Anna")
            page.expect("ol span", texts: "Hello")
            // The element that the page scrolls to.
            page.expect("li#line-1-1", count: 1)
        }
        annasPage.expect("ol li.own", count: 1)
        bobsPage.expectNone("ol li.own")
        annasPage.expectField("Say something", "")
        #expect(annasPage.storage.load("chat", in: .shared) == history)
    }

    @Test(arguments: Script.allCases)
    func `A visitor who enters later sees the earlier lines and the people present`(script: Script) {
        var history = History()
        history.add(Line(author: anna, number: 1, date: noon, text: "Hello"))
        let visitors = Visitors(of: Chat(), script: script, shared: ["chat": history])
        let annasPage = visitors.enter("Anna", model: inside(anna))
        let bobsPage = visitors.enter("Bob")
        visitors.passOver()
        visitors.random(returns: 2)

        bobsPage.fill("Under which name will you come in?", "Bob")
        bobsPage.click("Come in")
        annasPage.expectMessage(.heard(.came(bob)))
        annasPage.expectCommand(.broadcast("chat", Chat.News.stays(anna)))
        annasPage.expectMessage(.heard(.stays(anna)))
        annasPage.expectModel { $0.others.note(bob, besides: anna) }
        annasPage.expect("#company li", texts: "Anna (you)", "Bob")

        bobsPage.expectMessage(.historyLoaded(history))
        bobsPage.expectMessage(.heard(.stays(anna)))
        bobsPage.passOver()
        bobsPage.expect("ol span", texts: "Hello")
        bobsPage.expect("#company li", texts: "Bob (you)", "Anna")
    }

    @Test(arguments: Script.allCases)
    func `An empty remark is not said`(script: Script) {
        let test = ProgramTest(Chat(), model: inside(anna), script: script)
        test.passOver()
        test.fill("Say something", "   ")
        test.click("Send")
        test.expectCommands(.now { .dated(Chat.Remark(text: "   "), $0) })
        test.expectView(text: "Nobody has said anything yet.")
        test.fill("Say something", "")
        test.click("Send")
        test.expectProblem(in: "text")
        test.expect("#text[maxlength=500]", count: 1)
    }

    @Test(arguments: Script.allCases)
    func `A visitor who leaves is removed at once`(script: Script) {
        let visitors = Visitors(of: Chat(), script: script)
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()
        annasPage.click("Leave")
        annasPage.expectCommand(.broadcast("chat", Chat.News.left(anna)))
        annasPage.expectModel { $0 = Chat.Model() }
        annasPage.expectSubscriptions()
        annasPage.expectNotOffered(.leave)
        annasPage.expectField("Under which name will you come in?", "")
        bobsPage.expectMessage(.heard(.left(anna)))
        bobsPage.expectModel { $0.others.remove(anna) }
        bobsPage.expect("#company li", texts: "Bob (you)")
    }

    @Test func `A visitor leaves by closing their last page, and not before`() {
        let visitors = Visitors(of: Chat())
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()
        let annasOther = annasPage.openPage()
        annasOther.expectMessage(.pageOpened)
        annasOther.expectCommands(
            .broadcast("chat", Chat.News.came(anna)),
            .load("chat", in: .shared, Chat.Message.historyLoaded)
        )
        visitors.passOver()

        annasOther.closePage()
        annasPage.expectMessage(.pageClosed)
        annasPage.expectModel { $0.openPages = 1 }
        annasPage.expectNoCommands()
        annasPage.closePage()
        annasPage.expectCommands(.broadcast("chat", Chat.News.left(anna)))
        annasPage.expectModel {
            $0.openPages = 0
            $0.hasGone = true
        }
        annasPage.expectSubscriptions(.pageOpened(.pageOpened))
        bobsPage.expectMessage(.heard(.left(anna)))
        bobsPage.expectModel { $0.others.remove(anna) }

        // No beat brings Anna back, and nobody answers for her.
        for _ in 1...2 {
            visitors.advance(by: .seconds(10))
            visitors.passOver()
            bobsPage.send(.beat)
            visitors.passOver()
            bobsPage.expect("#company li", texts: "Bob (you)")
        }
        // Anna returns.
        let annasNext = annasPage.openPage()
        visitors.passOver()
        bobsPage.expect("#company li", texts: "Bob (you)", "Anna")
        annasNext.expect("#company li", texts: "Anna (you)", "Bob")
        bobsPage.fill("Say something", "Welcome back")
        bobsPage.click("Send")
        visitors.passOver()
        annasNext.expect("ol span", texts: "Welcome back")
    }

    @Test func `A visitor who has left returns by saying something without script`() {
        var model = inside(anna)
        model.hasGone = true
        let test = ProgramTest(Chat(), model: model, script: .off, .loosely)
        test.fill("Say something", "Hello")
        test.click("Send")
        #expect(test.expectModel()?.hasGone == false)
    }

    @Test func `A visitor whose first page is the one they entered with leaves by closing it`() {
        let test = ProgramTest(Chat(), .loosely)
        test.fill("Under which name will you come in?", "Anna")
        test.random(returns: 1)
        test.click("Come in")
        test.closePage()
        test.expectMessage(.pageClosed)
        test.expectCommand(.broadcast("chat", Chat.News.left(anna)))
        #expect(test.expectModel()?.openPages == 0)
    }

    @Test func `A visitor who closes one of two pages stays, and receives lines`() {
        let visitors = Visitors(of: Chat(), .loosely)
        let annas = visitors.enter("Anna"), bobs = visitors.enter("Bob")
        visitors.random(returns: 1, 2)
        for (page, name) in [(annas, "Anna"), (bobs, "Bob")] {
            page.fill("Under which name will you come in?", name)
            page.click("Come in")
        }
        let second = annas.openPage()
        second.closePage()
        bobs.fill("Say something", "Hello")
        bobs.click("Send")
        annas.expect("ol span", texts: "Hello")
    }

    @Test(arguments: Script.allCases)
    func `People stay in the room when the server restarts`(script: Script) {
        let visitors = Visitors(of: Chat(), script: script)
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()
        for page in [annasPage, bobsPage] {
            page.send(.beat)
            visitors.passOver()
        }
        visitors.restart()
        visitors.passOver()
        bobsPage.fill("Say something", "Hello")
        bobsPage.click("Send")
        visitors.passOver()
        annasPage.expect("ol span", texts: "Hello")
        annasPage.expect("#company li", texts: "Anna (you)", "Bob")
    }

    @Test func `A restart of the server does not change the number of counted pages`() {
        let test = ProgramTest(Chat(), model: inside(anna), .loosely)
        let before = test.expectModel()?.openPages
        let other = test.openPage("/")
        #expect(test.expectModel()?.openPages == before.map { $0 + 1 })
        test.restart()
        #expect(test.expectModel()?.openPages == before.map { $0 + 1 })
        other.closePage()
        test.advance(by: .seconds(20))
        #expect(test.expectModel()?.openPages == before)
    }

    @Test func `The number of counted pages is limited`() {
        var model = inside(anna)
        model.openPages = 1_000
        let test = ProgramTest(Chat(), model: model, script: .off, .loosely)
        test.send(.pageOpened)
        #expect(test.expectModel()?.openPages == 1_000)
    }

    @Test(arguments: Script.allCases)
    func `A beat announces the visitor's presence, and loads missed lines`(script: Script) {
        let test = ProgramTest(Chat(), model: inside(anna), script: script)
        test.passOver()
        test.expectSubscriptions(
            .topic("chat", Chat.Message.heard),
            .every(.seconds(10), .beat),
            .pageOpened(.pageOpened),
            .pageClosed(.pageClosed)
        )
        test.advance(by: .seconds(10))
        test.expectMessage(.beat)
        test.expectCommands(
            .broadcast("chat", Chat.News.stays(anna)),
            .load("chat", in: .shared, Chat.Message.historyLoaded)
        )
        test.expectMessage(.heard(.stays(anna)))
        test.expectMessage(.historyLoaded(nil))
    }

    @Test func `A person without a sign of presence for four beats is removed`() {
        let test = ProgramTest(Chat(), model: inside(anna, with: bob), script: .off)
        for _ in 1...2 {
            for _ in 1...3 {
                test.advance(by: .seconds(10))
                test.expectMessage(.beat)
                test.passOver()
                test.expect("#company li", texts: "Anna (you)", "Bob")
            }
            // Saying something is a sign of presence.
            test.send(.heard(.said(Line(author: bob, number: 1, date: noon, text: "Here"))))
            test.passOver()
        }
        for _ in 1...4 {
            test.advance(by: .seconds(10))
            test.expectMessage(.beat)
            test.passOver()
        }
        test.expect("#company li", texts: "Anna (you)")
    }

    @Test(arguments: Script.allCases)
    func `Remarks are received even if they cannot be stored`(script: Script) {
        let test = ProgramTest(Chat(), model: inside(anna), script: script)
        test.passOver()
        test.storage.failure = StorageError("The disk is full.")
        test.fill("Say something", "Hello")
        test.click("Send")
        test.expectFailure(StorageError("The disk is full."))
        test.passOver()
        test.expect("ol span", texts: "Hello")
    }

    @Test(arguments: Script.allCases)
    func `Other addresses are not found`(script: Script) {
        let test = ProgramTest(Chat(), at: "/nowhere", script: script)
        test.expectFailure(NotFound())
    }

    @Test func `Without script the reading page refreshes itself, and has no field that a refresh would empty`() {
        let test = ProgramTest(Chat(), model: inside(anna), script: .off)
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
        let test = ProgramTest(Chat(), at: "/reading", model: inside(anna))
        test.passOver()
        test.expectNone("meta[http-equiv=refresh]")
        test.expect(.form, count: 1)
        test.expectNone(.a, "Read along")
    }

    @Test func `The chat's pages match their snapshots`() {
        ProgramTest(Chat()).expectSnapshot("at the door")
        var model = inside(anna, with: bob)
        model.lines.add(Line(author: anna, number: 1, date: noon, text: "Hello"))
        model.lines.add(Line(author: bob, number: 1, date: noon, text: "Good day"))
        let test = ProgramTest(Chat(), model: model)
        test.passOver()
        test.expectSnapshot("two talk")
    }
}
