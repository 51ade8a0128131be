import Elmwood
import Foundation
import ElmwoodTestSupport
import Testing

@testable import ElmwoodChatExample

/// The chat: the room's stored lines, and requests in process and over a socket.
@Suite struct ChatTests {
    private let ada = Person(id: 1, name: "Ada")
    private let bob = Person(id: 2, name: "Bob")

    private func line(_ number: Int, by author: Person, at second: Double) -> Line {
        Line(author: author, number: number, date: Date(timeIntervalSince1970: second), text: "Line \(number)")
    }

    @Test func `Lines are sorted by date without duplicates, and the last fifty are retained`() {
        var history = History()
        history.add(line(1, by: ada, at: 20))
        history.add(line(1, by: bob, at: 10))
        history.add(line(1, by: ada, at: 20))
        history.add(line(2, by: bob, at: 15))
        #expect(history.lines.map(\.id) == ["line-2-1", "line-2-2", "line-1-1"])
        for number in 2...100 { history.add(line(number, by: ada, at: 20 + Double(number))) }
        #expect(history.lines.count == 50)
        #expect(history.lines.first?.number == 51)
        // A line that is older than all of them is dropped.
        history.add(line(3, by: bob, at: 0))
        #expect(history.lines.first?.number == 51)
    }

    @Test func `A person who is silent for too long is removed, and the number of people is limited`() {
        var company = Company()
        company.note(bob, besides: ada)
        company.note(ada, besides: ada)
        #expect(company.people == [bob])
        for _ in 0..<Company.missedBeats { company.pass() }
        #expect(company.people == [bob])
        company.note(bob, besides: ada)
        for _ in 0..<Company.missedBeats { company.pass() }
        #expect(company.people == [bob])
        company.pass()
        #expect(company.people == [])
        for id in 10..<1_000 { company.note(Person(id: id, name: "\(id)"), besides: ada) }
        #expect(company.people.count == Company.limit)
    }

    @Test func `A visitor whose own line is missing from the stored history stores it again`() {
        let chat = Chat()
        var model = Chat.Model(me: ada)
        model.lines.add(line(1, by: ada, at: 1))
        var stored = History()
        stored.add(line(1, by: bob, at: 2))
        let command = chat.update(&model, on: .historyLoaded(stored))
        #expect(model.lines.lines.map(\.author) == [ada, bob])
        #expect(command == .save(model.lines, as: Chat.room, in: .shared))
        #expect(chat.update(&model, on: .historyLoaded(model.lines)) == .none)
    }

    private func site(over transport: Transport) throws -> TestSite {
        var site = Site()
        site.mount(Chat(), at: "/chat")
        site.sessionLimits.effectWait = .seconds(15)
        return try TestSite(site, over: transport)
    }

    private func lines(_ visitor: Visitor) -> [String] {
        visitor.text.matches(of: /<li[^>]*><strong>(.*?)<\/strong><span>(.*?)<\/span>/).map { "\($0.1): \($0.2)" }
    }

    /// Loads the page repeatedly until it satisfies the condition.
    private func wait(_ visitor: Visitor, until condition: (Visitor) -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        repeat { try await visitor.get("/chat") } while !condition(visitor) && ContinuousClock.now < deadline
        #expect(condition(visitor))
    }

    @Test(arguments: Transport.allCases)
    func `All visitors see what one says and who is present, and newcomers see the last lines`(transport: Transport)
        async throws
    {
        let site = try site(over: transport)
        let (ada, bob, eve) = (Visitor(site), Visitor(site), Visitor(site))
        try await ada.post("/chat", "form=introduction&name=+Ada+")
        #expect(ada.text.contains("Ada (you)"))
        #expect(ada.text.contains("Nobody has said anything yet."))
        try await bob.post("/chat", "form=introduction&name=Bob")
        try await wait(bob) { $0.text.contains("<li data-key=") && $0.text.contains(">Ada</li>") }
        try await wait(ada) { $0.text.contains(">Bob</li>") }
        try await ada.post("/chat", "form=remark&text=%3Cb%3EHello%3C/b%3E")
        #expect(lines(ada) == ["Ada: &lt;b&gt;Hello&lt;/b&gt;"])
        try await wait(bob) { lines($0) == ["Ada: &lt;b&gt;Hello&lt;/b&gt;"] }
        try await bob.post("/chat", "form=remark&text=Good+day")
        try await wait(ada) { lines($0).last == "Bob: Good day" }
        try await eve.post("/chat", "form=introduction&name=Eve")
        #expect(lines(eve) == lines(ada))
        try await bob.post("/chat", "message=leave")
        #expect(bob.text.contains("data-form=\"introduction\""))
        try await wait(ada) { !$0.text.contains(">Bob</li>") && $0.text.contains(">Eve</li>") }
    }

    @Test(arguments: Transport.allCases)
    func `Empty remarks, remarks without a name and messages that are not offered are refused`(transport: Transport)
        async throws
    {
        let visitor = Visitor(try site(over: transport))
        try await visitor.post("/chat", "form=remark&text=Hello")
        #expect(visitor.reply.status == 409)
        try await visitor.post("/chat", "form=introduction&name=\(String(repeating: "a", count: 31))")
        #expect(visitor.reply.status == 422)
        try await visitor.post("/chat", "form=introduction&name=%20%20")
        #expect(visitor.text.contains("data-form=\"introduction\""))
        try await visitor.post("/chat", "form=introduction&name=Ada")
        for body in ["form=remark&text=", "form=remark&text=%20"] { try await visitor.post("/chat", body) }
        try await visitor.post("/chat", "form=remark&text=\(String(repeating: "a", count: 501))")
        #expect(visitor.reply.status == 422)
        for message in ["beat", "pageClosed", "heard(left(id:1,name:\"Bob\"))", "numbered(1,name:\"Bob\")"] {
            try await visitor.post("/chat", "message=\(LivePageScript.escaped(message))")
            #expect(visitor.reply.status == 409)
        }
        try await visitor.get("/chat")
        #expect(lines(visitor) == [])
    }

    @Test func `Reading without script, the page refreshes itself, and has no field that a refresh would empty`()
        async throws
    {
        let visitor = Visitor(try site(over: .inProcess))
        try await visitor.post("/chat", "form=introduction&name=Ada")
        #expect(!visitor.text.contains("http-equiv"))
        #expect(visitor.text.contains("href=\"/chat/reading\""))
        try await visitor.get("/chat/reading")
        #expect(visitor.text.contains("http-equiv=\"refresh\""))
        #expect(!visitor.text.contains("data-form=\"remark\""))
    }
}
