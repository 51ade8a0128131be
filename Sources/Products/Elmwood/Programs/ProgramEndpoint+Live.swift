import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodStorage
import ElmwoodViewTree

extension ProgramEndpoint {
    /// Returns the answer to the script of an open page, which requests the page's changes, sends the visitor's actions, or opens a
    /// stream.
    func live(_ call: ProgramRequest) -> Answer {
        let headers = call.request.headers
        guard let id = headers.bytes(of: "elmwood-page").flatMap({ PageID(utf8: $0) }) else {
            return refuse(.malformed(.badPageName), call)
        }
        // The address belongs to another program now, or the link led to one: the browser loads it as a page.
        guard headers["elmwood-base"].map({ $0 == base }) ?? true else { return .response(.reload(in: context)) }
        var request = LiveRequest(
            id: id,
            by: call.credentials,
            shows: headers.bytes(of: "elmwood-revision").flatMap { Revision(utf8: $0) },
            page: page(call),
            visit: visit(call),
            isRepeat: headers["elmwood-retry"] != nil,
            isHidden: headers["elmwood-hidden"] == "1"
        )
        request.obeyed = headers["elmwood-done"].flatMap { UInt64($0) }
        var claims: [ClaimedUpload] = []
        if call.request.method == .post {
            do throws(ElmwoodForms.Refusal) {
                request.actions = try PageAction.list(call.request.form ?? FormData())
                claims = claimUploads(in: &request.actions, on: id, call)
            } catch {
                if let wish = call.request.form.flatMap({ UploadWish($0) }) { return beginUpload(wish, call) }
                if let text = call.request.form?.foreseenMessage { return .response(foreseen(text, for: request)) }
                return refuse(.malformed(error.sentence), call)
            }
        }
        switch host.live(request) {
        case .ready(let reply):
            keepUploads(of: call, claims, taking: reply)
            return .response(response(to: call, id, taking: reply))
        case .promised(let promise):
            return .later { [claims] responder in
                promise.whenFulfilled { reply in
                    self.keepUploads(of: call, claims, taking: reply)
                    responder.answer { .response(self.response(to: call, id, taking: reply)) }
                }
            }
        }
    }

    /// Returns the answer to the question what a message would show. What is not known needs no reason, since the act itself is answered with one.
    private func foreseen(_ text: String, for request: LiveRequest) -> Response {
        switch host.foresee(text, for: request) {
        case .patch(let patch): Response(.ok, headers: context.patch, body: .bytes(patch.json))
        case .unknown: Response(.noContent, headers: context.patch)
        case .notOffered: Response(.conflict, headers: context.patch)
        }
    }

    private func refuse(_ refusal: Refusal, _ call: ProgramRequest) -> Answer {
        .response(refusal.response(as: .patch, in: context, to: call.request))
    }

    /// Retains the files of actions that were accepted, even if the client has disconnected.
    private func keepUploads(of call: ProgramRequest, _ claims: [ClaimedUpload], taking reply: LiveReply) {
        guard case .patch(let patch, _, _) = reply else { return settle(claims) { _ in false } }
        context.uploads.retain(call.request)
        settle(claims) { claim in !patch.refusals.contains { $0.sequence == claim.sequence } }
    }

    private func response(to call: ProgramRequest, _ id: PageID, taking reply: LiveReply) -> Response {
        switch reply {
        case .patch(let patch, let cookie, let others):
            var response =
                call.form == .stream
                ? stream(patch, id, session: cookie.session(instead: call.session))
                : Response(.ok, headers: context.patch, body: .bytes(patch.json))
            set(cookie, others, on: &response, to: call)
            return response
        case .failed(let failure):
            return failed(failure, to: call)
        }
    }

    private func stream(_ patch: PagePatch, _ id: PageID, session: SessionID?) -> Response {
        let stream = PageStream(first: patch.json) { [host] wake in
            host.stream(session: session, of: id, wake: wake)
        }
        return Response(
            .ok,
            headers: context.stream,
            body: .stream(stream, heartbeat: PageStream.heartbeat, every: PageStream.heartbeatTime)
        )
    }

    /// If the program threw, or there is no page at the address any more, the browser loads the address to show that.
    private func failed(_ failure: SessionFailure, to call: ProgramRequest) -> Response {
        failure.reloadsPage
            ? .reload(in: context) : Refusal(failure).response(as: .patch, in: context, to: call.request)
    }
}

extension FormData {
    /// The message of which a page asks what it would show. It stands in place of events, so that no server takes it for one.
    fileprivate var foreseenMessage: String? {
        entries.count == 1 && entries[0].name == "foresee" ? entries[0].value.text : nil
    }
}

extension CookieChange {
    /// Returns the visitor's session after the change.
    func session(instead former: SessionID?) -> SessionID? {
        switch self {
        case .unchanged: former
        case .set(let token): token.id
        case .remove: nil
        }
    }
}
