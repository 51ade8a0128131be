import Elmwood
import ElmwoodHTTPServer
import ElmwoodTestSupport
import Testing

/// A form goes where its submitter says, with what the visitor saw.
@Suite struct FormWayTests {
    @Test(arguments: [Browser.Script.on, .off])
    func `A submitter's method, address and form decide where a form goes`(_ script: Browser.Script) async throws {
        try await withLiveSite(
            Probes(),
            at: "/forms",
            script: script,
            adding: {
                $0.post("/example/take") { (request: EndpointRequest) in
                    .text("taken \(request.form?["title"]?.text ?? "")")
                }
            }
        ) { browser, site in
            for cancel in ["#cancel", "#outside"] {
                try await browser.open(site.address("/forms"))
                // A modal dialog would be in the way of the button outside.
                if cancel == "#cancel" {
                    _ = try await browser.evaluate("document.querySelector('#d').showModal()")
                    try await browser.type("half", into: "#title")
                } else {
                    _ = try await browser.evaluate("document.querySelector('#d').show()")
                }
                try await browser.click(cancel)
                try await browser.wait(until: "\(cancel) closes the dialog") {
                    try $0.attribute("open", of: "#d") == nil
                }
            }
            #expect(!site.proxy.requests.contains { $0.isPost })
            try await browser.open(site.address("/forms"))
            _ = try await browser.evaluate("document.querySelector('#d').showModal()")
            try await browser.type("a", into: "#title")
            try await browser.click("#elsewhere")
            try await browser.wait(until: "the endpoint has answered") { try $0.source.contains("taken a") }
            try await browser.open(site.address("/forms"))
            _ = try await browser.evaluate("document.querySelector('#d').showModal()")
            try await browser.type("b", into: "#title")
            try await browser.click("#save")
            try await browser.wait(for: "1:b", in: "#log")
        }
    }

    @Test func `The problems of a form in a modal dialog are shown in the dialog`() async throws {
        try await withLiveSite(Probes(), at: "/forms") { browser, _ in
            _ = try await browser.evaluate("document.querySelector('#d').showModal()")
            try await browser.type("mine", into: "#title")
            _ = try await browser.evaluate("document.querySelector('#version').value = '9'")
            try await browser.click("#save")
            try await browser.wait(until: "it is told") { try $0.exists("#d .problems") }
            #expect(try await browser.isShown("#d .problems li"))
            #expect(try await browser.value("#title") == "mine")
        }
    }

    @Test func `A form that is edited keeps its hidden fields, so that nobody overwrites what they have not seen`()
        async throws
    {
        try await withLiveSite(Probes(), at: "/forms") { browser, site in
            _ = try await browser.evaluate("document.querySelector('#d').show()")
            try await browser.type("mine", into: "#title")
            // As another visitor's change would.
            try await browser.click("#swap")
            try await browser.wait(for: "Row 3", in: "#rows li")
            #expect(try await browser.value("#version") == "1")
            // What the visitor saw is not what is there now: they are told, and their text stays.
            try await browser.click("#save")
            try await browser.wait(until: "it is told") { try $0.exists(".problems") }
            #expect(try await browser.value("#title") == "mine")
            #expect(try await browser.text("#log") == "")
            #expect(try await browser.value("#version") == "2")
            try await browser.click("#save")
            try await browser.wait(for: "2:mine", in: "#log")
            try await browser.type("again", into: "#title")
            try await browser.click("#swap")
            try await browser.wait(for: "Row 1", in: "#rows li")
            #expect(try await browser.value("#version") == "2")
            try await browser.click("#reset")
            #expect(try await browser.value("#version") == "3")
            // A form that is not edited follows the model.
            try await browser.click("#swap")
            try await browser.wait(until: "it follows") { try $0.value("#version") == "4" }
        }
    }
}
