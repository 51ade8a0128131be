import Foundation
import ElmwoodTestSupport
import Testing
import ElmwoodViewTree

/// Random pages: the client script turns each page into the next one as a browser would load it.
@Suite struct PatchingPropertyTests {
    /// How one page becomes the next.
    enum Way: String, CaseIterable, Sendable {
        case patch, wholePage
    }

    @Test(arguments: Way.allCases, 0..<fuzzRounds(4))
    func `Any page can become any other, and rows with a key retain their nodes`(_ way: Way, _ seed: Int) async throws {
        var source = RandomPages(seed: UInt64(seed))
        let script = ScriptTag(.init(address: "/script.js"), revision: Revision(bits: 0), base: "/", connects: false)
        var pages: [String: String] = [:]
        // A list of steps for each loaded page.
        var walks: [[[String]]] = []
        for _ in 0..<fuzzRounds(100) {
            let pair = try source.next()
            if pair.isNewPage {
                pages["/\(walks.count)"] = String(decoding: pair.old.html(script: script), as: UTF8.self)
                walks.append([])
            }
            walks[walks.count - 1].append([
                String(decoding: pair.operations, as: UTF8.self), String(decoding: pair.newHTML, as: UTF8.self),
            ])
        }
        let loaded = walks
        try await withPatching("", others: pages, policy: PatchedPage.policy + " 'unsafe-inline'") { page in
            for (number, steps) in loaded.enumerated() {
                try await page.browser.open(page.address("/\(number)"))
                let list = try String(decoding: JSONSerialization.data(withJSONObject: steps), as: UTF8.self)
                let failure = try await page.run(
                    """
                    for (const [operations, next] of \(list)) {
                        const before = shape(document.documentElement);
                        const rows = keyedRows();
                        const isDone = \(way == .patch ? "applyOperations(JSON.parse(operations), 0)" : "morphPage(next, 0)");
                        const result = isDone && matches(next);
                        if (result !== true) return result + " on " + before + " by " + operations;
                        // If raw markup differs, the script creates all its siblings again.
                        if (operations.includes('{"h"')) continue;
                        for (const [parent, keys] of keyedRows()) {
                            for (const [key, row] of keys) {
                                const old = rows.get(parent)?.get(key);
                                if (old && row && old != row) return "new " + key + " on " + before + " by " + operations;
                            }
                        }
                    }
                    """
                )
                #expect(failure == "")
                if !failure.isEmpty { return }
            }
        }
    }
}
