import ElmwoodTestSupport
import Synchronization
import Testing

/// Events and elements behind a network that takes 200 ms for each answer, and breaks one connection in twenty at a random byte.
@Suite struct BadNetworkTests {
    private func isQuestion(_ request: ProxiedRequest) -> Bool { request.isPost && request.body.hasPrefix("foresee=") }

    /// Opens the program, and gives the network its conditions once the page has its scripts.
    private func withErrands(
        cuttingOneIn count: Int = 20,
        seed: UInt64,
        _ test: (Browser, LiveSite<Errands>) async throws -> Void
    ) async throws {
        try await withLiveSite(Errands()) { browser, site in
            try await browser.emulateFocus()
            try await browser.wait(until: "the scripts are there") { browser in
                try site.proxy.requests.contains { $0.target.hasSuffix("-rare.js") }
                    && browser.evaluate("return +!!document.querySelector('#stars').shadowRoot") == "1"
            }
            site.proxy.setConditions(NetworkConditions(delay: .milliseconds(200), cuttingOneIn: count, seed: seed))
            print("The network's seed is \(seed).")
            try await test(browser, site)
        }
    }

    /// Whether every event has been answered.
    private func isSettled(_ browser: isolated Browser) throws -> Bool {
        try browser.evaluate("const { queue, underWay } = elmwoodState(); return +!queue.length * +!underWay.length")
            == "1"
            && !browser.exists(".elmwood-pending")
    }

    /// What a visitor does, and what the log has of it.
    private func perform(_ round: Int, _ browser: Browser) async throws -> [String] {
        let x = 10 + round
        try await browser.drag("#board", from: (x: x - 50, y: 0))
        _ = try await browser.evaluate(
            "document.querySelector('#volume').dispatchEvent(new CustomEvent('x-change', { detail: { value: \(round) } }))"
        )
        try await browser.click("#like")
        let stars = 1 + round % 5
        _ = try await browser.evaluate(
            "document.querySelector('#stars').shadowRoot.querySelectorAll('button')[\(stars - 1)].click()"
        )
        try await browser.click("#send")
        try await browser.click("#remove")
        try await browser.wait(until: "it asks") { try $0.exists(".elmwood-dialog:modal") }
        try await browser.click(".elmwood-dialog [value=yes]")
        return ["press \(x)", "volume \(round)", "like \(round)", "stars \(stars)", "remove \(round)"]
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `Each event is applied once and in order, and the page ends as the view says`(seed: UInt64) async throws {
        try await withErrands(seed: seed) { browser, site in
            var expected: [String] = []
            for round in 1...8 {
                expected += try await perform(round, browser)
                // Some rounds are done before the answers of the one before have come.
                guard round % 2 == 0 else { continue }
                try await browser.wait(until: "all is answered") { try isSettled($0) }
            }
            let log = expected.joined(separator: ", ")
            try await browser.wait(for: log, in: "#log")
            #expect(try await browser.text("#like") == "♥ 8")
            #expect(try await !browser.exists(".liked, .elmwood-failed, .elmwood-dialog"))
            #expect(try await browser.text("#removed") == "8")
            #expect(try await browser.value("#stars") == "")
            #expect(try await site.page(in: browser).contains("<p id=\"log\">\(log)</p>"))
            print("\(site.proxy.cutConnections) of \(site.proxy.requests.count) connections were cut.")
        }
    }

    @Test func `Every other connection may break, and each event is still applied once`() async throws {
        try await withErrands(cuttingOneIn: 2, seed: 3) { browser, site in
            let expected = try await perform(1, browser).joined(separator: ", ")
            try await browser.wait(for: expected, in: "#log")
            try await browser.wait(until: "all is answered") { try isSettled($0) }
            #expect(try await site.page(in: browser).contains("<p id=\"log\">\(expected)</p>"))
            #expect(site.proxy.cutConnections > 0)
        }
    }

    @Test func `What is foreseen is shown before the event's answer has come, and applied once`() async throws {
        try await withErrands(seed: 4) { browser, site in
            // The visitor has a session.
            try await browser.click("#like")
            try await browser.wait(until: "it is liked") { try $0.text("#log") == "like 1" && isSettled($0) }
            var foreseen = 0
            for round in 1...10 {
                try await look(browser, site)
                let isForeseen = try await browser.evaluate(Self.click) == "\(round)"
                try await browser.wait(until: "it is answered") { browser in
                    try browser.text("#steps") == "\(round)" && isSettled(browser)
                        && !browser.exists(".elmwood-foreseen")
                }
                let times = try await browser.evaluate(Self.times)
                print("Round \(round)\(isForeseen ? ", foreseen" : ""): \(times)")
                guard isForeseen else { continue }
                foreseen += 1
                #expect(try await browser.evaluate("return window.order.join()") == "click,change,answer")
            }
            // A question whose connection is cut is not asked again: then the click waits.
            #expect(foreseen >= 5)
            let log = (["like 1"] + (1...10).map { "step \($0)" }).joined(separator: ", ")
            #expect(try await browser.text("#log") == log)
            #expect(try await site.page(in: browser).contains("<p id=\"log\">\(log)</p>"))
        }
    }

    /// Moves the focus to the control that is foreseen, and waits until its question has been answered or lost.
    private func look(_ browser: Browser, _ site: LiveSite<Errands>) async throws {
        _ = try await browser.evaluate("document.activeElement.blur(); document.querySelector('#step').focus()")
        try await browser.wait(until: "it has asked about what it shows") { browser in
            let shown = try browser.evaluate("return elmwoodState().revision")
            return site.proxy.requests.contains { isQuestion($0) && $0.headers["elmwood-revision"] == shown }
                && !site.proxy.isUnderWay { isQuestion($0) }
        }
        // The browser has the answer when a request after it has come back.
        _ = try await browser.evaluate(
            """
            window.isThere = 0;
            fetch(location.href).then((answer) => answer.text()).catch(() => {}).then(() => { window.isThere = 1; });
            """
        )
        try await browser.wait(until: "the answer is there") { try $0.evaluate("return window.isThere") == "1" }
    }

    /// Clicks, and notes when the click was, when what it shows has changed, and when its event was answered.
    private static let click = """
        const step = document.querySelector("#step"), steps = document.querySelector("#steps");
        performance.clearMarks();
        window.order = [];
        const note = (name) => {
            if (window.order.includes(name)) return;
            window.order.push(name);
            performance.mark(name);
        };
        window.watch?.disconnect();
        window.watch = new MutationObserver(() => {
            if (steps.textContent != before) note("change");
            if (window.order.includes("change") && !step.matches(".elmwood-pending")) note("answer");
        });
        const before = steps.textContent;
        window.watch.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
        note("click");
        step.click();
        // In the click itself: no answer can have come.
        return steps.textContent;
        """

    /// The milliseconds from the click to the change and to the answer.
    private static let times = """
        const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
        const since = (name) => (at(name) - at("click")).toFixed(1) + " ms";
        return "change after " + since("change") + ", answer after " + since("answer");
        """
}
