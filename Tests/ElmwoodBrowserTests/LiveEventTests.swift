import ElmwoodTestSupport
import Testing
import ElmwoodWebDriver

/// Events of a live page reach the program completely, once and in order.
@Suite struct LiveEventTests {
    private func withControls(
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

    @Test func `Debounced input waits for a pause, and is then sent once, with its latest value`() async throws {
        try await withControls { browser, site in
            try await browser.type("search", into: "#query")
            try await browser.wait(until: "the search was told") { try $0.text("#log").hasSuffix("search:search") }
            #expect(site.proxy.requests.count { $0.isPost } < 6)
        }
    }

    @Test func `Focus, blur and key events are sent in order`() async throws {
        try await withControls { browser, _ in
            try await browser.click("#place")
            try await browser.click("#keys")
            try await browser.press(.escape, in: "#keys")
            try await browser.press(.enter, in: "#keys")
            try await browser.type("a", into: "#keys")
            try await browser.doubleClick("#double")
            try await browser.wait(for: "focus blur escape enter single single double", in: "#log")
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

    // MARK: Left to the browser

    @Test func `Clicks with a modifier key are left to the browser`() async throws {
        try await withControls { browser, site in
            let first = try await browser.tab
            try await browser.click("#to-other", holding: .control)
            try await browser.wait(until: "a tab was opened") { try $0.tabs.count == 2 }
            try await browser.switchTab(to: first)
            #expect(try await browser.path == ServedSite.path)
            #expect(try await browser.title == "Bench 0")
            #expect(!site.proxy.requests.contains { $0.isSync })
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

    @Test func `A form that is submitted twice is sent twice, and a double click clicks twice`() async throws {
        try await withControls { browser, _ in
            _ = try await browser.evaluate(
                """
                document.querySelector('#text').value = 'x';
                document.querySelector('#send').click();
                document.querySelector('#send').click();
                """
            )
            try await browser.wait(for: "sent:x,-,i,plain,a,- sent:x,-,i,plain,a,-", in: "#log")
            try await browser.doubleClick("#plus")
            try await browser.wait(for: "2", in: "#count")
            try await browser.refresh()
            #expect(try await browser.text("#count") == "2")
        }
    }

    /// A click of a series: the first, or the second of a double click.
    private func click(_ selector: String, number: Int) -> String {
        """
        document.querySelector('\(selector)').dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: \(number) })
        )
        """
    }

    @Test func `A double click clicks twice though a patch replaces what is in the button`() async throws {
        try await withControls { browser, _ in
            for number in 1...2 {
                _ = try await browser.evaluate(click("#icon span", number: number))
                try await browser.wait(for: "\(number)", in: "#count")
            }
        }
    }

    @Test func `A row that is removed by a double click takes no other with it`() async throws {
        try await withControls { browser, _ in
            // The row is gone before the second click, which then hits the row that has moved there.
            for row in 1...2 {
                _ = try await browser.evaluate(click("#remove-\(row)", number: row))
                try await browser.wait(until: "the first row is gone") { try !$0.exists("#remove-1") }
            }
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.texts("#rows li").count == 2)
            #expect(try await browser.text("#log") == "removed:1")
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

    @Test func `Values from a reset and from autofill reach the program`() async throws {
        try await withControls { browser, _ in
            // As autofill does it.
            _ = try await browser.evaluate(
                """
                const field = document.querySelector('#name');
                field.value = 'Filled';
                field.dispatchEvent(new Event('input', {bubbles: true}));
                field.dispatchEvent(new Event('change', {bubbles: true}));
                """
            )
            try await browser.wait(for: "name:Filled", in: "#log")
            // The initial value had not been sent before.
            try await browser.type("typed", into: "#free")
            try await browser.click("#plus")
            try await browser.wait(for: "name:Filled free:typed", in: "#log")
            try await browser.click("#reset-all")
            try await browser.wait(for: "name:Filled free:typed free:", in: "#log")
            #expect(try await browser.value("#free") == "")
        }
    }

    @Test(.needs(.restoredFields))
    func `Text in a page that the browser restores reaches the program`() async throws {
        try await withControls { browser, site in
            try await browser.click("#name")
            try await browser.type("a", into: "#name")
            // The page is left without a change event, for another page of the site.
            try await browser.open("http://127.0.0.1:\(site.proxy.port)/style.css")
            try await browser.back()
            try await browser.wait(until: "the field shows what was typed") { try $0.value("#name") == "Anna" }
            guard BrowserKind.chosen != .chromium else { return try await browser.wait(for: "name:Anna", in: "#log") }
            // Other browsers may restore the page without loading it. Then the change was already sent when the page was left.
            try await browser.wait(until: "it is told") { browser in
                let log = try browser.text("#log").split(separator: " ")
                return !log.isEmpty && log.allSatisfy { $0 == "name:Anna" }
            }
        }
    }

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

    @Test func `An incomplete number is not overwritten while it is typed`() async throws {
        try await withControls { browser, _ in
            try await browser.type("e", into: "#number")
            try await browser.wait(for: "number:none", in: "#log")
            #expect(try await browser.evaluate("return +document.querySelector('#number').validity.badInput") == "1")
        }
    }

    @Test(.needs(.composition))
    func `A text that is composed is not changed, and is sent when it is complete`() async throws {
        try await withControls { browser, site in
            try await browser.click("#echo")
            try await browser.compose("に")
            try await browser.compose("日本")
            _ = try await browser.evaluate("document.querySelector('#plus').click()")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.text("#log") == "")
            #expect(try await browser.value("#echo") == "Ann日本")
            try await browser.endComposition(with: "日本")
            try await browser.wait(for: "name:Ann日本", in: "#log")
            try await browser.type("!", into: "#echo")
            try await browser.wait(until: "it was told") { try $0.text("#log").hasSuffix("name:Ann日本!") }
            #expect(try await browser.value("#echo") == "Ann日本!")
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
