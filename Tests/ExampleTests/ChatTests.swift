import ElmwoodTesting
import FoundationEssentials
import Testing

@testable import ChatExample

@Suite("Chat, as its visitors have it before them") struct ChatTests {
    private let anna = Person(id: 1, name: "Anna")
    private let bob = Person(id: 2, name: "Bob")
    private let noon = Date(timeIntervalSince1970: 43_200)

    /// Somebody who is in the room already, and has heard of these.
    private func inside(_ me: Person, with others: Person...) -> Chat.Model {
        var model = Chat.Model(me: me)
        for other in others { model.others.note(other, besides: me) }
        return model
    }

    @Test("Who comes in gives a name, and gets a number to be told apart by", arguments: Script.allCases)
    func comesIn(script: Script) {
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
        test.expectModel { $0.me = anna }
        test.expect(.li, texts: "Anna (you)")
        test.expectView(text: "Nobody has said anything yet.")
    }

    @Test("What one says all hear", arguments: Script.allCases)
    func talks(script: Script) {
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
        }
        annasPage.expectField("Say something", "")
        #expect(annasPage.storage.load("chat", in: .shared) == history)
    }

    @Test("Who comes later reads what was said, and is told who is here", arguments: Script.allCases)
    func comesLater(script: Script) {
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

    @Test("Who leaves is gone at once", arguments: Script.allCases)
    func leaves(script: Script) {
        let visitors = Visitors(of: Chat(), script: script)
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()
        annasPage.click("Leave")
        annasPage.expectCommand(.broadcast("chat", Chat.News.left(anna)))
        annasPage.expectModel { $0 = Chat.Model() }
        annasPage.expectSubscriptions()
        annasPage.expectField("Under which name will you come in?", "")
        bobsPage.expectMessage(.heard(.left(anna)))
        bobsPage.expectModel { $0.others.remove(anna) }
        bobsPage.expect("#company li", texts: "Bob (you)")
    }

    @Test("Who closes the last page has left")
    func closes() {
        let visitors = Visitors(of: Chat())
        let annasPage = visitors.enter("Anna", model: inside(anna, with: bob))
        let bobsPage = visitors.enter("Bob", model: inside(bob, with: anna))
        visitors.passOver()
        annasPage.closePage()
        annasPage.expectCommand(.broadcast("chat", Chat.News.left(anna)))
        annasPage.passOver()
        bobsPage.expectMessage(.heard(.left(anna)))
        bobsPage.expectModel { $0.others.remove(anna) }
    }

    @Test("Who is not heard of for four beats is taken to have gone")
    func silence() {
        let test = ProgramTest(Chat(), model: inside(anna, with: bob), script: .off)
        for _ in 1...3 {
            test.advance(by: .seconds(10))
            test.expectMessage(.beat)
            test.passOver()
            test.expect("#company li", texts: "Anna (you)", "Bob")
        }
        test.advance(by: .seconds(10))
        test.expectMessage(.beat)
        test.passOver()
        test.expect("#company li", texts: "Anna (you)")
    }

    @Test("Where nothing can be stored, what is said is heard all the same", arguments: Script.allCases)
    func storageFails(script: Script) {
        let test = ProgramTest(Chat(), model: inside(anna), script: script)
        test.passOver()
        test.storage.failure = StorageError("The disk is full.")
        test.fill("Say something", "Hello")
        test.click("Send")
        test.expectFailure(StorageError("The disk is full."))
        test.passOver()
        test.expect("ol span", texts: "Hello")
    }
}
