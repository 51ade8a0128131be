// JSON of any shape, for JSONSerialization: FoundationEssentials lacks it.
import Foundation

extension BrowserSession {
    /// Returns the state of the page and of its script, in lines of bounded length, for the error of a wait. What the browser does
    /// not report is left out.
    ///
    /// The variables of the client script are reported by a function of its own, `elmwoodState` in `start.js`.
    package func report() -> [String] {
        var lines: [String] = []
        do {
            lines += try state()
        } catch {
            // If the browser does not respond, each further question would wait as long.
            return ["the browser does not answer: \(error)".cut(to: longestLine)]
        }
        lines += ((try? log()) ?? []).suffix(10).map { "console: \($0)" }
        if let path = try? keepScreenshot() { lines.append("screenshot: \(path)") }
        return lines.map { $0.cut(to: longestLine) }
    }

    private func state() throws -> [String] {
        let value = try run(questions, [])
        return (value as? [Any] ?? []).map { "\($0)" }
    }

    /// Saves a screenshot to a file that is not removed.
    private func keepScreenshot() throws -> String? {
        guard let image = Data(base64Encoded: try screenshot()) else { return nil }
        let path = NSTemporaryDirectory() + "elmwood-failed-wait-\(UUID().uuidString.prefix(8)).png"
        try image.write(to: URL(fileURLWithPath: path))
        return path
    }
}

private let longestLine = 500

/// The body of a script that returns lines.
private let questions = """
    const lines = [];
    const add = (name, read) => {
        try { lines.push(name + ": " + read()); } catch (error) { lines.push(name + ": " + error); }
    };
    const time = (number) => Math.round(number) + " ms";
    add("page", () => location.href + ", “" + document.title + "”, " + document.readyState + ", "
        + document.visibilityState + ", " + time(performance.now()) + " old, focus in "
        + document.activeElement?.localName + " " + (document.activeElement?.id ?? ""));
    add("html", () => document.documentElement.cloneNode(false).outerHTML);
    add("pending", () => [...document.querySelectorAll(".elmwood-pending, .elmwood-failed")].slice(0, 5)
        .map((element) => element.cloneNode(false).outerHTML).join(" "));
    const written = (value) => value?.signal ? (value.signal.aborted ? "aborted" : "there")
        : !Array.isArray(value) ? value : "[" + value.map((item) => item.type ? item.type + " " + item.number
        : Array.isArray(item) ? item.slice(0, 3) : item) + "]";
    if (window.elmwoodState) add("script", () => Object.entries(elmwoodState()).map(([name, value]) => name + " "
        + (name == "waits" || name == "accepted" ? value.length : name == "heard" && value ? Date.now() - value + " ms ago"
        : written(value))).join(", "));
    if (window.elmwoodTest) add("kit", () => "requests " + elmwoodTest.requests + ", held " + elmwoodTest.held?.length
        + ", timers " + elmwoodTest.timers.filter((timer) => timer.call).length + ", hidden " + elmwoodTest.hidden);
    for (const entry of performance.getEntriesByType("resource").slice(-8)) {
        add("request", () => entry.initiatorType + " " + entry.name + " at " + time(entry.startTime) + " for "
            + time(entry.duration) + ", status " + entry.responseStatus + ", " + entry.transferSize + " bytes");
    }
    add("text", () => document.body?.innerText.replace(/\\s+/g, " "));
    return lines;
    """

extension String {
    /// Returns at most that many of its characters, on one line.
    fileprivate func cut(to length: Int) -> String {
        let line = map { $0.isNewline ? " " : $0 }
        return String(line.prefix(length)) + (line.count > length ? "…" : "")
    }
}
