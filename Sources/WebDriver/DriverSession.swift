// JSON of any shape, as JSONSerialization reads it: FoundationEssentials has none.
import Foundation
import HTTPClient

/// A session of the WebDriver standard: a Chromium of its own, with no window. Each command blocks the thread until it is
/// carried out.
///
/// ```swift
/// let session = try DriverSession(script: .on)
/// try session.command("POST", "/url", ["url": "http://127.0.0.1:8080/"])
/// session.quit()
/// ```
public final class DriverSession {
    private let connection: HTTPConnection
    private var path = ""

    /// Starts a Chromium, and chromedriver where that does not run yet.
    public init(script: Browser.Script) throws {
        let driver = try ChromeDriver.shared()
        var options: [String: Any] = [
            "args": [
                "--headless=new", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1000,800",
                "--no-first-run",
            ] + (getuid() == 0 ? ["--no-sandbox"] : [])
        ]
        if script == .off {
            // 2 is "block", as in the browser's settings for sites.
            options["prefs"] = ["profile.managed_default_content_settings.javascript": 2]
        }
        if let browser = driver.browser { options["binary"] = browser }
        // The first start reads a hundred megabytes from a cold disk.
        connection = try HTTPConnection(port: driver.port, patience: 90)
        let capabilities: [String: Any] = [
            "browserName": "chrome", "acceptInsecureCerts": true, "goog:chromeOptions": options,
        ]
        path = try begin(["capabilities": ["alwaysMatch": capabilities]])
    }

    /// Begins a session; where the Chromium ends before it is there, with another one: on a machine that is busy it now and
    /// then does.
    private func begin(_ parameters: [String: Any]) throws -> String {
        let answer: Any
        do {
            answer = try send("POST", "/session", parameters)
        } catch let error as WebDriverError where error.code == "session not created" {
            answer = try send("POST", "/session", parameters)
        }
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw WebDriverError("chromedriver began no session: \(answer)")
        }
        return "/session/\(id)"
    }

    /// Ends the Chromium. Nothing can be done with the session any more.
    public func quit() {
        // A browser that crashed cannot be closed, and is gone already.
        _ = try? send("DELETE", path)
    }

    /// Carries out a command of the session: `command("POST", "/url", ["url": address])`.
    @discardableResult
    public func command(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try send(method, self.path + path, parameters)
    }

    private func send(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        var body = Data()
        if method == "POST" {
            body = try JSONSerialization.data(withJSONObject: parameters)
            request += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        }
        try connection.send(Array("\(request)\r\n".utf8) + body)
        let reply = try connection.readReply()
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        guard let value = object?["value"] else {
            throw WebDriverError("\(path) answered \(reply.status) \(reply.text)")
        }
        if reply.status == 200 { return value }
        let problem = value as? [String: Any]
        let message = problem?["message"] as? String ?? reply.text
        // Where a page goes away while it is asked about, the driver sometimes passes on what the browser said of it.
        if message.contains("does not belong to the document") {
            throw WebDriverError("the page is no longer shown", code: "stale element reference")
        }
        // What follows is the driver's own stack.
        let lines = message.split(separator: "\n").prefix { !$0.hasPrefix("Stacktrace") && !$0.hasPrefix("#0 ") }
        throw WebDriverError(
            lines.joined(separator: " "),
            code: problem?["error"] as? String ?? "unknown error"
        )
    }
}
