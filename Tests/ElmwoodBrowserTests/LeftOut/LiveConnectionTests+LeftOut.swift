import Elmwood
import ElmwoodTestSupport
import Testing

extension LiveConnectionTests {
    @Test func `Pending and refused events are marked`() async throws {
        try await withControls { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            try await browser.click("#plus")
            #expect(try await browser.attribute("aria-busy", of: "#plus") == "true")
            #expect(try await browser.attribute("class", of: "#plus") == "elmwood-pending")
            gate.open()
            try await browser.wait(until: "it is done") { try $0.attribute("aria-busy", of: "#plus") == nil }
            #expect(try await browser.attribute("class", of: "#plus") ?? "" == "")
            // As if the page were older than the program.
            _ = try await browser.evaluate("document.querySelector('#plus').value = 'forge'")
            try await browser.click("#plus")
            try await browser.wait(until: "it failed") { try $0.attribute("class", of: "#plus") == "elmwood-failed" }
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `A failed wait describes the state of the page, the script, the server and the network`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            bell.ring("hello")
            try await browser.wait(for: "hello", in: "#log")
            let error = try await #require(throws: WebDriverError.self) {
                try await browser.wait(until: "pigs fly", within: .zero) { _ in false }
            }
            let lines = error.description.split(separator: "\n")
            #expect(lines.first == "Not within 0.0 seconds: pigs fly")
            for part in [
                "  page: \(site.address()), “Bench 0”, complete, visible", "  script: isLive true, revision ",
                ", stream there, heard ", "  request: script http://127.0.0.1:\(site.proxy.port)/",
                "  text: Bench ",
                "  server: 1 sessions held", "  session of /example: ", "subscribed to [\"running(",
                "stream 1 open", "  proxy: GET /example for text/event-stream, shows ", ", under way",
            ] {
                #expect(lines.contains { $0.contains(part) }, "\(part)")
            }
            // With all of this, the description is still short enough to read.
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") && $0.count < 520 })
            #expect(lines.count < 60)
        }
    }

    @Test func `A stream that has died silently is detected and opened again`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            // As after a sleep: nothing arrived for a minute, and nothing closed the connection.
            site.proxy.holdStreams(Gate())
            _ = try await browser.evaluate(
                "const now = Date.now; window.ahead = 0; Date.now = () => now() + window.ahead"
            )
            site.proxy.decide { request in
                if request.isStream { site.proxy.releaseStreams() }
                return .none
            }
            bell.ring("heard")
            try await browser.wait(until: "the stream is opened again") { browser in
                guard site.proxy.requests.count(where: { $0.isStream }) == 1 else { return true }
                // A piece sent before the streams were held may arrive after the clock was moved. The next check moves it again.
                _ = try browser.evaluate("window.ahead += 100000")
                return false
            }
            try await browser.wait(for: "heard", in: "#log")
            #expect(site.proxy.requests.count { $0.isStream } == 2)
        }
    }

    @Test func `A page that is left ends its stream, and the program continues`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            try await browser.open("http://127.0.0.1:\(site.proxy.port)/style.css")
            try await browser.wait(until: "the stream has ended") { _ in site.proxy.openStreams == 0 }
            bell.ring("unseen")
            try await browser.open(site.address())
            try await browser.wait(for: "unseen", in: "#log")
        }
    }

    @Test func `A slow client gets the latest page, and not a queue of patches`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, site in
            let gate = Gate()
            site.proxy.holdStreams(gate)
            for number in 1...300 { bell.ring("\(number)") }
            try await browser.click("#plus")
            gate.open()
            let log = (1...300).map(String.init).joined(separator: " ")
            try await browser.wait(for: log, in: "#log")
            try await browser.wait(for: "1", in: "#count")
        }
    }
}
