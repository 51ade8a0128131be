import Elmwood
import ElmwoodTestSupport
import Testing

/// Actions of live pages whose visitors have no session, and whose views read: each value that is lacked performs the request again.
@Suite struct NewcomerReadingTests {
    /// A value that is never fresh, since no topic changes it.
    private struct Number: Read {
        var number: Int

        func value(from source: Void) async throws -> Int { number }
    }

    /// A program with two addresses, of which each reads another value.
    private struct Rooms: Program {
        struct Model: Codable, Equatable, Sendable { var count = 0 }

        enum Message: Codable, Equatable, Sendable { case enter, count }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .enter: return .navigate(to: "/room")
            case .count:
                model.count += 1
                return .none
            }
        }

        func view(_ model: Model, on page: Page) throws -> Document<Message> {
            let number = try page.read(Number(number: page.path == "/" ? 1 : 2))
            return Document("Room \(number)") {
                p { "\(model.count) in \(number)" }
                button("Enter", .enter)
                button("Count", .count)
            }
        }
    }

    /// The answer to the actions of a new visitor's page.
    private func answer(to actions: [String], cookie: String? = nil) async throws -> String {
        var site = Site()
        site.mount(Rooms(), at: "/")
        let fields = actions.enumerated().map { "event=\($0 + 1)+\($1.replacing(" ", with: "+"))" }
        var headers = [
            (name: "Accept", value: "application/vnd.elmwood+json"),
            (name: "Elmwood-Page", value: "aaaaaaaaaaaaaaaaaaaaaa"), (name: "Elmwood-Revision", value: "0"),
        ]
        if let cookie { headers.append((name: "Cookie", value: cookie)) }
        let reply = try await TestSite(site, over: .inProcess)
            .send("POST", "/", headers: headers, body: fields.joined(separator: "&"))
        return "\(reply.status) \(reply.text)"
    }

    @Test(arguments: [nil, "elmwood=00112233445566778899aabbccddeeff"])
    func `A page that closes, and acts after that, is answered`(cookie: String?) async throws {
        let answer = try await answer(to: ["message 0 count", "page 0 closed", "message 0 count"], cookie: cookie)
        // Such a page is gone.
        #expect(answer == "200 0")
    }

    @Test(arguments: [nil, "elmwood=00112233445566778899aabbccddeeff"])
    func `A page that moves to an address at which it acts again is answered`(cookie: String?) async throws {
        let answer = try await answer(to: ["message 0 count", "message 0 enter", "message 0 count"], cookie: cookie)
        #expect(answer.hasPrefix("200 [") && answer.contains("2 in 2"))
    }
}
