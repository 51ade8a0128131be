import ElmwoodTestSupport
import ElmwoodWebDriver
import Testing

/// The payloads of elements, and the keys of the page, from a browser to the program.
@Suite struct PayloadKindTests {
    /// Whether the page knows its keys, and has the rare script.
    private static let isReady = """
        const isRare = ({ name }) => /-rare/.test(name);
        return +(elmwoodState().watched.length > 0 && performance.getEntriesByType('resource').some(isRare));
        """

    func withKinds(_ test: (Browser, LiveSite<PayloadKindsProgram>) async throws -> Void) async throws {
        try await withLiveSite(PayloadKindsProgram()) { browser, site in
            try await browser.wait(until: "the rare script is there") {
                try $0.evaluate(Self.isReady) == "1"
            }
            try await test(browser, site)
        }
    }

    @Test func `What is scrolled tells how far, and whether its end is seen`() async throws {
        try await withKinds { browser, _ in
            _ = try await browser.evaluate(
                """
                const box = document.querySelector('#scroll');
                box.style.overflow = 'scroll'; box.style.height = '100px';
                document.querySelector('#tall').style.height = '1000px';
                box.scrollTop = 900; box.scrollTop = 5000;
                box.dispatchEvent(new Event('scrollend'));
                """
            )
            try await browser.wait(until: "the end is seen") {
                let log = try $0.text("#log")
                return log.hasPrefix("scroll ") && log.contains(" true")
            }
        }
    }

    @Test func `What is dropped or pasted arrives with its text and its files`() async throws {
        try await withKinds { browser, _ in
            _ = try await browser.evaluate(
                """
                const data = new DataTransfer();
                data.items.add(new File(['hello'], 'a.txt', { type: 'text/plain' }));
                data.items.add(new File(['bye'], 'b.txt', { type: 'text/plain' }));
                document.querySelector('#target').dispatchEvent(
                    new DragEvent('drop', { bubbles: true, cancelable: true, clientX: 1, clientY: 1, dataTransfer: data }));
                """
            )
            try await browser.wait(for: "drop [a.txt:5,b.txt:3]", in: "#log")
            _ = try await browser.evaluate(
                """
                const text = 'one\\r\\ntwo';
                const clipboardData = new DataTransfer();
                clipboardData.setData('text/plain', text);
                document.querySelector('#target').dispatchEvent(
                    new ClipboardEvent('paste', { bubbles: true, clipboardData, dataType: 'text/plain', data: text }));
                """
            )
            try await browser.wait(until: "it is pasted") { try $0.text("#log").contains("| paste 7 one") }
        }
    }

    @Test func `What opens, what is turned and what plays tell their states`() async throws {
        try await withKinds { browser, _ in
            try await browser.click("#details summary")
            try await browser.wait(for: "opened", in: "#log")
            _ = try await browser.evaluate(
                """
                document.querySelector('#target').dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 120 }));
                document.querySelector('#audio').dispatchEvent(new Event('pause'));
                """
            )
            try await browser.wait(for: "opened | wheel 120 | media 0.0 true true", in: "#log")
        }
    }

    @Test func `What a wheel has turned while its events wait adds up`() async throws {
        try await withKinds { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            for deltaY in [100, 20, 4] {
                // With a short pause, so that some wait for its end, and some for the answer before them.
                _ = try await browser.evaluate(
                    """
                    const target = document.querySelector('#target');
                    target.dataset.throttle = 1;
                    for (const share of [0.5, 0.5])
                        target.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: \(deltaY) * share }));
                    """
                )
            }
            gate.open()
            try await browser.wait(until: "all is told") {
                try $0.text("#log").split(separator: " ").compactMap { Int($0) }.reduce(0, +) == 124
            }
            #expect(try await browser.text("#log").split(separator: "|").count < 6)
        }
    }

    @Test func `A page is told of a key with modifiers, and of a letter only while nobody types`() async throws {
        try await withKinds { browser, _ in
            try await browser.click("#field")
            for (key, modifiers): (String, [Key]) in [("g", []), ("k", [.control])] {
                try await browser.press(key, holding: modifiers)
            }
            try await browser.wait(for: "search", in: "#log")
            try await browser.click("#target")
            try await browser.press("g")
            try await browser.wait(until: "the letter is told") { try $0.text("#log").hasSuffix("g") }
            #expect(try await browser.text("#log") == "search | g | g")
            #expect(try await browser.value("#field") == "g")
        }
    }

    @Test func `A throttled stream sends its first event at once, and its latest before another act`() async throws {
        try await withKinds { browser, _ in
            _ = try await browser.evaluate(
                """
                const slow = document.querySelector('#slow');
                for (let i = 0; i < 50; i++)
                    slow.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: i, clientY: 1, pointerType: 'mouse' }));
                window.first = elmwoodState().lastSequence;
                slow.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'k', ctrlKey: true }));
                window.second = elmwoodState().lastSequence;
                """
            )
            try await browser.wait(for: "search", in: "#log")
            #expect(try await browser.text("#moves") == "2")
            #expect(try await browser.evaluate("return window.second - window.first") == "2")
        }
    }
}
