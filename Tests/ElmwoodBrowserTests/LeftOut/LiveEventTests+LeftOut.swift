import ElmwoodTestSupport
import Testing
import ElmwoodWebDriver

extension LiveEventTests {
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

    /// A click of a series: the first, or the second of a double click.
    private func click(_ selector: String, number: Int) -> String {
        """
        document.querySelector('\(selector)').dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, detail: \(number) })
        )
        """
    }
}
