import ElmwoodTestSupport
import Testing

/// Questions before an act: in a dialog, and without script on a page.
@Suite struct QuestionTests {
    private let dialog = ".elmwood-dialog"
    private let yes = ".elmwood-dialog [value=yes]"

    private func waitForQuestion(_ question: String?, _ browser: Browser) async throws {
        try await browser.wait(until: question ?? "no question") { browser in
            guard let question else { return try !browser.exists(".elmwood-dialog") }
            return try browser.exists(".elmwood-dialog:modal")
                && browser.text("#elmwood-question") == question
        }
    }

    @Test
    func `A button asks in a dialog, whose first button cancels, and sends its message only when the visitor agrees`()
        async throws
    {
        try await withLiveSite(Larder()) { browser, site in
            try await browser.click("#remove-2")
            try await waitForQuestion("Delete “Salt & pepper”?", browser)
            #expect(try await browser.texts(".elmwood-dialog button") == ["Cancel", "Yes"])
            #expect(try await browser.evaluate("return document.activeElement.textContent") == "Cancel")
            try await browser.press(.escape)
            try await waitForQuestion(nil, browser)
            #expect(try await browser.focus == "remove-2")
            #expect(!site.proxy.requests.contains { $0.isPost })
            try await browser.click("#remove-2")
            try await waitForQuestion("Delete “Salt & pepper”?", browser)
            try await browser.click(yes)
            try await browser.wait(until: "it is gone") { try $0.texts(".title") == ["Milk"] }
            try await waitForQuestion(nil, browser)
            try await browser.click("#german")
            try await browser.wait(until: "it is German") { try $0.attribute("lang", of: "html") == "de" }
            try await browser.click("#remove-1")
            try await waitForQuestion("Delete “Milk”?", browser)
            #expect(try await browser.texts(".elmwood-dialog button") == ["Abbrechen", "Ja"])
            // A patch gives the button another act while the question is open: that is asked about anew.
            _ = try await browser.evaluate("document.querySelector('#remove-1').dataset.confirm = 'Really?'")
            try await browser.click(yes)
            try await waitForQuestion("Really?", browser)
            #expect(try await browser.texts(".title") == ["Milk"])
            try await browser.click(yes)
            try await browser.wait(until: "it is gone") { try $0.texts(".title") == [] }
        }
    }

    @Test func `A form asks once its fields are valid, and is sent with all of them`() async throws {
        try await withLiveSite(Larder()) { browser, site in
            try await browser.click("#empty")
            #expect(try await !browser.exists(dialog))
            try await browser.fill("#reason", with: "Spring")
            try await browser.press(.enter, in: "#reason")
            try await waitForQuestion("Empty the larder?", browser)
            #expect(!site.proxy.requests.contains { $0.isPost })
            try await browser.click(yes)
            try await browser.wait(for: "Spring: dry cool", in: "#log")
        }
    }

    @Test func `A question waits for the script that asks it, and is asked by a page if that does not come`()
        async throws
    {
        let gate = Gate()
        try await withLarder(whoseRareScript: .hold(gate)) { browser, site in
            try await browser.click("#remove-1")
            try await browser.click("#note")
            try await browser.wait(for: "noted", in: "#log")
            #expect(try await browser.texts(".title").count == 2)
            gate.open()
            try await waitForQuestion("Delete “Milk”?", browser)
            try await browser.press(.escape)
            try await waitForQuestion(nil, browser)
        }
        try await withLarder(whoseRareScript: .answer(status: 404)) { browser, site in
            try await browser.click("#remove-1")
            try await browser.wait(until: "the page asks") { try $0.text("h1") == "Delete “Milk”?" }
            try await browser.follow("button")
            #expect(try await browser.texts(".title") == ["Salt & pepper"])
        }
    }

    @Test func `Without script a page asks, which sends what was sent again, or leads back`() async throws {
        try await withLiveSite(Larder(), script: .off) { browser, site in
            try await browser.follow("#remove-2")
            #expect(try await browser.text("h1") == "Delete “Salt & pepper”?")
            try await browser.follow("a")
            #expect(try await browser.texts(".title") == ["Milk", "Salt & pepper"])
            try await browser.follow("#remove-2")
            try await browser.follow("button")
            #expect(try await browser.texts(".title") == ["Milk"])
            try await browser.fill("#reason", with: "A \"spring\" & more")
            try await browser.follow("#empty")
            #expect(try await browser.text("h1") == "Empty the larder?")
            try await browser.follow("button")
            #expect(try await browser.text("#log") == "A \"spring\" & more: dry cool")
            try await browser.follow("#note")
            #expect(try await browser.text("#log").hasSuffix(", noted"))
        }
    }

    @Test func `A button copies within the click, and shows the text where the browser forbids it`() async throws {
        try await withLiveSite(Larder()) { browser, site in
            _ = try await browser.evaluate(
                """
                navigator.clipboard.writeText = (text) => {
                    window.copied = [text, window.event?.type].join();
                    return window.isForbidden ? Promise.reject(Error()) : Promise.resolve();
                };
                """
            )
            try await browser.click("#copy")
            try await browser.wait(until: "it says so") { try $0.exists("#copy.elmwood-copied") }
            #expect(try await browser.evaluate("return window.copied") == "<Larder> & \"co\",click")
            _ = try await browser.evaluate("window.isForbidden = true")
            try await browser.click("#copy")
            try await waitForQuestion("The browser does not allow this page to copy. Copy the text here:", browser)
            #expect(try await browser.evaluate("return getSelection().toString()") == "<Larder> & \"co\"")
            try await browser.press(.escape)
            try await waitForQuestion(nil, browser)
            #expect(!site.proxy.requests.contains { $0.isPost })
        }
    }

    @Test func `Leaving a form with unsent text asks first, by a link, the history or the browser`() async throws {
        try await withLiveSite(Larder()) { browser, site in
            let wouldAsk = "return +!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
            try await browser.click("#other")
            try await browser.wait(until: "the other page is there") { try $0.title == "Larder /other" }
            #expect(try await browser.evaluate(wouldAsk) == "0")
            try await browser.type("Dear", into: "#letter")
            #expect(try await browser.evaluate(wouldAsk) == "1")
            _ = try await browser.evaluate("history.back()")
            try await waitForQuestion("Leave the letter?", browser)
            try await browser.press(.escape)
            try await waitForQuestion(nil, browser)
            #expect(try await browser.title == "Larder /other")
            #expect(try await browser.value("#letter") == "Dear")
            _ = try await browser.evaluate("document.querySelector('#other').href = '\(ServedSite.path)/third'")
            try await browser.click("#other")
            try await waitForQuestion("Leave the letter?", browser)
            try await browser.click(yes)
            try await browser.wait(until: "the next page is there") { try $0.title == "Larder /third" }
            try await browser.fill("#letter", with: "Dear")
            try await browser.click("#send")
            try await browser.wait(until: "it is sent") { try $0.text("#log") == "Dear" && $0.value("#letter") == "" }
            #expect(try await browser.evaluate(wouldAsk) == "0")
        }
    }
}
