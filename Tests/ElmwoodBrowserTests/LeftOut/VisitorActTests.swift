import Elmwood
import ElmwoodTestSupport
import Testing

/// An event is one act of the visitor, or one that the document makes by its nature: nothing else reaches the program.
@Suite struct VisitorActTests {
    /// The number of events that the script has told.
    private func told(_ browser: Browser) async throws -> Int {
        Int(
            try await browser.evaluate(
                "return elmwoodState().lastSequence"
            )
        ) ?? -1
    }

    private func settle(_ browser: Browser) async throws {
        // Tasks that the browser has queued by now run before this one.
        try await browser.wait(until: "nothing is under way") {
            try $0.evaluate(
                "const { queue, underWay, isBusy } = elmwoodState(); return +!(queue[0] || underWay[0] || isBusy)"
            ) == "1"
        }
    }

    @Test func `What a patch opens or closes is no toggle of the visitor, in another tab neither`() async throws {
        try await withLiveSite(Probes(ticks: true), at: "/toggles") { browser, site in
            let first = try await browser.tab
            try await browser.openTab()
            try await browser.open(site.address("/toggles"))
            try await browser.click("#open")
            try await browser.wait(until: "it is open") { try $0.attribute("open", of: "#details") != nil }
            // The program toggles what the visitor has toggled.
            try await browser.click("#summary")
            try await browser.wait(for: "toggle", in: "#log")
            try await browser.switchTab(to: first)
            try await browser.wait(for: "toggle", in: "#log")
            for _ in 0..<2 {
                try await browser.click("#free-summary")
                try await settle(browser)
            }
            try await browser.wait(for: "toggle free free", in: "#log")
            try await browser.click("#open")
            try await browser.wait(until: "the dialog is open") { try $0.attribute("open", of: "#dialog") != nil }
            try await browser.click("#shut")
            try await browser.wait(until: "the dialog is closed") { try $0.attribute("open", of: "#dialog") == nil }
            try await browser.click("#open")
            try await browser.wait(until: "the dialog is open") { try $0.attribute("open", of: "#dialog") != nil }
            try await browser.click("#close")
            try await browser.wait(for: "toggle free free closed", in: "#log")
            let count = try await Int(browser.text("#count")) ?? 0
            try await browser.wait(until: "some time has passed") { try Int($0.text("#count")) ?? 0 > count + 3 }
            #expect(try await browser.text("#log") == "toggle free free closed")
        }
    }

    @Test func `Loading a page whose values the browser corrects is no event`() async throws {
        try await withLiveSite(Probes(), at: "/events") { browser, site in
            try await browser.refresh()
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.text("#log") == "")
            #expect(site.proxy.requests.count { $0.isPost } == 1)
        }
    }

    @Test func `A press of a label in a row that is clicked is one click`() async throws {
        try await withLiveSite(Probes(), at: "/events") { browser, _ in
            for (number, target) in ["#text", "#box", "#text"].enumerated() {
                try await browser.click(target)
                let expected = Array(repeating: "row", count: number + 1).joined(separator: " ")
                try await browser.wait(for: expected, in: "#log")
                try await settle(browser)
                #expect(try await browser.text("#log") == expected, "\(target)")
            }
            #expect(try await browser.isSelected("#box"))
            // Without it, Safari on a phone makes no click on a row.
            #expect(try await browser.evaluate("return typeof document.body.onclick") == "function")
        }
    }

    @Test func `The keys and texts of a composition are no events, and its result is one`() async throws {
        try await withLiveSite(Probes(), at: "/events") { browser, _ in
            // As Safari ends a composition: the key comes after it.
            _ = try await browser.evaluate(
                """
                const keys = document.querySelector('#keys');
                keys.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
                keys.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
                const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, keyCode: 229, which: 229 });
                keys.dispatchEvent(enter);
                const search = document.querySelector('#search');
                search.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
                for (const text of ['k', 'ka', 'か']) {
                    search.value = text;
                    search.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
                }
                search.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'か' }));
                """
            )
            try await browser.wait(for: "search:か", in: "#log")
            try await settle(browser)
            #expect(try await browser.text("#log") == "search:か")
            try await browser.press(.enter, in: "#keys")
            try await browser.wait(for: "search:か enter", in: "#log")
        }
    }

    @Test func `A handler that answers its own patches is left out for a while, and the visitor's acts are not`()
        async throws
    {
        try await withLiveSite(Looping()) { browser, site in
            try await browser.click("#start")
            try await browser.wait(until: "the log names it") { _ in
                site.report.contains { $0.contains("again and again") }
            }
            let posts = site.proxy.requests.count { $0.isPost }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(posts < 80)
        }
    }
}

/// A program whose answer to an event causes the event again.
private struct Looping: Program {
    struct Model: Codable, Equatable, Sendable {
        var count = 0
        var rounds = 0
        var isRunning = false
    }

    enum Message: Codable, Equatable, Sendable { case start, add, again }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        switch message {
        case .start: model.isRunning = true
        case .add: model.count += 1
        case .again: model.rounds += 1
        }
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Loop") {
            button("Start", .start, .id("start"))
            button("+", .add, .id("plus"))
            output(.id("count")) { "\(model.count)" }
            // A new element comes into view each time.
            if model.isRunning { p(.key(model.rounds), .onVisible(.again)) { "\(model.rounds)" } }
        }
    }
}
