import ElmwoodTestSupport
import Testing

@testable import Elmwood

/// A program whose view has the depth that its model states, for example a thread of answers.
private struct Thread: Program {
    struct Model: Codable, Equatable, Sendable {
        var depth: Int
    }

    enum Message: Codable, Equatable, Sendable {
        case grow(by: Int)
    }

    let depth: Int

    func start(_ visit: Visit) -> Start<Self> { Start(Model(depth: depth)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .grow(let count): model.depth += count
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Thread") { nested(model.depth) }
    }

    private func nested(_ depth: Int) -> Html<Message> {
        div {
            if depth > 0 {
                nested(depth - 1)
            } else {
                button("Grow", .grow(by: 0))
                button("Grow much", .grow(by: 100))
            }
        }
    }
}

/// Deeply nested views.
@Suite struct DeepViewTests {
    @Test func `A view of the maximum depth is shown, described and posted to from several threads at once`()
        async throws
    {
        var site = Site()
        site.mount(Thread(depth: 500), at: "/")
        let server = try TestSite(site, over: .socket)
        let visitor = Visitor(server)
        try await visitor.post("/", "message=grow(by:0)")
        #expect(visitor.reply.status == 200)
        let cookie = visitor.cookie
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let visitor = Visitor(server)
                    visitor.cookie = cookie
                    // Posts of one session run one after the other, some of them on another thread.
                    let posted = try await visitor.post("/", "message=grow(by:0)").status
                    let filled = try await visitor.post("/", "message=grow(by:0)&nothing=1").status
                    visitor.client = .script
                    return [posted, filled, try await visitor.get("/").status]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == [200, 409, 200] })
    }

    @Test(arguments: Transport.allCases)
    func `A view that has become too deep gives an error page, and the site continues to work`(transport: Transport)
        async throws
    {
        var site = Site()
        site.mount(Thread(depth: 450), at: "/")
        let server = try TestSite(site, over: transport)
        let visitor = Visitor(server)
        try await visitor.post("/", "message=grow(by:100)")
        #expect(visitor.reply.status == 500)
        let other = Visitor(server)
        try await other.get("/")
        #expect(other.reply.status == 200)
    }
}
