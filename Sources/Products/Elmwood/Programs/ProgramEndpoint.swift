import ElmwoodArchitecture
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// Answers the requests for one mounted program: shows its pages, and performs its posts.
package final class ProgramEndpoint: Sendable {
    package let host: SessionHost
    let base: String
    let context: SiteContext
    /// The message that each visit of a page begins with; none except for a history's panel.
    let arrivals: [AnyMessage]
    /// The history at the foot of each page, in development.
    private let history: PageFoot?

    /// Creates the endpoint of a program.
    ///
    /// - Parameters:
    ///   - isRecorded: whether the sessions' histories are recorded, if the site records any.
    ///   - arrival: the message that each visit of a page begins with, before the page is shown.
    package convenience init<P: Program>(
        _ program: P,
        at base: String,
        in context: SiteContext,
        isRecorded: Bool = false,
        arrival: P.Message? = nil
    ) {
        let name = base.isEmpty ? "/" : base
        let mounted = MountedProgram(
            program: program,
            address: ProgramAddress(name: name, base: base),
            isPanel: arrival != nil,
            diagnostics: DiagnosticLog(context.log, program: name, development: context.development)
        )
        self.init(
            mounted.host(in: context, isRecorded: isRecorded),
            in: context.context(of: P.self),
            arrival: arrival.map { AnyMessage($0) },
            hasHistory: isRecorded && MountedProgram<P>.isRecorded(in: context)
        )
    }

    /// Creates an endpoint for an existing host, with the registry of that context.
    package init(
        _ host: SessionHost,
        in context: SiteContext,
        arrival: AnyMessage? = nil,
        hasHistory: Bool = false
    ) {
        self.host = host
        base = host.base
        self.context = context
        arrivals = arrival.map { [$0] } ?? []
        history = hasHistory ? context.histories?.foot(of: host.base) : nil
    }

    /// Returns the answer to a GET, a HEAD or a POST. Called on the thread of the connection's loop.
    package func answer(_ call: ProgramRequest) -> Answer {
        if call.form.isLive { return live(call) }
        return call.request.method == .post ? post(call) : show(call)
    }

    /// Returns the page of a call.
    func page(_ call: ProgramRequest, path: String? = nil, problems: [Problem] = []) -> Page {
        var page = Page(path: call.path, query: call.query, base: base, problems: problems)
        page.client = call.client
        page.request = call.name
        if let path { return page.moved(to: path) }
        // Otherwise the page would be copied, and then destroyed.
        return consume page
    }

    /// Returns the visit, for the program's start.
    func visit(_ call: ProgramRequest) -> Visit {
        var name: String?
        if case .recognized(let visitor) = call.visitor, !arrivals.isEmpty {
            name = context.histories?.name(of: visitor.id, session: call.session)
        }
        return call.visit(visitor: name)
    }

    // MARK: Showing

    private func show(_ call: ProgramRequest) -> Answer {
        switch reply(showing: call) {
        case .ready(let reply):
            return Answer(response(to: call, showing: reply))
        case .promised(let promise):
            return .later { responder in
                promise.whenFulfilled { reply in
                    responder.answer { Answer(self.response(to: call, showing: reply)) }
                }
            }
        }
    }

    private func reply(showing call: ProgramRequest) -> Eventual<SessionReply<Never>> {
        if arrivals.isEmpty { return host.show(call, by: call.credentials) }
        return host.post(arrivals, by: call.credentials, request: KnownVisit(visit(call)))
    }

    private func response(to call: ProgramRequest, showing reply: SessionReply<Never>) -> Eventual<Response> {
        switch reply {
        case .shown(let snapshot):
            if let response = leaving(snapshot, call) { return .ready(response) }
            return shown(snapshot, on: page(call), for: call)
        case .failed(let failure):
            return .ready(failed(failure, on: page(call), to: call))
        }
    }

    /// Returns the page of a snapshot, in the client's format.
    func shown(_ snapshot: SessionSnapshot, on page: Page, for call: ProgramRequest) -> Eventual<Response> {
        // Most answers tell nothing, and their page need not be copied.
        snapshot.flash.isEmpty
            ? showing(snapshot, on: page, for: call) : showing(snapshot, on: page.showing(snapshot.flash), for: call)
    }

    private func showing(
        _ snapshot: SessionSnapshot,
        on page: Page,
        for call: ProgramRequest
    ) -> Eventual<Response> {
        if let known = snapshot.view(on: page) {
            return .ready(response(showing: known, of: snapshot, for: call))
        }
        let rendered = host.renderReading(snapshot.model, on: page)
        // Without a closure, which would be allocated for each request.
        if case .ready(let result) = rendered {
            return .ready(response(showing: result, of: snapshot, on: page, for: call))
        }
        return rendered.map { self.response(showing: $0, of: snapshot, on: page, for: call) }
    }

    private func response(
        showing result: Result<RenderedPage, any Error>,
        of snapshot: SessionSnapshot,
        on page: Page,
        for call: ProgramRequest
    ) -> Response {
        switch result {
        case .success(let view):
            host.keep(view, of: snapshot)
            return response(showing: view, of: snapshot, for: call)
        case .failure(let error):
            return failed(host.viewFailed(error, call.eventContext), on: page, to: call)
        }
    }

    private func response(
        showing view: RenderedPage,
        of snapshot: SessionSnapshot,
        for call: ProgramRequest
    ) -> Response {
        let rendering = view.rendering
        var cookie = snapshot.cookie
        // curl, and clients of JSON, open no page that would request a session.
        if call.form == .browser,
            let id = host.idForNewcomer(snapshot, showing: rendering, presented: call.session)
        {
            cookie = .set(id)
        }
        var response =
            call.form == .json
            ? Response(
                .ok,
                headers: context.json,
                body: .bytes(json(of: view, isOverdue: snapshot.overdue != nil))
            )
            : Response(
                .ok,
                headers: context.page,
                body: .bytes(
                    html(
                        rendering,
                        of: snapshot.model,
                        telling: snapshot.flash,
                        isPaused: snapshot.isPaused,
                        mayReceiveMessage: snapshot.mayReceiveMessage,
                        overdue: snapshot.overdue
                    )
                )
            )
        set(cookie, snapshot.others, on: &response, to: call)
        if let own = rendering.response { response.apply(own, to: call, log: context.log) }
        return response
    }

    /// Returns what the page offers, and what it reads of shared programs.
    private func json(of view: RenderedPage, isOverdue: Bool) -> [UInt8] {
        Contract(view.rendering).json(
            problems: view.page.problems,
            notices: view.page.shownNotices,
            isPending: isOverdue,
            shared: view.rendering.sharedModels(withValues: context.histories != nil)
        )
    }

    /// What development tools add to a page now.
    var foot: PageFoot? {
        // The tools' own pages are shown within others.
        guard let development = context.development, context.histories?.isPanel(at: base) != true else {
            return history
        }
        return development.completing(history)
    }

    /// Returns the page, with the script that makes it live.
    ///
    /// - Parameters:
    ///   - flash: what the page tells the visitor. Its problems are shown as those of a refused post.
    ///   - isPaused: whether it shows an earlier moment.
    ///   - mayReceiveMessage: whether a message may come that the visitor's requests have led to.
    ///   - overdue: the unfinished work whose result the page does not show yet.
    package func html(
        _ rendering: Rendering,
        of model: AnyModel,
        telling flash: Flash = Flash(),
        isPaused: Bool = false,
        mayReceiveMessage: Bool = false,
        overdue: OverdueAnswer? = nil
    ) -> [UInt8] {
        var foot = foot
        foot?.isPaused = isPaused
        let language = rendering.language
        // A view that refreshes its page says by itself what it does.
        var notice: PendingNotice?
        if overdue != nil, !rendering.refreshesItself {
            let sentences = language.map { context.sentences[$0] } ?? context.sentences.base.texts
            notice = PendingNotice(
                text: sentences[.stillProcessing],
                link: rendering.hasField ? sentences[.showResult] : nil
            )
        }
        if let overdue, !overdue.fields.isEmpty {
            // Without the script, as after a refused post.
            let overlay = FormOverlay(fields: overdue.fields, problems: flash.problems)
            return rendering.html(overlay: overlay, foot: foot, pending: notice, modalStyle: ModalStyle.address)
        }
        var script = ScriptTag(
            language.map { context.scriptTags[$0] } ?? context.scriptTags.base.texts,
            revision: rendering.revision,
            base: base,
            connects: host.connects(
                rendering,
                of: model,
                telling: flash,
                mayReceiveMessage: mayReceiveMessage
            )
        )
        if host.asksForTimeZone { script.timeZoneCookie = context.timeZoneCookie }
        return rendering.html(
            overlay: flash.problems.isEmpty ? nil : FormOverlay(fields: [], problems: flash.problems),
            script: script,
            foot: foot,
            pending: notice,
            modalStyle: ModalStyle.address
        )
    }

    /// Returns the response that sends the browser elsewhere: to another path, to a download, or to another site. Nil if there is
    /// no such command.
    func leaving(_ snapshot: SessionSnapshot, _ call: ProgramRequest) -> Response? {
        var response: Response?
        for command in snapshot.pageCommands where call.form == .browser {
            switch command {
            case .leave(let address):
                let languages = snapshot.view?.rendering.languages ?? call.request.languages
                // An endpoint may redirect to another site.
                let isOfPrograms =
                    address.hasPrefix("/") && !context.endpoints.covers(String(address.prefix { $0 != "?" }))
                response =
                    isOfPrograms
                    ? redirect(toTarget: address) : LeavingPage.response(to: address, in: languages, context)
            case .download(let file): response = file.address.map { redirect(toTarget: $0) }
            default: break
            }
        }
        if response == nil, let path = snapshot.navigation {
            response = redirect(toTarget: Page(base: base).link(to: path))
        }
        guard var response else { return nil }
        set(snapshot.cookie, snapshot.others, on: &response, to: call)
        return response
    }

    func redirect(toTarget target: String) -> Response {
        var response = Response(.seeOther, headers: context.redirect)
        response.headers.add("Location", target)
        return response
    }

    /// Sets the cookies that have changed: the session's id, the visitor's token, and the ticket that proves that the browser made
    /// this request. If the session has ended, the browser is told to remove the site's pages and data.
    func set(_ cookie: CookieChange, _ others: OtherCookies, on response: inout Response, to call: ProgramRequest) {
        func set(_ name: String, _ value: String, _ age: Int) {
            response.headers.add("Set-Cookie", context.cookie(name, value, maximumAge: age))
        }
        switch cookie {
        case .unchanged: break
        case .set(let token): set(context.cookieName, token.text, context.sessionCookieAge)
        case .remove: set(context.cookieName, "", 0)
        }
        if let ticket = others.ticket {
            set(context.ticketCookieName, ticket.text, SessionCookie.ticketMaximumAge)
        } else if cookie != .unchanged, call.ticket != nil {
            // The ticket has served its purpose.
            set(context.ticketCookieName, "", 0)
        }
        let token = if case .set(let token) = others.visitor { token } else { call.resentToken }
        if let token {
            set(context.visitorCookieName, VisitorCookie(token, day: context.today).text, context.visitorCookieAge)
        }
        if call.request.method == .post, let seen = context.registry.position(after: call.seen) {
            set(context.seenCookieName, seen.text, SessionCookie.seenMaximumAge)
        }
        if others.hasEnded { response.headers.add("Clear-Site-Data", Self.clearedData) }
    }

    /// What a browser removes at the end of a session (Clear Site Data, section 3.1). Not the cookies: it would remove those of all
    /// hosts below the same domain, and the visitor's, whose saved values remain.
    private static let clearedData = #""cache", "storage""#

    // MARK: Failing

    /// Returns the answer if the program threw, or a limit was exceeded. The log has the reason, which the visitor must not see.
    func failed(_ failure: SessionFailure, on page: Page, to call: ProgramRequest) -> Response {
        var refusal = Refusal(failure)
        if let error = failure.thrown, !(error is NotFound),
            let response = programPage(for: error, refusal, on: page, to: call)
        {
            return response
        }
        if case .paused = failure { refusal.history = context.histories?.address(of: base) }
        return refusal.response(as: call.form, in: context, to: call.request)
    }

    /// Returns the program's own page for an error, if it has one and the client receives pages.
    ///
    /// - Parameter refusal: what the client gets otherwise.
    private func programPage(
        for error: any Error,
        _ refusal: Refusal,
        on page: Page,
        to call: ProgramRequest
    ) -> Response? {
        guard call.form == .browser, let rendering = host.render(error, on: page) else { return nil }
        let status = HTTPStatus(rawValue: UInt16(clamping: refusal.status))
        var response = Response(
            status,
            headers: context.page,
            body: .bytes(rendering.html(modalStyle: ModalStyle.address))
        )
        if status == .serviceUnavailable { response.headers.add("Retry-After", "1") }
        response.reason = refusal.reason
        if let own = rendering.response { response.apply(own, to: call, log: context.log) }
        return response
    }
}
