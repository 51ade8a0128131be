import Synchronization
import ElmwoodTestSupport
import Testing

extension FaultTests {
    @Test(arguments: [1, 2, 3])
    func `A hundred clicks through a network that loses a third of all messages count to a hundred`(_ seed: UInt64)
        async throws
    {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            let random = Mutex(SeededGenerator(seed: seed))
            site.proxy.decide { request in
                guard request.isPost || request.isStream || request.isSync else { return .none }
                let number = random.withLock { Int.random(in: 0..<12, using: &$0) }
                let faults: [Fault] = [.loseRequest, .loseAnswer, .halveAnswer, .double]
                if request.isStream { return number == 0 ? .loseRequest : .none }
                return number < faults.count ? faults[number] : .none
            }
            for round in 1...10 {
                _ = try await browser.evaluate(
                    "for (let i = 0; i < 10; i++) document.querySelector('#plus').click()"
                )
                bell.ring("\(round)")
                if round % 4 == 0 { site.proxy.cutStreams() }
            }
            try await browser.wait(for: "100", in: "#count")
            let log = (1...10).map(String.init).joined(separator: " ")
            try await browser.wait(for: log, in: "#log")
            #expect(try await isUpToDate(browser, site))
        }
    }

    @Test func `The page is correct if an answer overtakes a push, or a push an answer`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            let late = Gate()
            site.proxy.holdStreams(late)
            bell.ring("first")
            try await browser.click("#plus")
            try await browser.wait(until: "it was told") { _ in site.proxy.requests.contains { $0.isPost } }
            bell.ring("second")
            late.open()
            try await browser.wait(for: "first second", in: "#log")
            try await browser.wait(for: "1", in: "#count")

            let answer = Gate()
            site.proxy.decide { $0.isPost ? .hold(answer) : .none }
            try await browser.click("#plus")
            bell.ring("third")
            try await browser.wait(until: "it was told") { _ in site.proxy.requests.count { $0.isPost } == 2 }
            bell.ring("fourth")
            answer.open()
            try await browser.wait(for: "2", in: "#count")
            try await browser.wait(for: "first second third fourth", in: "#log")
            #expect(try await isUpToDate(browser, site))
        }
    }

    @Test func `A command in a stream that the page gives up is still carried out, and once`() async throws {
        let bell = Bell()
        try await withLiveSite(BrowserControls(bell: bell)) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            _ = try await browser.evaluate(
                "window.focused = 0; document.querySelector('#query').addEventListener('focus', () => window.focused++)"
            )
            let lost = Gate()
            site.proxy.holdStreams(lost)
            bell.ring("focus")
            try await eventually("it is told") {
                try await site.page(in: browser).contains("<p id=\"log\">focus</p>")
            }
            site.proxy.releaseStreams()
            // The answer continues from a patch that never arrives.
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            try await browser.wait(for: "focus", in: "#log")
            try await browser.wait(until: "it is obeyed") { try $0.evaluate("return window.focused") == "1" }
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            #expect(try await browser.evaluate("return window.focused") == "1")
            lost.open()
        }
    }
}
