// NSNull is null in JSON of any shape: FoundationEssentials lacks it.
import Foundation

// The page as a whole, its window, and scripts in it.

extension FirefoxSession {
    func open(_ address: String) throws {
        try command("browsingContext.navigate", ["context": context, "url": address, "wait": "complete"])
    }

    func reload() throws { try command("browsingContext.reload", ["context": context, "wait": "complete"]) }
    func back() throws { try traverse(-1) }
    func forward() throws { try traverse(1) }

    private func traverse(_ steps: Int) throws {
        try command("browsingContext.traverseHistory", ["context": context, "delta": steps])
    }

    func awaitLoaded() throws {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .seconds(60) {
            if try run("return document.readyState;", []) as? String == "complete" { return }
        }
        throw WebDriverError("the page was not loaded within a minute", code: "timeout")
    }

    var address: String { get throws { try textOf("return location.href;") } }
    var title: String { get throws { try textOf("return document.title;") } }
    var source: String { get throws { try textOf("return document.documentElement.outerHTML;") } }

    private func textOf(_ body: String) throws -> String { try run(body, []) as? String ?? "" }

    // MARK: Scripts

    @discardableResult
    func run(_ body: String, _ arguments: [Any]) throws -> Any {
        BiDiValue.plain(try call("function() { \(body)\n}", arguments))
    }

    @discardableResult
    func runUntilDone(_ body: String, _ arguments: [Any]) throws -> Any {
        try runPolling(body, arguments, script: script)
    }

    /// Calls a function in the page, and returns the protocol's own form of its result.
    func call(_ function: String, _ arguments: [Any]) throws -> [String: Any] {
        let answer = try command(
            "script.callFunction",
            [
                "functionDeclaration": function, "awaitPromise": true, "target": ["context": context],
                "arguments": arguments.map(BiDiValue.local),
            ]
        )
        if answer["type"] as? String == "exception" {
            let details = answer["exceptionDetails"] as? [String: Any]
            throw WebDriverError(details?["text"] as? String ?? "", code: "javascript error")
        }
        return answer["result"] as? [String: Any] ?? [:]
    }

    // MARK: The window

    func screenshot() throws -> String {
        let answer = try command("browsingContext.captureScreenshot", ["context": try tab])
        guard let image = answer["data"] as? String else { throw WebDriverError("no screenshot") }
        return image
    }

    func resize(width: Int, height: Int) throws {
        let viewport = ["width": width, "height": height]
        try command("browsingContext.setViewport", ["context": try tab, "viewport": viewport])
    }

    func saveDownloads(in folder: String) throws {
        let behavior = ["type": "allowed", "destinationFolder": folder]
        try command("browser.setDownloadBehavior", ["downloadBehavior": behavior])
    }

    func setOffline(_ isOffline: Bool) throws {
        let conditions: Any = isOffline ? ["type": "offline"] : NSNull()
        try command("emulation.setNetworkConditions", ["networkConditions": conditions, "contexts": [try tab]])
    }

    func setLanguages(_ languages: [String]) throws {
        let value = ["type": "string", "value": languages.joined(separator: ",")]
        let headers: [[String: Any]] = [["name": "Accept-Language", "value": value]]
        try command("network.setExtraHeaders", ["headers": headers, "contexts": [try tab]])
    }

    // MARK: Cookies

    private var partition: [String: Any] { get throws { ["type": "context", "context": try tab] } }

    var cookies: [[String: Any]] {
        get throws {
            guard let host = try URL(string: address)?.host() else { return [] }
            let answer = try command("storage.getCookies", ["filter": ["domain": host], "partition": partition])
            return (answer["cookies"] as? [[String: Any]] ?? []).map { cookie in
                var cookie = cookie
                cookie["value"] = (cookie["value"] as? [String: Any])?["value"]
                cookie["sameSite"] = (cookie["sameSite"] as? String)?.capitalized
                return cookie
            }
        }
    }

    func deleteCookies() throws {
        guard let host = try URL(string: address)?.host() else { return }
        try command("storage.deleteCookies", ["filter": ["domain": host]])
    }

    func setCookie(_ name: String, _ value: String, of origin: String) throws {
        guard let host = URL(string: origin)?.host() else { return }
        let cookie: [String: Any] = [
            "name": name, "value": ["type": "string", "value": value], "domain": host, "path": "/", "httpOnly": true,
            "sameSite": "lax",
        ]
        try command("storage.setCookie", ["cookie": cookie])
    }
}
