import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodFormData
import ElmwoodSessions
import ElmwoodSessionTesting
import Testing
import ElmwoodViewTree

/// Events with payloads in sessions: applied once, and refused as they are not offered.
@Suite struct PayloadEventTests {
    private struct Dial: Program {
        struct Model: Codable, Equatable, Sendable { var sum = 0 }
        enum Message: Codable, Equatable, Sendable { case turn(Int), hide }
        struct Turn: EventPayload {
            var value: Int

            static var ranges: [String: ClosedRange<Double>] { ["value": 0...100] }
        }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .turn(let value): model.sum &+= value
            case .hide: model.sum = -1
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Dial") {
                output { "\(model.sum)" }
                button("Hide", .hide)
                if model.sum >= 0 {
                    div(.onPointerMove("dial", otherwise: .needsScript) { (turn: Turn) in .turn(turn.value) }) {}
                }
            }
        }
    }

    private let environment = ManualEnvironment()

    private func page() throws -> OpenPage {
        let registry = SessionRegistry(limits: .scripted, environment: environment.forSessions)
        let host = ProgramHost(Dial(), name: "dial", registry: registry)
        return try OpenPage(host, "a", showing: Dial.Model())
    }

    private func request(_ page: OpenPage, _ values: String...) -> LiveRequest {
        var request = page.request(values.map { _ in .event("dial") })
        for (index, value) in values.enumerated() {
            request.actions[index].fields = [FormData.Entry(name: "value", value: .text(value))]
        }
        return request
    }

    private func html(_ patch: PagePatch?) throws -> String {
        String(decoding: try #require(patch).content, as: UTF8.self)
    }

    @Test func `An event is applied once, though its request is sent again`() throws {
        let page = try page()
        let first = request(page, "7")
        #expect(try html(page.send(first).reply?.patch).contains("\"7\""))
        let again = try #require(page.repeat(first).reply?.patch)
        #expect(again.refusals.isEmpty)
        #expect(try html(page.send(request(page, "1")).reply?.patch).contains("\"8\""))
    }

    @Test func `A refused payload changes nothing, and the events beside it are applied`() throws {
        let page = try page()
        let patch = try #require(page.send(request(page, "1", "101", "NaN", "2")).reply?.patch)
        #expect(patch.refusals.map(\.status) == [422, 422])
        #expect(patch.refusals.map(\.sequence) == [2, 3])
        #expect(try html(patch).contains("\"3\""))
    }

    @Test func `The event of an element that an earlier event has taken away is refused`() throws {
        let page = try page()
        var request = page.request([.message("hide"), .event("dial")])
        request.actions[1].fields = [FormData.Entry(name: "value", value: .text("1"))]
        let patch = try #require(page.send(request).reply?.patch)
        #expect(patch.refusals.map(\.status) == [409])
        #expect(try html(patch).contains("\"-1\""))
    }
}
