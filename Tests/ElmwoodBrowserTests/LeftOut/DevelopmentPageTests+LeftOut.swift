import Elmwood
import ElmwoodDevelopment
import ElmwoodHTTPServer
import ElmwoodHistory
import ElmwoodTestSupport
import Foundation
import Synchronization
import Testing

extension DevelopmentPageTests {
    @Test func `A build is said to run, and its former errors stay until it has ended`() async throws {
        try await withSite { browser, site in
            try site.report(.failed, [Self.problem])
            try await browser.wait(until: "the errors are shown") { try $0.exists("#elmwood-notice") }
            try site.report(.building)
            try await browser.wait(until: "the foot says so") { try $0.exists("#elmwood-foot[data-building]") }
            #expect(try await browser.exists("#elmwood-notice"))
            try site.report(.succeeded)
            try await browser.wait(until: "it has ended") { try !$0.exists("#elmwood-foot[data-building]") }
            try await browser.wait(until: "the errors are gone") { try !$0.exists("#elmwood-notice") }
        }
    }

    @Test func `A style sheet that changes is shown at once, and what is typed remains`() async throws {
        try await withSite { browser, site in
            try await browser.type("half typ", into: "#note")
            try site.write("h1 { color: rgb(9, 8, 7) }", to: "style.css")
            try await browser.wait(until: "the style is shown") { try $0.style("color", of: "h1").contains("9, 8, 7") }
            #expect(try await browser.value("#note") == "half typ")
            // The next version of the page has the address with the digest again.
            try await site.serve(Developed(title: "Second", count: 0))
            try await browser.wait(for: "Second", in: "h1")
            try await browser.wait(until: "the style is shown") { try $0.style("color", of: "h1").contains("9, 8, 7") }
        }
    }

    @Test
    func `A style sheet that has changed before the page listens is shown, and one that is shown is not loaded again`()
        async throws
    {
        try await withSite { browser, _ in
            let shown = "new URL(document.querySelector('link[href*=\"/style\"]').href).pathname"
            // As the page of the browser that listens tells the others. Channels receive a message in the order in which they were made.
            func address(afterTelling addresses: String) async throws -> String {
                try await browser.evaluate(
                    """
                    const [sender, receiver] = [0, 0].map(() => new BroadcastChannel("elmwood-development"));
                    return new Promise(done => {
                        receiver.onmessage = () => done(\(shown));
                        sender.postMessage(["addresses", \(addresses)]);
                    });
                    """
                )
            }
            let present = try await address(afterTelling: shown)
            #expect(present.hasPrefix("/style."))
            #expect(try await address(afterTelling: "\"/style.0123456789abcdef.css\"") == "/style.css")
        }
    }

    @Test func `Two tabs are told, although one of them listens`() async throws {
        try await withSite { browser, site in
            try await browser.openTab()
            try await browser.open(site.address())
            try site.report(.failed, [Self.problem])
            for tab in try await browser.tabs {
                try await browser.switchTab(to: tab)
                try await browser.wait(until: "the errors are shown") { try $0.exists("#elmwood-notice") }
            }
        }
    }

    @Test func `A page about an error is loaded again when there is another version`() async throws {
        try await withSite { browser, site in
            try await browser.open(site.address("/missing"))
            #expect(try await browser.exists("main"))
            try await site.serve(Developed(title: "Second", count: 0))
            try await browser.waitForOtherPage()
        }
    }

    @Test func `A model that cannot be read any more is said to be set aside, with its key`() async throws {
        try await withSite { browser, site in
            try await browser.fill("#note", with: "saved")
            try await browser.press(.enter)
            try await browser.wait(for: "saved", in: "p")
            try await site.serve(Developed(title: "Second", count: "seven"))
            try await browser.wait(for: "seven", in: "output")
            try await browser.wait(until: "it is said") { try $0.exists("#elmwood-notice") }
            try await browser.enterFrame("#elmwood-notice iframe")
            try await browser.wait(for: "Something went wrong.", in: "h1")
            let text = try await browser.text("h2")
            #expect(text.contains("set aside") && text.contains("count"), "\(text)")
        }
    }
}
