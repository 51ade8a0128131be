import ElmwoodTestSupport
import Testing

extension LiveNavigationTests {
    @Test func `The body's class follows the model`() async throws {
        try await withControls { browser, _ in
            #expect(try await browser.attribute("class", of: "body") == "dark")
            try await browser.click("#on")
            try await browser.wait(until: "it is bright") { try $0.attribute("class", of: "body") == "bright" }
        }
    }

    @Test func `A push does not change the scroll positions, open details or the selection`() async throws {
        let bell = Bell()
        try await withControls(bell, at: "/long") { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            _ = try await browser.evaluate(
                """
                scrollTo(0, document.querySelector('#line-100').offsetTop);
                document.querySelector('#box').scrollTop = 40;
                getSelection().selectAllChildren(document.querySelector('#line-101'));
                window.before = document.querySelector('#line-100').getBoundingClientRect().top;
                """
            )
            bell.ring("row")
            try await browser.wait(until: "there is another row") { try $0.count("#rows li") == 4 }
            // The browser restores its scroll position once it computes the layout.
            try await browser.wait(until: "the window shows the same") {
                try $0.evaluate(
                    "return +(Math.abs(document.querySelector('#line-100').getBoundingClientRect().top - window.before) < 2)"
                ) == "1"
            }
            #expect(try await browser.evaluate("return document.querySelector('#box').scrollTop") == "40")
            #expect(try await browser.evaluate("return getSelection().toString()") == "Line 101")
        }
    }

    @Test func `An open details element stays open through patches`() async throws {
        try await withControls { browser, _ in
            try await browser.click("summary")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.attribute("open", of: "#more") == "true")
        }
    }

    @Test(.needs(.navigationAPI))
    func `A link right after a click leads to its page, even if the page has a stream`() async throws {
        try await withControls(Bell()) { browser, site in
            try await browser.wait(until: "the stream is open") { _ in site.proxy.openStreams == 1 }
            let gate = Gate()
            site.proxy.decide { $0.isPost ? .hold(gate) : .none }
            // Started only after the driver has its answer, because the driver would wait for the page.
            _ = try await browser.evaluate(
                "setTimeout(() => ['plus', 'plus', 'to-other'].map(id => document.getElementById(id).click()), 300)"
            )
            try await browser.wait(until: "it is told") { _ in site.proxy.requests.last?.isPost == true }
            gate.open()
            try await browser.wait(for: "Other", in: "h1")
            #expect(try await browser.text("#count") == "2")
        }
    }
}
