import ElmwoodHistory
import ElmwoodClientScript
import ElmwoodHTTPServer
import ElmwoodSessions
import protocol ElmwoodHTTPServer.Handler

/// Answers the requests of a site: refuses requests from other sites, and finds the file or the program.
package final class SiteHandler: Handler {
    fileprivate let context: SiteContext
    private let endpoints: [(base: String, answer: @Sendable (ProgramRequest) -> Answer)]
    private let files: StaticFiles
    private let script: @Sendable () -> ClientScript

    package init(_ site: Site, publicFolder: String, in context: SiteContext) {
        self.context = context
        script = site.script
        let programs = site.mounts.map { (base: $0.base, answer: $0.endpoint(context)) }
        // The histories belong to the programs, which are known by now. The longest path comes first.
        let histories = HistoryRoute.mounts(in: context).map { (base: $0.base, answer: $0.endpoint(context)) }
        endpoints =
            histories.isEmpty ? programs : (programs + histories).sorted { $0.base.utf8.count > $1.base.utf8.count }
        files = StaticFiles(folder: publicFolder)
    }

    package func refusal(of request: Request) -> Response? {
        // What answers a GET does not read its body.
        guard request.method == .post else { return nil }
        let form = ResponseFormat(request)
        if let refusal = refusal(ofSenderOf: request, form) { return refusal.response(as: form, in: context) }
        let isAnswered = endpoints.contains { Mount.path(of: request.path, below: $0.base) != nil }
        return isAnswered ? nil : Refusal.notFound.response(as: form, in: context)
    }

    package func respond(to request: Request) -> Answer {
        let form = ResponseFormat(request)
        if let refusal = refusal(ofSenderOf: request, form) {
            return refuse(refusal, as: refusal == .crossSite && request.method != .post ? .text : form)
        }
        switch request.method {
        case .get, .head:
            if let response = ScriptFile.response(to: request, with: script) { return .response(response) }
            if context.histories != nil, let response = HistoryRoute.response(to: request) {
                return .response(response)
            }
            if let response = DownloadRoute.response(to: request, from: context.registry.downloads) {
                return .response(response)
            }
            // A file has a dot in its name; only then is the disk searched before the programs are tried.
            if Self.mayBeFile(request.path) {
                if let response = files.response(to: request) { return .response(response) }
                // Browsers request it on their own (HTML, "Link type icon"): no program starts for that.
                if request.path == "/favicon.ico" { return refuse(.notFound, as: form) }
            }
        case .post:
            if request.form == nil { return refuse(.unsupportedMediaType, as: form) }
        default:
            return refuse(.methodNotAllowed, as: form)
        }
        for (base, answer) in endpoints {
            if let path = Mount.path(of: request.path, below: base) {
                var call = ProgramRequest(
                    request: request,
                    path: path,
                    form: form,
                    in: context
                )
                if request.method == .post, let wait = secondsToWait(call) {
                    return refuse(.tooManyPosts(secondsToWait: wait), as: form)
                }
                if context.histories != nil { call.recognizeVisitor() }
                return answer(call)
            }
        }
        return refuse(.notFound, as: form)
    }

    private func refuse(_ refusal: Refusal, as form: ResponseFormat) -> Answer {
        .response(refusal.response(as: form, in: context))
    }

    /// Returns the refusal of a request under another host name, or of a post or a live request of another site's page; nil for all
    /// others.
    private func refusal(ofSenderOf request: Request, _ form: ResponseFormat) -> Refusal? {
        if let host = request.hostBytes, !context.hosts.allows(host) { return .unknownHost }
        guard request.method == .post || form.isLive, isCrossSite(request) else { return nil }
        return .crossSite
    }

    /// Counts a post. Returns nil, or how long its sender has to wait.
    private func secondsToWait(_ call: ProgramRequest) -> Int? {
        context.postRates?.take(
            from: call.request.remoteAddress,
            session: call.session,
            at: context.registry.environment.now()
        )
    }

    private func isCrossSite(_ request: Request) -> Bool {
        SecurityPolicy.isCrossSite(
            fetchSite: request.headers["sec-fetch-site"],
            origin: request.headers["origin"],
            host: request.host,
            isSecure: request.isSecure,
            siteOrigin: context.origin
        )
    }

    /// Whether the last segment of the path has a dot.
    private static func mayBeFile(_ path: String) -> Bool {
        for byte in path.utf8.reversed() {
            if byte == UInt8(ascii: ".") { return true }
            if byte == UInt8(ascii: "/") { return false }
        }
        return false
    }
}

extension SiteHandler {
    /// Waits until all sessions are stored in their current state, and hands their pending work over to another process.
    ///
    /// - Parameter time: the limit of each of two phases.
    func handOver(within time: Duration) {
        guard context.registry.isStored else { return }
        context.registry.handOver(within: time)
        context.uploads.leave()
    }

    /// Returns a log of the site's requests.
    func requestLog(isAccessLog: Bool) -> RequestLog {
        RequestLog(log: context.log, includesAll: isAccessLog, cookieName: context.cookieName)
    }

    /// The site's sessions.
    package var registry: SessionRegistry { context.registry }

    /// The headers of all answers, including the server's own refusals.
    package var headers: ResponseHeaders { context.common }

    /// Returns the response to a request that the server refuses before it is complete. Its sender is unknown, so the response is
    /// plain text.
    package func refusal(_ status: HTTPStatus, _ sentence: String) -> Response {
        .text(sentence + "\n", status: status)
    }
}
