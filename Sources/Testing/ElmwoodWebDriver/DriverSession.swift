// JSON of any shape, for JSONSerialization: FoundationEssentials lacks it.
import Foundation
import ElmwoodHTTPClient

/// A session of the classic WebDriver standard: a browser, controlled by a driver. Each command blocks the thread until it is
/// carried out.
package class DriverSession {
    private let connection: HTTPConnection
    private var path = ""

    /// Makes the driver at that port start a browser.
    init(port: Int, _ capabilities: [String: Any]) throws {
        // The first start reads a hundred megabytes from a cold disk.
        connection = try HTTPConnection(port: port, timeout: 90)
        // On a busy machine a page may stand still for longer than the half minute of the standard (WebDriver, section 9).
        let patient = capabilities.merging(["timeouts": ["script": 80_000]]) { $1 }
        path = try begin(["capabilities": ["alwaysMatch": patient]])
    }

    /// Begins a session, and a second time if the browser ends during its start: on a busy machine that sometimes happens.
    private func begin(_ parameters: [String: Any]) throws -> String {
        let answer: Any
        do {
            answer = try send("POST", "/session", parameters)
        } catch let error as WebDriverError where error.code == "session not created" {
            answer = try send("POST", "/session", parameters)
        }
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw WebDriverError("the driver did not begin a session: \(answer)")
        }
        return "/session/\(id)"
    }

    /// Ends the browser. The session can no longer be used.
    package func quit() {
        // A browser that crashed cannot be closed, and has ended already.
        _ = try? send("DELETE", path)
    }

    /// Carries out a command of the session: `command("POST", "/url", ["url": address])`.
    @discardableResult
    func command(_ method: String, _ path: String, _ parameters: [String: Any] = [:]) throws -> Any {
        try send(method, self.path + path, parameters)
    }

    /// Returns the text that a command returns.
    func text(_ method: String, _ path: String) throws -> String {
        let value = try command(method, path)
        guard let text = value as? String else {
            throw WebDriverError("the response to \(path) is not a text: \(value)")
        }
        return text
    }

    // The differences between drivers.

    package func ask(_ question: ElementQuestion, of element: String) throws -> Any {
        let path =
            switch question {
            case .text: "text"
            case .name: "name"
            // The standard's own "Get Element Attribute". The value of a boolean attribute that is present is "true".
            case .attribute(let name): "attribute/\(name)"
            case .property(let name): "property/\(name)"
            case .style(let name): "css/\(name)"
            case .isShown: "displayed"
            case .isEnabled: "enabled"
            case .isSelected: "selected"
            }
        return try command("GET", "/element/\(element)/\(path)")
    }

    package func type(_ text: String, into element: String) throws {
        try command("POST", "/element/\(element)/value", ["text": text])
    }

    package func perform(_ actions: [[String: Any]], isReleased: Bool) throws {
        try command("POST", "/actions", ["actions": actions])
        if isReleased { try command("DELETE", "/actions") }
    }

    package func switchTab(to name: String) throws { try command("POST", "/window", ["handle": name]) }

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
        // If a page is unloaded during a query, the driver sometimes passes on the browser's own error.
        if message.contains("does not belong to the document") {
            throw WebDriverError("the page is no longer shown", code: "stale element reference")
        }
        // The following lines are the driver's own stack.
        let lines = message.split(separator: "\n").prefix { !$0.hasPrefix("Stacktrace") && !$0.hasPrefix("#0 ") }
        throw WebDriverError(
            lines.joined(separator: " "),
            code: problem?["error"] as? String ?? "unknown error"
        )
    }
}
