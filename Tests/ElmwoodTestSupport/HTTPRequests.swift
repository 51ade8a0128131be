/// Sends one request over a connection of its own and reads the answer.
///
/// `Host`, `Content-Length` and `Connection: close` are added. Everything else is sent as given.
///
/// ```swift
/// let reply = try request("POST", "/counter", port: port, headers: ["Cookie": "a=b"], body: "message=increment")
/// ```
package func request(
    _ method: String,
    _ target: String,
    port: Int,
    from source: String? = nil,
    headers: KeyValuePairs<String, String> = [:],
    body: String? = nil
) throws -> HTTPReply {
    let connection = try HTTPConnection(port: port, from: source)
    try connection.send(requestText(method, target, headers: headers, body: body, close: true))
    return try connection.readReply(toHead: method == "HEAD")
}

/// Returns the text of a request as it is sent.
///
/// If the headers contain no `Content-Type`, the body has urlencoded fields.
package func requestText(
    _ method: String,
    _ target: String,
    headers: KeyValuePairs<String, String> = [:],
    body: String? = nil,
    close: Bool = false
) -> String {
    var text = "\(method) \(target) HTTP/1.1\r\n"
    let names = headers.map { $0.key.lowercased() }
    if !names.contains("host") { text += "Host: localhost\r\n" }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body {
        if !names.contains("content-type") { text += "Content-Type: application/x-www-form-urlencoded\r\n" }
        text += "Content-Length: \(body.utf8.count)\r\n"
    }
    if close { text += "Connection: close\r\n" }
    return text + "\r\n" + (body ?? "")
}
