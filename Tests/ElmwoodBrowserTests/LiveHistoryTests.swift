import Elmwood
import ElmwoodTestSupport
import Testing

/// Another page of the program, by a link or by the browser's history, is like one that the browser has loaded.
@Suite struct LiveHistoryTests {
    private func announced(_ browser: Browser) async throws -> String {
        try await browser.evaluate(
            "return [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join('|')"
        )
    }

    @Test(.needs(.navigationAPI))
    func `After a link the title is announced once, the heading has the focus, and the way back leads to the link`()
        async throws
    {
        try await withLiveSite(Probes()) { browser, _ in
            try await browser.press(.enter, in: "#sorted")
            try await browser.wait(until: "the page is shown") { try $0.exists("#by-name") }
            #expect(try await browser.focused == "h1")
            try await browser.wait(until: "the title is announced") {
                try $0.evaluate(
                    "return document.querySelector('[role=status]')?.textContent ?? ''"
                ) == "Probe /sorted"
            }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await announced(browser) == "Probe /sorted")
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(until: "the page is shown") { try $0.exists("#external") }
            try await browser.wait(until: "the link has the focus") { try $0.focused == "a#sorted" }
            #expect(try await browser.count("h1[tabindex]") == 0)
        }
    }

    @Test(.needs(.navigationAPI))
    func `A link that changes only what the page shows keeps the focus`() async throws {
        try await withLiveSite(Probes(), at: "/sorted") { browser, _ in
            try await browser.press(.enter, in: "#by-age")
            try await browser.wait(for: "age", in: "#order")
            #expect(try await browser.focused == "a#by-age")
        }
    }

    @Test func `A page that the visitor comes back to from another site is as it is now`() async throws {
        let other = try PageServer(["/second": "<!doctype html><title>Second</title>"])
        defer { other.stop() }
        try await withLiveSite(Probes()) { browser, _ in
            for count in 1...3 {
                try await browser.click("#plus")
                try await browser.wait(for: "\(count)", in: "#count")
            }
            // As a page that the browser has dropped from its memory.
            _ = try await browser.evaluate("addEventListener('unload', () => {})")
            try await browser.open("http://localhost:\(other.port)/second")
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(for: "3", in: "#count")
            try await browser.click("#plus")
            try await browser.wait(for: "4", in: "#count")
        }
    }

    @Test(.needs(.preloadScripts))
    func `Without the Navigation API the page is that of its address after a navigation and the way back`() async throws
    {
        try await withLiveSite(Probes()) { browser, site in
            try await browser.runFirst("for (const name of ['navigation', 'Navigation']) delete window[name]")
            try await browser.open(site.address())
            #expect(try await browser.evaluate("return typeof navigation") == "undefined")
            try await browser.click("#go")
            try await browser.wait(until: "the page is shown") { try $0.exists("#by-name") }
            _ = try await browser.evaluate("history.back()")
            try await browser.wait(until: "the first page is shown") { try $0.exists("#external") }
            #expect(try await browser.address == site.address())
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(site.proxy.requests.last { $0.isPost }?.target == "/example")
        }
    }

    @Test func `Eight windows side by side load and answer, though a browser has six connections`() async throws {
        try await withLiveSite(Probes(ticks: true)) { browser, site in
            var tabs = [try await browser.tab]
            for _ in 1..<8 {
                tabs.append(try await browser.openTab())
                try await browser.open(site.address())
            }
            for tab in tabs {
                try await browser.switchTab(to: tab)
                let log = try await browser.text("#log")
                let before = try await Int(browser.text("#count")) ?? 0
                try await browser.click("#swap")
                try await browser.wait(until: "it counts on") { try Int($0.text("#count")) ?? 0 > before }
                #expect(try await browser.text("#log") == log)
            }
            #expect(site.proxy.openStreams <= 4)
        }
    }

    @Test func `A patch looks at no field that it does not change`() async throws {
        try await withLiveSite(ManyFields(), at: "") { browser, _ in
            _ = try await browser.evaluate(
                """
                window.looks = 0;
                for (const [owner, name] of [[Node, "cloneNode"], [Document, "getElementsByName"], [Document, "querySelectorAll"]]) {
                    const own = owner.prototype[name];
                    owner.prototype[name] = function (...all) {
                        window.looks++;
                        return own.apply(this, all);
                    };
                }
                """
            )
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.evaluate("return window.looks") == "0")
        }
    }
}

/// A page with many fields.
private struct ManyFields: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case add }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Fields") {
            button("+", .add, .id("plus"))
            output(.id("count")) { "\(model.count)" }
            for number in 0..<100 {
                select(.ariaLabel("Country \(number)")) { for country in 0..<250 { option { "Country \(country)" } } }
            }
            for number in 0..<300 {
                fieldset {
                    for choice in 0..<5 {
                        input(.type(.radio), .name("group-\(number)"), .value(choice), .ariaLabel("Choice"))
                    }
                }
            }
        }
    }
}
