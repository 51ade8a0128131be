import Elmwood
import ElmwoodTestSupport
import FoundationEssentials
import Testing

/// A calendar in the time zone of its visitor, as far as it is known.
private struct Diary: Program {
    struct Entry: Codable, Equatable, Sendable {
        var start: LocalDateTime
        var moment: Date
    }

    struct Model: Codable, Equatable, Sendable {
        var zone: DateTimeZone?
        var entry: Entry?
    }

    enum Message: Codable, Equatable, Sendable { case add(Entry) }

    func start(_ visit: Visit) -> Start<Self> { Start(Model(zone: visit.timeZone)) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .add(let entry): model.entry = entry
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Calendar") {
            p(.id("zone")) { model.zone?.name ?? "unknown" }
            form("entry", .onSubmit(Message.add)) {
                for name in ["start", "moment"] {
                    input(
                        .name(name),
                        .id(name),
                        .type(.datetimeLocal),
                        .ariaLabel(name),
                        .value(LocalDateTime("2026-03-29T02:30")),
                        .timeZone(DateTimeZone("Europe/Berlin") ?? .utc)
                    )
                }
                button(.id("add")) { "Add" }
            }
            output(.id("added")) {
                model.entry.map { "\($0.start) \(LocalDateTime($0.moment, in: .utc))" } ?? ""
            }
        }
    }
}

@Suite struct TimeZoneTests {
    @Test(arguments: [Browser.Script.off, .on])
    func `A field sends a local time, and the script states the visitor's zone for the next request`(
        script: Browser.Script
    ) async throws {
        try await withSite(Diary(), script: script) { browser, site in
            #expect(try await browser.text("#zone") == "unknown")
            #expect(try await browser.attribute("value", of: "#start") == "2026-03-29T02:30")
            var zone = "unknown"
            if script == .on {
                zone = try await browser.evaluate("return Intl.DateTimeFormat().resolvedOptions().timeZone")
                #expect(DateTimeZone(zone) != nil)
                try await browser.wait(until: "the script has stated the zone") { try !$0.cookies.isEmpty }
                // Stating it begins no session.
                let cookies = try await browser.cookies
                #expect(cookies.map(\.name) == ["elmwood-zone"] && cookies.map(\.value) == [zone])
                #expect(cookies.map(\.path) == ["/"] && cookies.map(\.sameSite) == ["Lax"])
            }
            try await browser.click("#add")
            try await browser.wait(for: "2026-03-29T02:30 2026-03-29T01:30", in: "#added")
            // The session has begun with the message.
            try await browser.wait(for: zone, in: "#zone")
            #expect(try await browser.log().filter { !$0.contains("favicon") } == [])
        }
    }
}
