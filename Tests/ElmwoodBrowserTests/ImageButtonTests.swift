import Elmwood
import ElmwoodTesting
import ElmwoodTestSupport
import Testing

/// A form with image buttons.
private struct ShootingRange: Program {
    struct Place: Codable, Equatable, Sendable { var x: Int; var y: Int }
    struct Shot: Codable, Equatable, Sendable {
        var name: String
        var at: Place?
        var x: Int?
        var y: Int?
    }

    struct Model: Codable, Equatable, Sendable { var last = "" }
    enum Message: Codable, Equatable, Sendable { case shot(Shot) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .shot(let shot):
            let place = shot.at ?? Place(x: shot.x ?? -1, y: shot.y ?? -1)
            model.last = "\(shot.name) \(shot.at == nil ? "nameless" : "at") \(place.x) \(place.y)"
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        // One pixel, scaled to the size in the attributes.
        let source = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
        return Document("Range") {
            form("shot", .onSubmit(Message.shot)) {
                input(.name("name"), .ariaLabel("Name"), .value("Ada"))
                for name in ["at", ""] {
                    input(
                        .type(.image),
                        name.isEmpty ? .none : .name(name),
                        .id("image-\(name)"),
                        .src(source),
                        .width(100),
                        .height(60),
                        .alt(name.isEmpty ? "Nameless" : "At")
                    )
                }
                button(.id("plain")) { "Plain" }
            }
            output(.id("last")) { model.last }
        }
    }
}

@Suite struct ImageButtonTests {
    @Test(arguments: [Browser.Script.off, .on])
    func `A browser sends the position of a click on an image as a value of the form`(script: Browser.Script)
        async throws
    {
        try await withSite(ShootingRange(), script: script) { browser, _ in
            for (id, last) in [("image-at", "Ada at"), ("image-", "Ada nameless")] {
                try await browser.click("#\(id)")
                // A driver clicks in the middle, which is between two pixels.
                try await browser.wait(until: "it is sent") {
                    try ["\(last) 49 30", "\(last) 50 30"].contains($0.text("#last"))
                }
            }
            try await browser.click("#plain")
            try await browser.wait(for: "Ada nameless -1 -1", in: "#last")
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }

    @Test(arguments: [TestTransport.process, .http], Script.allCases)
    func `The test kit sends the same as a browser of a visitor with a keyboard`(
        transport: TestTransport,
        script: Script
    ) {
        let test = ProgramTest(ShootingRange(), in: transport, script: script)
        for (label, name) in [("At", "at"), ("Nameless", "nameless")] {
            test.click(label)
            test.expectModel { $0.last = "Ada \(name) 0 0" }
        }
    }
}
