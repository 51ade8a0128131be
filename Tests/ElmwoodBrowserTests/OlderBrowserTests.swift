import Elmwood
import ElmwoodTestSupport
import Testing

/// A page with what HTML itself opens and closes: popovers, and `details` of which one is open.
private struct Openings: Program {
    struct Model: Codable, Equatable, Sendable { var count = 0 }
    enum Message: Codable, Equatable, Sendable { case plus }

    func start(_ visit: Visit) -> Start<Self> { Start(Model()) }

    func update(_ model: inout Model, on message: Message) -> Command<Self> {
        model.count += 1
        return .none
    }

    func view(_ model: Model, on page: Page) -> Document<Message> {
        Document("Openings") {
            button("\(model.count)", .plus, .id("plus"))
            for number in 1...3 {
                details(.id("details-\(number)"), .name("one")) {
                    summary { "Details \(number)" }
                    p { "Content \(number)" }
                }
            }
            button(.type(.button), .id("toggle"), .popovertarget("menu")) { "Menu" }
            button(.type(.button), .id("show"), .popovertarget("tip"), .popovertargetaction(.show)) { "Show the tip" }
            button(.type(.button), .id("hide"), .popovertarget("tip"), .popovertargetaction(.hide)) { "Hide the tip" }
            div(.id("menu"), .popover(.auto)) { p(.id("entry")) { "Entry" } }
            div(.id("tip"), .popover(.manual)) { "A tip" }
        }
    }
}

/// What the script does where a browser lacks what HTML has by now.
@Suite struct OlderBrowserTests {
    private func isSeen(_ id: String, _ browser: isolated Browser) throws -> Bool {
        try browser.evaluate("return +(document.querySelector('#\(id)').getBoundingClientRect().width > 0)") == "1"
    }

    private func tryDetails(_ browser: Browser) async throws {
        for number in [1, 3, 2] {
            try await browser.click("#details-\(number) summary")
            try await browser.wait(until: "it alone is open") {
                try $0.count("details[open]") == 1 && $0.exists("#details-\(number)[open]")
            }
        }
        // A patch changes nothing of it.
        try await browser.click("#plus")
        try await browser.wait(for: "1", in: "#plus")
        #expect(try await browser.exists("#details-2[open]"))
        try await browser.click("#details-2 summary")
        try await browser.wait(until: "none is open") { try $0.count("details[open]") == 0 }
    }

    private func tryPopovers(_ browser: Browser) async throws {
        func wait(untilMenu menu: Bool, tip: Bool) async throws {
            try await browser.wait(until: "the menu is \(menu), the tip \(tip)") {
                try isSeen("menu", $0) == menu && isSeen("tip", $0) == tip
            }
        }
        func click(_ id: String) async throws {
            // The menu lies over the buttons.
            _ = try await browser.evaluate("document.querySelector('#\(id)').click()")
        }
        try await wait(untilMenu: false, tip: false)
        try await click("toggle")
        try await wait(untilMenu: true, tip: false)
        try await click("toggle")
        try await wait(untilMenu: false, tip: false)
        try await click("show")
        try await click("toggle")
        try await wait(untilMenu: true, tip: true)
        // The tip closes by its button only.
        try await browser.press(.escape)
        try await wait(untilMenu: false, tip: true)
        try await click("show")
        try await wait(untilMenu: false, tip: true)
        try await click("hide")
        try await wait(untilMenu: false, tip: false)
    }

    @Test func `A browser of today opens one of the details, and popovers`() async throws {
        try await withLiveSite(Openings()) { browser, site in
            try await tryDetails(browser)
            try await tryPopovers(browser)
            #expect(!site.proxy.requests.contains { $0.target.hasSuffix("-rare.js") })
        }
    }

    // The browser closes the others by their attribute, whatever the prototype has. So each gets a name of its own before the script runs, and the
    // script is told the name of the view.
    @Test(.needs(.preloadScripts)) func `Without details of one name, the script closes the others`() async throws {
        try await withLiveSite(Openings()) { browser, site in
            try await browser.runFirst(
                """
                delete HTMLDetailsElement.prototype.name;
                const { getAttribute } = Element.prototype;
                HTMLDetailsElement.prototype.getAttribute = function (name) {
                    return name == "name" ? "one" : getAttribute.call(this, name);
                };
                new MutationObserver(() => {
                    for (const [index, element] of document.querySelectorAll("details[name=one]").entries()) element.setAttribute("name", "own" + index);
                }).observe(document, { childList: true, subtree: true });
                """
            )
            try await browser.open(site.address())
            try await browser.wait(until: "the rare script is there") { browser in
                try browser.evaluate("return +(document.querySelectorAll('[name=one]').length == 0)") == "1"
                    && browser.evaluate("return elmwoodState().arrival ? 1 : 0") == "1"
            }
            try await tryDetails(browser)
        }
    }

    // The browser's own popovers cannot be removed: the names that the script looks for are deleted, and the attribute of the buttons is out of
    // the browser's sight while it would act on a click.
    @Test(.needs(.preloadScripts)) func `Without popovers, the script opens and closes them`() async throws {
        try await withLiveSite(Openings()) { browser, site in
            try await browser.runFirst(
                """
                for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"]) delete HTMLElement.prototype[name];
                addEventListener("load", () => setTimeout(function hide() {
                    if (!HTMLElement.prototype.showPopover) return setTimeout(hide, 20);
                    // After the script's own listener, and before the browser would open or close anything.
                    addEventListener("click", ({ target }) => {
                        const id = target.getAttribute("popovertarget");
                        target.removeAttribute("popovertarget");
                        if (id) setTimeout(() => target.setAttribute("popovertarget", id));
                    });
                    document.documentElement.dataset.lacks = "popovers";
                }));
                """
            )
            try await browser.open(site.address())
            try await browser.wait(until: "the browser has no popovers") { try $0.exists("[data-lacks]") }
            try await tryPopovers(browser)
            #expect(try await browser.evaluate("return document.querySelectorAll(':popover-open').length") == "0")
        }
    }
}
