import Elmwood
import ElmwoodTesting
import Testing

/// Events that are told less often than they come.
@Suite struct ThrottleTests {
    private struct Slider: Program {
        struct Model: Codable, Equatable, Sendable { var log: [Int] = [] }
        struct Volume: Codable, Equatable, EventPayload { var value: Int }
        enum Message: Codable, Equatable, Sendable { case volume(Volume), stop }

        func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

        func update(_ model: inout Model, on message: Message) -> Command<Self> {
            switch message {
            case .volume(let volume): model.log.append(volume.value)
            case .stop: model.log.append(-1)
            }
            return .none
        }

        func view(_ model: Model, on page: Page) -> Document<Message> {
            Document("Slider") {
                element(
                    "x-slider",
                    .throttle(.milliseconds(250)),
                    .on("x-change", "volume") { (volume: Volume) in .volume(volume) }
                )
                button("Stop", .stop)
            }
        }
    }

    private func slide(_ test: ProgramTest<Slider>, _ values: Int...) {
        for value in values { test.dispatch("volume", Slider.Volume(value: value)) }
    }

    @Test(arguments: [TestTransport.process, .http])
    func `The first is told at once, and the latest at the end of each pause`(transport: TestTransport) {
        let test = ProgramTest(Slider(), in: transport)
        slide(test, 1)
        test.expectModel { $0.log = [1] }
        slide(test, 2, 3)
        #expect(test.expectModel()?.log == [1])
        test.advance(by: .milliseconds(249))
        #expect(test.expectModel()?.log == [1])
        test.advance(by: .milliseconds(1))
        test.expectModel { $0.log.append(3) }
        // That has begun another pause.
        slide(test, 4)
        test.advance(by: .milliseconds(250))
        test.expectModel { $0.log.append(4) }
        test.advance(by: .milliseconds(250))
        slide(test, 5)
        test.expectModel { $0.log.append(5) }
    }

    @Test func `What a pause holds back is told before any other event`() {
        let test = ProgramTest(Slider())
        slide(test, 1)
        test.expectModel { $0.log = [1] }
        slide(test, 2, 3)
        test.click("Stop")
        test.expectModel { $0.log += [3, -1] }
        test.advance(by: .seconds(1))
        #expect(test.expectModel()?.log == [1, 3, -1])
    }
}
