import ElmwoodFormData
import ElmwoodHTTPServer
import ElmwoodMetrics
import ElmwoodObservation
import ElmwoodSessions
import ElmwoodStorage
import protocol ElmwoodHTTPServer.Handler

/// Answers the requests of a site: refuses requests from other sites, and finds the file or the program.
package final class SiteHandler: Handler {
    let context: SiteContext
    private let mounted: [MountedEndpoint]
    /// The endpoints beside the programs.
    var endpoints: EndpointTable { context.endpoints }
    /// The functions around all answers; empty if there are none.
    let middleware: [Middleware]
    /// What the site does at certain times; nil if that is nothing.
    let schedule: Schedule?
    /// The names of the mounted programs.
    private let names: [String]
    private let assets: Assets
    private let fileLog: DiagnosticLog

    /// The counts for the site's operator; nil if there is no admin address.
    let metrics: Metrics?

    package convenience init(_ site: Site, files: StaticFiles, in context: SiteContext) {
        self.init(site, Assets(files), in: context, metrics: nil)
    }

    init(_ site: Site, _ assets: Assets, in context: SiteContext, metrics: Metrics?) {
        var context = context
        context.errorPage = site.errorPage
        context.endpoints = site.endpoints
        self.context = context
        self.metrics = metrics
        for share in site.shares { share(context) }
        let programs = site.mounts.map { MountedEndpoint($0, in: context) }
        // The histories belong to the programs, which are known by now.
        let panels = context.histories?.panels(of: site.mounts.map(\.pattern)) ?? []
        mounted = (programs + panels.map { MountedEndpoint($0, in: context) }).inOrder()
        names = mounted.map(\.pattern.name)
        middleware = site.middleware
        schedule = site.scheduled.isEmpty ? nil : Schedule(site.scheduled, context.registry, log: context.log)
        if schedule != nil { _ = context.registry.share(ScheduledRuns()) }
        self.assets = assets
        fileLog = DiagnosticLog(context.log, program: assets.folder)
    }

    package func refusal(of request: Request) -> Response? {
        if let refusal = refusal(ofSenderOf: request) { return refusal }
        let resource = endpoints.resource(at: request.path)
        if let refusal = refusal(byHeadOf: request, for: resource?.endpoint(for: request.method)) { return refusal }
        if UploadRoute.isFor(request.path) { return needsOnlyHead ? UploadRoute(site: self).refusal(of: request) : nil }
        // Whoever is refused by other middleware is not told which addresses there are, and with which methods.
        guard needsOnlyHead else { return nil }
        if let resource { return self.refusal(of: request, at: resource) }
        // What answers a GET does not read its body.
        guard request.method == .post else { return nil }
        let isAnswered = mounted.contains { $0.pattern.end(in: request.path) != nil }
        return isAnswered ? nil : Refusal.notFound.response(as: ResponseFormat(request), in: context, to: request)
    }

    package func respond(to request: Request) -> Answer {
        if context.hasEndedProcess(request) {
            let refusal = Refusal(status: 500, sentence: .serverFailed)
            // As a plain text: the site's own page may be what has ended it.
            return .response(refusal.response(as: .text, in: context, to: request))
        }
        if middleware.isEmpty { return answer(request) }
        if let refusal = refusal(ofSenderOf: request) { return .response(refusal) }
        guard needsOnlyHead else { return answer(request, within: middleware) }
        return refusal(byHeadOf: request).map { .response($0) } ?? answer(request)
    }

    /// Whether the site has no middleware, or only such as needs no more than the head.
    private var needsOnlyHead: Bool { middleware.allSatisfy { $0.check != nil } }

    /// Returns the answer of an endpoint, a file or a program.
    func answer(_ request: Request) -> Answer {
        let form = ResponseFormat(request)
        if let resource = endpoints.resource(at: request.path), serves(request) {
            // The browser itself has to receive what an endpoint answers: a file, a redirect to another site, nothing at all. And it is
            // called only once.
            if isOfOpenPage(request, form) { return .response(.reload(in: context)) }
            return answer(request, at: resource)
        }
        if let refusal = refusal(ofSenderOf: request, form) {
            return refuse(refusal, as: self.form(of: refusal, form, to: request), to: request)
        }
        // It asks for what the server can do (RFC 9110 §9.3.7).
        if request.path == "*" {
            let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
            return .response(Response(.noContent, headers: ["Allow": methods]))
        }
        switch request.method {
        case .get, .head:
            if let answer = file(for: request, as: form) {
                return isOfOpenPage(request, form) ? .response(.reload(in: context)) : answer
            }
            // Browsers request it on their own (HTML, "Link type icon"): no program starts for that.
            if request.path == "/favicon.ico" { return refuse(.notFound, as: form, to: request) }
        case .post:
            if context.development != nil, let response = DevelopmentRoute.ending(request, in: context) {
                return .response(response)
            }
            if hasFile(for: request) { return refuse(.methodNotAllowed("GET, HEAD"), as: form, to: request) }
            guard let fields = request.form else { return refuse(.unsupportedMediaType, as: form, to: request) }
            if Self.containNUL(fields) { return refuse(.containsNUL, as: form, to: request) }
        default:
            if UploadRoute.isFor(request.path) { return UploadRoute(site: self).answer(request) }
            return refuse(refusal(ofMethodOf: request), as: form, to: request)
        }
        let path = request.path
        for (index, endpoint) in mounted.enumerated() {
            guard let (base, path) = endpoint.split(path) else { continue }
            let call = ProgramRequest(
                request: request,
                base: base,
                path: path,
                form: form,
                in: context
            )
            if request.method == .post, let wait = secondsToWait(request, session: call.session) {
                return refuse(.tooManyPosts(secondsToWait: wait), as: form, to: request)
            }
            return RequestTag(call, program: index).applied(to: context.recognizing(call, endpoint.answer))
        }
        return refuse(.notFound, as: form, to: request)
    }

    /// Whether the script of an open page asks. An endpoint may have a stream of events of its own.
    private func isOfOpenPage(_ request: Request, _ form: ResponseFormat) -> Bool {
        form.isLive && request.headers.contains("elmwood-page")
    }

    /// Returns the answer with the script, a download or a file; nil if the request is for none.
    private func file(for request: Request, as form: ResponseFormat) -> Answer? {
        let path = request.path
        if path.utf8.span.hasPrefix("/elmwood/") {
            if UploadRoute.isFor(path) { return UploadRoute(site: self).answer(request) }
            if let response = ownFile(for: request) { return .response(RequestTag.file.applied(to: response)) }
        }
        // A file has a dot in its name; only then is the disk searched before the programs are tried.
        guard Self.mayBeFile(path), var response = assets.response(to: request) else { return nil }
        if response.status == .notFound { return refuseFile(request, as: form) }
        if response.status.rawValue >= 400, !form.isLive {
            // A condition that does not hold, or a range that there is not.
            var refusal = Refusal.server(response.status, "", in: "en").response(as: form, in: context, to: request)
            if let range = response.headers["Content-Range"] { refusal.headers.add("Content-Range", range) }
            return .response(RequestTag.file.applied(to: refusal))
        }
        if let policy = context.publicPolicy {
            response.headers.add("Cross-Origin-Resource-Policy", policy.rawValue)
        }
        return .response(RequestTag.file.applied(to: response))
    }

    /// Returns the response with the script, its words, the style of dialogs, a download, or a file of the tools for development; nil if the request is for none.
    private func ownFile(for request: Request) -> Response? {
        ScriptFile.response(to: request)
            ?? ScriptWords.response(to: request, in: context)
            ?? ModalStyle.response(to: request)
            ?? historyStyle(for: request)
            ?? context.development.flatMap { DevelopmentRoute.response(to: request, of: $0, in: context) }
            ?? DownloadRoute.response(to: request, in: context)
    }

    private func historyStyle(for request: Request) -> Response? {
        context.histories?.style(at: request.path).map { style in
            Response(
                .ok,
                headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"],
                body: .bytes(style)
            )
        }
    }

    /// Refuses a file that exists, but whose type is not served. The log names it once.
    private func refuseFile(_ request: Request, as form: ResponseFormat) -> Answer {
        fileLog.log(["\(request.path) is not served, because its type is not in ELMWOOD_PUBLIC_TYPES."])
        return refuse(.notFound, as: form, to: request)
    }

    /// Whether a field contains NUL. No browser's field can, HTML cannot show it, and whatever stores a text may take it for its end.
    static func containNUL(_ form: FormData) -> Bool {
        form.entries.contains { entry in
            entry.name.utf8.span.firstIndex(of: 0) != nil || (entry.value.text ?? "").utf8.span.firstIndex(of: 0) != nil
        }
    }

    /// Whether there is a file at the path of a request, which can only be read.
    private func hasFile(for request: Request) -> Bool {
        if ScriptFile.response(to: request) != nil { return true }
        return Self.mayBeFile(request.path) && (assets.response(to: request)?.status ?? .notFound) != .notFound
    }

    /// Returns the refusal of a request with a method that neither files nor programs answer.
    private func refusal(ofMethodOf request: Request) -> Refusal {
        if hasFile(for: request) { return .methodNotAllowed("GET, HEAD") }
        return mounted.contains { $0.split(request.path) != nil } ? .methodNotAllowed : .notFound
    }

    private func refuse(_ refusal: Refusal, as form: ResponseFormat, to request: Request) -> Answer {
        .response(refusal.response(as: form, in: context, to: request))
    }

    /// Returns the refusal of a request under another host name, or of a post or a live request of another site's page; nil for all
    /// others.
    func refusal(ofSenderOf request: Request, _ form: ResponseFormat) -> Refusal? {
        if !serves(request) { return .unknownHost }
        guard request.method == .post || form.isLive, isCrossSite(request) else { return nil }
        return .crossSite
    }

    /// The format of a refusal of a sender. What is no post is a live request of another site's page, whose script reads no patch.
    func form(of refusal: Refusal, _ form: ResponseFormat, to request: Request) -> ResponseFormat {
        refusal == .crossSite && request.method != .post ? .text : form
    }

    /// Counts a post, or another request that may change something. Returns nil, or how long its sender has to wait.
    func secondsToWait(_ request: Request, session: SessionID?) -> Int? {
        context.rates.take(
            from: request.remoteAddress,
            session: session,
            isKnown: context.registry.visitor(of: session) != nil,
            at: context.registry.environment.now()
        )
    }

    func isCrossSite(_ request: Request) -> Bool {
        SecurityPolicy.isCrossSite(
            fetchSite: request.headers.bytes(of: "sec-fetch-site"),
            origin: request.headers.bytes(of: "origin"),
            host: request.hostBytes,
            isSecure: request.isSecure,
            siteOrigin: context.origin
        )
    }

    /// Whether the last segment of the path has a dot.
    private static func mayBeFile(_ path: String) -> Bool {
        let bytes = path.utf8.span
        var index = bytes.count
        while index > 0, bytes[index - 1] != UInt8(ascii: "/") {
            index -= 1
            if bytes[index] == UInt8(ascii: ".") { return true }
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
        context.resumableUploads.accepted.leave()
    }

    /// Tells the other nodes of the site that this one has ended, so that they need not find it out.
    func leaveNodes(within time: Duration) { context.registry.leaveNodes(within: time) }

    /// Returns a log of the site's requests.
    func requestLog(isAccessLog: Bool) -> RequestLog {
        RequestLog(log: context.log, includesAll: isAccessLog, cookieName: context.cookieName)
    }

    /// Returns what tells an observer of each answered request.
    func counting(for observer: any Observer) -> @Sendable (ServedAnswer) -> Void {
        let programs = names.map { observer.receiverOfRequests(of: $0) }
        let others = observer.receiverOfRequests(of: nil)
        return { served in
            let tag = RequestTag(rawValue: served.tag)
            let index = tag.program ?? programs.endIndex
            let receiver = programs.indices.contains(index) ? programs[index] : others
            receiver.receive(
                tag.kind,
                Int(served.status.rawValue),
                served.reason,
                served.duration,
                served.contentLength
            )
        }
    }

    /// Whether a request names a host of the site.
    func serves(_ request: Request) -> Bool {
        request.hostBytes.map { context.hosts.allows($0, at: request.localAddress) } ?? true
    }

    /// Is told of what the site does; nil if nobody asks.
    var observer: (any Observer)? { context.registry.environment.observer }

    /// The site's sessions.
    package var registry: SessionRegistry { context.registry }

    /// The headers of all answers, including the server's own refusals.
    package var headers: ResponseHeaders { context.common }
}
