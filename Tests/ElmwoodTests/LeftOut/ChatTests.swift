import Elmwood
import Foundation
import ElmwoodTestSupport
import Testing

@testable import ElmwoodExamplePrograms

/// The chat's requests, in process and over a socket.
@Suite struct ChatTests {
    private func site(over transport: Transport) throws -> TestSite {
        var site = Site()
        site.share(Room())
        site.mount(Chat(), at: "/chat")
        site.sessionLimits.deliveryWait = .seconds(15)
        return try TestSite(site, over: transport)
    }

    private func lines(_ visitor: Visitor) -> [String] {
        visitor.text.matches(of: /<li[^>]*><strong>(.*?)<\/strong><span>(.*?)<\/span>/).map { "\($0.1): \($0.2)" }
    }

    @Test(arguments: Transport.allCases)
    func `All visitors see what one says, and newcomers see the last lines`(transport: Transport) async throws {
        let site = try site(over: transport)
        let (ada, bob, eve) = (Visitor(site), Visitor(site), Visitor(site))
        try await ada.post("/chat", "form=introduction&name=+Ada+")
        #expect(ada.text.contains("Ada (you)"))
        #expect(ada.text.contains("Nobody has said anything yet."))
        try await bob.post("/chat", "form=introduction&name=Bob")
        try await ada.post("/chat", "form=remark&text=%3Cb%3EHello%3C/b%3E")
        #expect(lines(ada) == ["Ada: &lt;b&gt;Hello&lt;/b&gt;"])
        try await bob.get("/chat")
        #expect(lines(bob) == ["Ada: &lt;b&gt;Hello&lt;/b&gt;"])
        try await bob.post("/chat", "form=remark&text=Good+day")
        #expect(lines(bob).last == "Bob: Good day")
        try await eve.post("/chat", "form=introduction&name=Eve")
        #expect(lines(eve) == lines(bob))
        try await bob.post("/chat", "message=leave")
        #expect(bob.text.contains("data-form=\"introduction\""))
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
        for message in ["said(author:(id:1,name:\"Bob\"),number:1,text:\"No\")", "numbered(1,name:\"Bob\")"] {
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
