import ElmwoodTestSupport
import Testing

/// The commands of buttons that HTML has, `commandfor` and `command`.
@Suite struct ButtonCommandTests {
    private func tryCommands(_ browser: Browser) async throws {
        func wait(until dialog: Bool, _ tip: Bool) async throws {
            try await browser.wait(until: "the dialog and the tip are as they should be") {
                try $0.exists("#about:modal") == dialog && $0.exists("#tip:popover-open") == tip
            }
        }
        try await wait(until: false, false)
        try await browser.click("#toggle")
        try await wait(until: false, true)
        try await browser.click("#toggle")
        try await wait(until: false, false)
        try await browser.click("#open")
        try await wait(until: true, false)
        try await browser.click("#close")
        try await wait(until: false, false)
    }

    @Test(arguments: [Browser.Script.on, .off])
    func `A button opens and closes a dialog and a popover, with script and without`(script: Browser.Script)
        async throws
    {
        try await withLiveSite(Larder(), script: script) { browser, _ in try await tryCommands(browser) }
    }

    @Test(.needs(.preloadScripts))
    func `Where a browser lacks the commands of buttons, the script carries them out`() async throws {
        try await withLiveSite(Larder()) { browser, site in
            try await browser.runFirst(
                """
                delete HTMLButtonElement.prototype.commandForElement;
                addEventListener("load", () => setTimeout(function hide() {
                    if (!performance.getEntriesByType("resource").some(({ name }) => name.endsWith("-words?en"))) return setTimeout(hide, 50);
                    // After the script's own listener, and before the browser would carry the command out.
                    addEventListener("click", ({ target }) => {
                        const id = target.getAttribute("commandfor");
                        target.removeAttribute("commandfor");
                        if (id) setTimeout(() => target.setAttribute("commandfor", id));
                    });
                    document.documentElement.dataset.lacks = "commands";
                }));
                """
            )
            try await browser.open(site.address())
            try await browser.wait(until: "the browser has no commands") { try $0.exists("[data-lacks]") }
            try await tryCommands(browser)
        }
    }
}
