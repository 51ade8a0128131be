// JSON of any shape, for JSONSerialization: FoundationEssentials lacks it.
import Foundation
import ElmwoodHTTPClient

/// A connection to a browser that supports the W3C's WebDriver BiDi: commands as JSON over a WebSocket, with numbered responses,
/// and events between them.
final class BiDiConnection {
    private let socket: WebSocket
    private var number = 0
    /// Called with each event: its name, and its parameters.
    var onEvent: (String, [String: Any]) -> Void = { _, _ in }

    init(port: Int) throws {
        socket = try WebSocket(port: port, path: "/session", timeout: 90)
    }

    /// Sends a command, and waits for its response.
    @discardableResult
    func command(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        number += 1
        let command: [String: Any] = ["id": number, "method": method, "params": parameters]
        let text = try JSONSerialization.data(withJSONObject: command)
        try socket.send(String(decoding: text, as: UTF8.self))
        while true {
            guard let message = try JSONSerialization.jsonObject(with: receive(for: method)) as? [String: Any] else {
                throw WebDriverError("the response to \(method) is not an object")
            }
            if message["type"] as? String == "event" {
                onEvent(message["method"] as? String ?? "", message["params"] as? [String: Any] ?? [:])
                continue
            }
            guard message["id"] as? Int == number else { continue }
            if let result = message["result"] as? [String: Any] { return result }
            throw Self.error(message)
        }
    }

    /// Returns the next message, during the wait for the response to a command.
    private func receive(for method: String) throws -> Data {
        do {
            return Data(try socket.receive())
        } catch {
            throw WebDriverError("Firefox did not answer \(method): \(error)", code: "timeout")
        }
    }

    /// Returns the error, with the corresponding code of the classic WebDriver standard.
    private static func error(_ message: [String: Any]) -> WebDriverError {
        let code = message["error"] as? String ?? "unknown error"
        let sentence = message["message"] as? String ?? ""
        switch code {
        case "no such node": return WebDriverError(sentence, code: "stale element reference")
        case "no such frame": return WebDriverError(sentence, code: "no such window")
        // A page that is unloaded during a query loses the response.
        case "unknown error"
        where sentence.contains("AbortError") || sentence.contains("Actor 'MessageHandlerFrame' destroyed"):
            return WebDriverError(sentence, code: "stale element reference")
        default: return WebDriverError(sentence, code: code)
        }
    }
}
