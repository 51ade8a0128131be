import Elmwood
import ElmwoodTestSupport
import Testing

/// The document is not the script's alone: extensions and proxies add to it, and names hide its properties.
@Suite struct ForeignNodeTests {
    /// What an extension puts into the page before the page's own script runs.
    private static let extensionScript = """
        const add = (parent, node) => parent && !parent.querySelector(":scope>[data-ext]") && parent.prepend(node);
        const make = (tag) => Object.assign(document.createElement(tag), { textContent: tag == "style" ? "i { top: 0 }" : "ext" });
        const look = () => {
            for (const [parent, tag] of [[document.documentElement, "style"], [document.head, "style"], [document.body, "div"]]) {
                const node = make(tag);
                node.dataset.ext = tag;
                add(parent, node);
            }
            if (document.body && document.body.firstChild?.nodeType != 8) document.body.prepend(document.createComment("ext"));
            document.body?.setAttribute("data-ext-installed", "1");
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
        """

    @Test(.needs(.preloadScripts))
    func `Nodes that an extension adds before the script runs remain, and shift no patch`() async throws {
        try await withLiveSite(Probes()) { browser, site in
            try await browser.runFirst(Self.extensionScript)
            try await browser.open(site.address())
            try await browser.wait(until: "the page knows its own nodes") { browser in
                try browser.evaluate("return +(elmwoodState().isLearning === false)") == "1"
            }
            try await browser.type("half", into: "#typed")
            try await browser.click("#plus")
            try await browser.wait(for: "1", in: "#count")
            #expect(try await browser.attribute("class", of: "body") == "count-1")
            try await browser.click("#swap")
            try await browser.wait(for: "Row 3", in: "#rows li")
            #expect(try await browser.texts("#rows li") == ["Row 3", "Row 2", "Row 1"])
            try await browser.click("#sorted")
            try await browser.wait(until: "the page is shown") { try $0.exists("#by-name") }
            #expect(try await browser.title == "Probe /sorted")
            #expect(try await browser.text("h1") == "Probe")
            #expect(try await browser.count("[data-ext]") == 3)
            #expect(try await browser.attribute("data-ext-installed", of: "body") == "1")
        }
    }

    @Test func `Names of frames, forms, images and fields hide nothing from the script`() async throws {
        try await withLiveSite(Probes(ticks: true), at: "/names") { browser, _ in
            try await browser.wait(until: "it ticks") {
                try Int($0.evaluate("return Document.prototype.getElementById.call(document, 'count').textContent"))
                    ?? 0 > 1
            }
            // The driver itself uses properties that are hidden here.
            let press = "Document.prototype.getElementById.call(document, arguments[0]).click()"
            for id in ["swap", "reset-named"] {
                _ = try await browser.evaluate(press.replacing("arguments[0]", with: "'\(id)'"))
            }
            try await browser.wait(until: "it is swapped") {
                try $0.evaluate("return Document.prototype.querySelector.call(document, '#rows li').textContent")
                    == "Row 3"
            }
        }
    }

    @Test func `An element that a patch makes is as a parser would have made it`() async throws {
        try await withLiveSite(Probes(), at: "/made") { browser, site in
            try await browser.click("#plus")
            try await browser.wait(until: "it is there") { try $0.exists("#video") }
            #expect(try await browser.property("muted", of: "#video") == "true")
            #expect(try await browser.value("#range") == "500")
            // Another option's text is changed, and the whole page is compared.
            try await browser.click("#plus")
            try await browser.wait(for: "2", in: "#count")
            #expect(try await browser.texts("#fruit option") == ["Apple", "Pear 2", "Plum"])
            try await browser.open(site.address("/made"))
            try await browser.click("#plus")
            try await browser.wait(for: "3", in: "#count")
            #expect(try await browser.texts("#fruit option").map { $0.trimmed } == ["Apple", "Pear 3", "Plum"])
        }
    }
}

extension String {
    fileprivate var trimmed: String { split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
}
