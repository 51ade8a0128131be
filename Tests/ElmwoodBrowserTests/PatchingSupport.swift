import ElmwoodTestSupport

/// Runs a test with a page that the client script patches, in a browser with script, under the policy of Elmwood's own pages. The
/// tests share one browser, and run one after the other.
///
/// The page is complete HTML. An element with `data-elmwood` is unmanaged, as in Elmwood's own pages. The functions of the script
/// are globals of the page: `await page.run("applyOperations(…)")`.
func withPatching(
    _ body: String,
    head: String = "<title>Test</title>",
    attributes: String = "",
    others: [String: String] = [:],
    policy: String = PatchedPage.policy,
    test: (PatchedPage) async throws -> Void
) async throws {
    let script = "<script data-elmwood src=\"/script.js\" defer></script>"
    var pages = others
    pages["/"] = "<!DOCTYPE html><html\(attributes)><head>\(head)\(script)</head>\(body)</html>"
    pages["/script.js"] = try PatchedPage.script()
    let server = try PageServer(pages, policy: policy)
    defer { server.stop() }
    let browser = try await SharedBrowser.shared.take()
    do {
        try await browser.emulateFocus()
        try await browser.open(server.address("/"))
        let page = PatchedPage(browser: browser, server: server)
        try await test(page)
        // Violations of the page's policy are in the log, and so are errors of the script.
        let complaints = try await browser.log().filter {
            $0.contains("Content Security Policy") || $0.contains("Uncaught")
        }
        if !complaints.isEmpty { throw PatchingFailure(complaints.joined(separator: "\n")) }
        await SharedBrowser.shared.giveBack()
    } catch {
        await SharedBrowser.shared.giveBack()
        throw error
    }
}

/// A page with the script's functions as globals.
struct PatchedPage: Sendable {
    let browser: Browser
    let server: PageServer

    /// The address of a page of the same server.
    func address(_ path: String) -> String { server.address(path) }

    static let policy = "default-src 'none'; script-src 'self'; frame-src 'self'; media-src 'self'; style-src 'self'"

    /// The files under test, and functions for the tests.
    static func script() throws -> String {
        try ScriptSource.script(
            exposing: [
                "applyOperations", "morphPage", "noteEdit", "settleFields", "noteSubmit", "acceptSubmit",
                "showProblems: showAllProblems",
                "mark", "isAsRendered", "boot", "kids", "isPatchingNow: () => isPatching",
                "countEvent: () => ++lastSequence",
            ],
            of: ["tree", "fields", "whole", "problems"]
        ) + """
            // All that is rare is here.
            var rare;
            function isRare() {}
            async function need() {}
            // The page has no events.
            function listenTo() {}
            boot();
            for (const name of ["applyOperations", "morphPage"]) {
                const original = globalThis[name];
                globalThis[name] = (content, sequence) => {
                    try { original(content, sequence); } catch (error) { console.warn(error); return false; }
                    return true;
                };
            }
            const $ = (selector) => document.querySelector(selector);
            const $$ = (selector) => [...document.querySelectorAll(selector)];
            // Returns a tree as text, without unmanaged elements, so that two trees can be compared.
            function shape(node) {
                if (node.nodeType == 3) return JSON.stringify(node.data);
                if (node.nodeType == 8) return "<!--" + node.data + "-->";
                const names = node.getAttributeNames().sort();
                const attributes = names.map((name) => " " + node.getAttributeNode(name).namespaceURI + "|" + name + "=" + JSON.stringify(node.getAttribute(name)));
                const children = [...(node.content && node.localName == "template" ? node.content : node).childNodes];
                const content = node.localName == "noscript" ? [] : children.filter((child) => !child.hasAttribute?.("data-elmwood"));
                return node.namespaceURI.at(-1) + ":" + node.localName + attributes.join("") + "(" + content.map(shape).join() + ")";
            }
            function shapeOf(page) { return shape(new DOMParser().parseFromString(page, "text/html").documentElement); }
            // Returns the rows with a key, by parent, and then by name and key; null if several rows have the same key.
            function keyedRows() {
                const rows = new Map();
                for (const row of $$("[data-key]")) {
                    const name = row.localName + " " + row.dataset.key;
                    if (!rows.has(row.parentNode)) rows.set(row.parentNode, new Map());
                    const keys = rows.get(row.parentNode);
                    keys.set(name, keys.has(name) ? null : row);
                }
                return rows;
            }
            // Returns true if the page has the tree of this HTML, otherwise the first difference.
            function matches(page) {
                const expected = shapeOf(page), actual = shape(document.documentElement);
                if (expected == actual) return true;
                let start = 0;
                while (expected[start] == actual[start]) start++;
                start = Math.max(0, start - 100);
                return actual.slice(start, start + 200) + " is not " + expected.slice(start, start + 200);
            }
            """
    }

    /// Runs statements in the page, and returns their result as text.
    @discardableResult
    func run(_ statements: String) async throws -> String {
        try await browser.evaluate(
            "const answer = (() => {\(statements)})(); return answer === undefined ? '' : String(answer)"
        )
    }

    /// The value of an expression in the page, as text.
    func value(_ expression: String) async throws -> String {
        try await run("return \(expression)")
    }

    /// Applies a patch of the body: JSON, with the number of the last event that it includes.
    @discardableResult
    func patchBody(_ operations: String, sequence: Int = 0) async throws -> String {
        try await value("applyOperations([1, \(operations)], \(sequence))")
    }
}

/// An error in the log of a page.
struct PatchingFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// One browser with script, which tests use one after the other. It is closed if no test waits for it, and opened again for the
/// next one.
private actor SharedBrowser {
    static let shared = SharedBrowser()

    private var waiting: [CheckedContinuation<Browser, any Error>] = []
    private var isOpen = false
    private var returned: CheckedContinuation<Void, Never>?

    func take() async throws -> Browser {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(continuation)
            guard !isOpen else { return }
            isOpen = true
            Task { await self.keepOpen() }
        }
    }

    func giveBack() {
        returned?.resume()
        returned = nil
    }

    private nonisolated func keepOpen() async {
        repeat {
            do {
                try await withBrowser(script: .on) { browser in await self.lend(browser) }
            } catch {
                await refuse(error)
            }
            // A test may have arrived while it was being closed.
        } while await !isClosed()
    }

    private func isClosed() -> Bool {
        isOpen = !waiting.isEmpty
        return !isOpen
    }

    private func refuse(_ error: any Error) {
        for continuation in waiting { continuation.resume(throwing: error) }
        waiting = []
    }

    private func lend(_ browser: Browser) async {
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            await withCheckedContinuation { continuation in
                returned = continuation
                next.resume(returning: browser)
            }
        }
    }
}
