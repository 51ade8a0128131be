import ElmwoodTestSupport
import Testing
import ElmwoodWebDriver

/// Events of a live page reach the program completely, once and in order.
@Suite struct LiveEventTests {
    func withControls(
        _ bell: Bell? = nil,
        at path: String = "",
        _ test: (Browser, LiveSite<BrowserControls>) async throws -> Void
    ) async throws {
        try await withLiveSite(BrowserControls(bell: bell), at: path, test)
    }

    @Test func `A hundred clicks as fast as possible count to a hundred, without loading a page`() async throws {
        try await withControls { browser, site in
            _ = try await browser.evaluate(
                "window.mark = 1; for (let i = 0; i < 100; i++) document.querySelector('#plus').click()"
            )
            try await browser.wait(for: "100", in: "#count")
            #expect(try await browser.evaluate("return window.mark") == "1")
            #expect(try await browser.title == "Bench 100")
            #expect(site.proxy.requests.count { $0.isPost } < 10)
            #expect(try await site.page(in: browser).contains("<output id=\"count\">100</output>"))
        }
    }

    // MARK: Order

    @Test func `A change event precedes the click that caused it, and debounced input precedes any other event`()
        async throws
    {
        try await withControls { browser, _ in
            try await browser.type("e", into: "#name")
            try await browser.click("#plus")
            try await browser.click("#remove-2")
            try await browser.type("elm", into: "#query")
            try await browser.click("#remove-1")
            // On a slow machine a pause in the typing may send the text so far.
            try await browser.wait(until: "all is told") { try $0.text("#log").hasSuffix("search:elm removed:1") }
            #expect(try await browser.text("#log").hasPrefix("name:Anne removed:2 search:"))
            #expect(try await browser.text("#count") == "1")
        }
    }

    @Test func `Checkboxes, selects and number fields send their values`() async throws {
        try await withControls { browser, _ in
            try await browser.click("#on")
            try await browser.click("#size option[value=large]")
            try await browser.click("#on")
            try await browser.fill("#number", with: "42")
            try await browser.wait(until: "the number was told") { try $0.text("#log").hasSuffix("number:42") }
            let log = try await browser.text("#log")
            #expect(log.hasPrefix("on large off"))
        }
    }

    // MARK: Forms

    @Test func `A form is sent with its submit button, whatever its fields are named`() async throws {
        try await withControls { browser, _ in
            try await browser.type("one", into: "#text")
            try await browser.click("#hurry")
            try await browser.wait(for: "sent:one,high,i,-,a,-", in: "#log")
            #expect(try await browser.value("#text") == "")
            try await browser.type("two", into: "#text")
            try await browser.press(.enter, in: "#text")
            try await browser.wait(for: "sent:one,high,i,-,a,- sent:two,-,i,plain,a,-", in: "#log")
        }
    }

    @Test func `A file is sent with its form, and the progress is shown`() async throws {
        let path = ServedSite.publicFolder + "/style.css"
        try await withControls { browser, _ in
            _ = try await browser.evaluate(
                """
                window.seen = [];
                new MutationObserver(() => window.seen.push(document.querySelector('#progress').value))
                    .observe(document.querySelector('#progress'), {attributes: true});
                """
            )
            try await browser.type("with", into: "#text")
            try await browser.type(path, into: "#file")
            try await browser.click("#send")
            try await browser.wait(for: "sent:with,-,i,plain,a,style.css", in: "#log")
            #expect(try await browser.evaluate("return +(window.seen.length > 0)") == "1")
            #expect(try await browser.evaluate("return document.querySelector('#file').files.length") == "0")
        }
    }

    @Test func `The problem of a form is shown, and its input is retained`() async throws {
        try await withControls { browser, _ in
            _ = try await browser.evaluate("document.querySelector('#text').required = false")
            try await browser.type("\(ServedSite.publicFolder)/style.css", into: "#file")
            try await browser.click("#send")
            try await browser.wait(until: "the problem is shown") { try $0.exists("#problem") }
            #expect(try await browser.attribute("aria-invalid", of: "#text") == "true")
            #expect(try await browser.evaluate("return document.querySelector('#file').files.length") == "1")
            try await browser.type("now", into: "#text")
            try await browser.click("#send")
            try await browser.wait(for: "sent:now,-,i,plain,a,style.css", in: "#log")
            #expect(try await !browser.exists("#problem"))
        }
    }

    // MARK: Values set by the browser

    @Test func `Debounced input is sent when the page is left`() async throws {
        try await withControls { browser, site in
            // The visitor has a session from here on, so that a second event would reach the same session.
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            _ = try await browser.evaluate(
                """
                const field = document.querySelector('#query');
                field.dataset.debounce = 100000;
                field.value = 'last';
                field.dispatchEvent(new Event('input', {bubbles: true}));
                """
            )
            try await browser.open("http://127.0.0.1:\(site.proxy.port)/style.css")
            try await browser.wait(until: "it was told") { browser in
                try browser.open(site.address())
                return try browser.text("#log") == "search:last"
            }
        }
    }

    // MARK: Typing

    @Test func `A patch that was made before the last keystroke does not overwrite typed text`() async throws {
        try await withControls { browser, site in
            let gate = Gate()
            site.proxy.decide { $0.isPost && $0.ordinal == 0 ? .hold(gate) : .none }
            try await browser.type("b", into: "#echo")
            try await browser.wait(until: "the first letter is on its way") { _ in
                site.proxy.requests.contains { $0.isPost }
            }
            try await browser.type("cd", into: "#echo")
            gate.open()
            try await browser.wait(until: "all was told") { try $0.text("#log").hasSuffix("name:Annbcd") }
            #expect(try await browser.value("#echo") == "Annbcd")
            #expect(try await browser.focused == "input#echo")
            #expect(try await browser.evaluate("return document.activeElement.selectionStart") == "6")
        }
    }

    // MARK: Focus

    @Test func `A blur that a patch causes is not sent, and focus survives patches and moves`() async throws {
        let bell = Bell()
        try await withControls(bell) { browser, _ in
            try await browser.click("#place")
            try await browser.press(.escape, in: "#place")
            try await browser.wait(until: "the field is gone") { try !$0.exists("#place") }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.text("#log") == "focus")

            try await browser.type("mine", into: "#own-2")
            bell.ring("row")
            try await browser.wait(until: "there is another row") { try $0.count("#rows li") == 4 }
            #expect(try await browser.focused == "input#own-2")
            #expect(try await browser.value("#own-2") == "mine")
        }
    }
}
