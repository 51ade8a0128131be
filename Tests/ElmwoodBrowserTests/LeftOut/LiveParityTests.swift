import ElmwoodTestSupport
import Testing

/// The same actions with script and without lead to the same model and the same page.
@Suite struct LiveParityTests {
    /// An action of a visitor, and the wait for its result.
    enum Action: CustomStringConvertible {
        case click(String)
        case add(String, to: String)
        case choose(String)
        case tick
        case send(String, by: String)
        case open(String)

        var description: String {
            switch self {
            case .click(let selector): "click \(selector)"
            case .add(let text, let selector): "add \(text) to \(selector)"
            case .choose(let value): "choose \(value)"
            case .tick: "tick"
            case .send(let text, let button): "send \(text) by \(button)"
            case .open(let link): "open \(link)"
            }
        }
    }

    private static let lists: [[Action]] = [
        [.click("#plus"), .click("#remove-2"), .click("#plus"), .send("one", by: "#send"), .click("#remove-1")],
        [
            .add("Bob", to: "#name"), .tick, .choose("large"), .click("#plus"), .open("#to-other"), .open("#to-home"),
            .tick,
        ],
        [
            .send("hurried", by: "#hurry"), .add(" <b> & \"q\" ", to: "#name"), .click("#go"), .open("#to-home"),
            .click("#plus"),
        ],
    ]

    @Test func `Given lists of actions have the same results with script and without`() async throws {
        try await compare(Self.lists)
    }

    @Test func `Random lists of actions have the same results with script and without`() async throws {
        var random = SeededGenerator(seed: 36)
        let lists = (1...3).map { _ in
            (1...8).map { _ -> Action in
                switch random.below(6) {
                case 0: .click("#plus")
                case 1: .add(random.text(of: ["a", "é", "<", "&amp;", " ", "\"", "日"], upTo: 6) + "x", to: "#name")
                case 2: .choose(["small", "medium", "large"][random.below(3)])
                case 3: .tick
                case 4:
                    .send(
                        random.text(of: ["m", "'", ",", "+", "%"], upTo: 5) + "y",
                        by: ["#send", "#hurry"][random.below(2)]
                    )
                default: .click("#insert")
                }
            }
        }
        try await compare(lists)
    }

    /// Performs each list without script and with it, and compares the resulting pages.
    private func compare(_ lists: [[Action]]) async throws {
        var pages: [[String]] = []
        for script in [Browser.Script.off, .on] {
            var ends: [String] = []
            for list in lists {
                let site = try LiveSite(BrowserControls())
                do {
                    let end = try await withBrowser(script: script) { browser in
                        try await browser.open(site.address())
                        for action in list { try await carryOut(action, in: browser, site, script) }
                        return try await site.page(in: browser)
                    }
                    ends.append(end)
                    await site.close()
                } catch {
                    await site.close()
                    throw error
                }
            }
            pages.append(ends)
        }
        for (index, list) in lists.enumerated() { #expect(pages[0][index] == pages[1][index], "\(list)") }
    }

    private func carryOut(
        _ action: Action,
        in browser: Browser,
        _ site: LiveSite<BrowserControls>,
        _ script: Browser.Script
    ) async throws {
        switch action {
        case .click(let selector), .open(let selector):
            try await go(selector, in: browser, site, script)
        case .send(let text, let button):
            try await browser.fill("#text", with: text)
            try await go(button, in: browser, site, script)
        case .add(let text, let selector):
            try await browser.type(text, into: selector)
            try await settle(in: browser, site, script)
        case .choose(let value):
            try await browser.click("#size option[value=\(value)]")
            try await settle(in: browser, site, script)
        case .tick:
            try await browser.click("#on")
            try await settle(in: browser, site, script)
        }
    }

    /// Sends pending changes: without script a button does, and with script leaving the field does.
    private func settle(in browser: Browser, _ site: LiveSite<BrowserControls>, _ script: Browser.Script) async throws {
        try await go("#save", in: browser, site, script)
    }

    private func go(
        _ selector: String,
        in browser: Browser,
        _ site: LiveSite<BrowserControls>,
        _ script: Browser.Script
    ) async throws {
        if script == .off { return try await browser.follow(selector) }
        try await browser.click(selector)
        try await browser.wait(until: "nothing is on its way") { browser in
            try browser.evaluate("return document.querySelectorAll('.elmwood-pending').length") == "0"
        }
        if selector == "#to-other" { try await browser.wait(for: "Other", in: "h1") }
        if selector == "#to-home" { try await browser.wait(for: "Bench", in: "h1") }
    }
}
