import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage

/// Logs requests: those that were refused, and all of them by setting.
///
/// No entry contains a query, a field, a cookie or an id. A session is named by a hash with a key of this process, so that the entries
/// of one session can be found, and nobody can use it.
struct RequestLog: Sendable {
    let log: Log
    /// Whether all requests are logged, and not only refusals.
    let includesAll: Bool
    let cookieName: String

    /// Logs an answered request, if it is to be logged.
    func take(_ served: ServedRequest) {
        let status = Int(served.answer.status.rawValue)
        // An address without a page, or a form with mistakes, is no refusal: visitors mistype.
        let isRefused = status >= 400 && status != 404 && status != 422
        guard isRefused || includesAll else { return }
        let level: Log.Level = status >= 500 ? .warning : .info
        // Refusals of one kind may be a flood. A log of all requests leaves none out.
        log(
            level,
            kind: includesAll ? nil : "refused \(status)",
            isRefused ? "refused" : "answered",
            facts(served, status)
        )
    }

    private func facts(_ served: ServedRequest, _ status: Int) -> [(name: String, value: String)] {
        var facts = [(name: "status", value: "\(status)"), (name: "address", value: "\(served.remoteAddress)")]
        if let reason = served.answer.reason { facts.append((name: "reason", value: reason)) }
        if let request = served.request {
            if let id = request.id { facts.append((name: "request", value: "\(id)")) }
            facts.append((name: "method", value: request.method.rawValue))
            facts.append((name: "path", value: request.path))
            if let session = request.cookie(cookieName).flatMap({ SessionToken($0)?.id }) {
                facts.append((name: "session", value: session.logName))
            }
        }
        let microseconds =
            served.answer.duration.components.seconds * 1_000_000
            + served.answer.duration.components.attoseconds / 1_000_000_000_000
        facts.append((name: "ms", value: "\(microseconds / 1_000).\(String(microseconds % 1_000 + 1_000).dropFirst())"))
        facts.append((name: "bytes", value: "\(served.answer.contentLength)"))
        return facts
    }
}
