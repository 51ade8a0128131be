import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodSupervisor
import ElmwoodViewTree

extension ProgramEndpoint {
    func post(_ call: ProgramRequest) -> Answer {
        let form = call.request.form ?? FormData()
        let page = page(call)
        let answer = host.post(
            form,
            on: page,
            session: call.session,
            visitor: call.visitor,
            ticket: call.ticket,
            visit: visit(call)
        )
        switch answer {
        case .ready(let reply):
            keepUploads(of: call, taking: reply)
            return .response(response(to: call, taking: reply))
        case .promised(let promise):
            return .later { responder in
                promise.whenFulfilled { reply in
                    self.keepUploads(of: call, taking: reply)
                    responder.answer { self.response(to: call, taking: reply) }
                }
            }
        }
    }

    /// Retains the files of a post that was accepted, even if the client has disconnected.
    private func keepUploads(of call: ProgramRequest, taking reply: SessionReply<PostRefusal>) {
        if case .shown = reply { context.uploads.retain(call.request) }
    }

    private func response(
        to call: ProgramRequest,
        taking reply: SessionReply<PostRefusal>
    ) -> Response {
        switch reply {
        case .shown(let snapshot):
            if call.form == .browser {
                if let response = leaving(snapshot, call) { return response }
                var response = redirect(toTarget: call.request.address)
                set(snapshot.cookie, visitor: snapshot.visitor, ticket: snapshot.ticket, on: &response, to: call)
                return response
            }
            return shown(snapshot, on: page(call, path: snapshot.navigation), for: call)
        case .refused(.refused(let refusal, let contract)):
            let refusal = Refusal(status: refusal.status, sentence: refusal.sentence, offers: contract.offerLines)
            return refusal.response(as: call.form, in: context)
        case .refused(.problems(let problems, let overlay, let model)):
            return withProblems(problems, overlay, model, for: call)
        case .failed(let failure):
            return failed(failure, on: page(call), as: call.form)
        }
    }

    /// Returns status 422: the page as it was, with the entered values and the problems. curl receives only the sentences.
    private func withProblems(
        _ problems: [Problem],
        _ overlay: FormOverlay,
        _ model: AnyModel,
        for call: ProgramRequest
    ) -> Response {
        if call.form == .text {
            let lines = problems.map { "\($0.field): \($0.sentence)\n" }.joined()
            return Response(.unprocessableContent, headers: context.text, body: .bytes(Array(lines.utf8)))
        }
        let page = page(call, problems: problems)
        do {
            let rendering = try host.render(model, on: page)
            return call.form == .json
                ? Response(
                    .unprocessableContent,
                    headers: context.json,
                    body: .bytes(Contract(rendering).json(problems: problems))
                )
                : Response(
                    .unprocessableContent,
                    headers: context.page,
                    // Without the script: it identifies a page by its view, which the entered values are not part of.
                    body: .bytes(rendering.html(overlay: overlay, foot: foot))
                )
        } catch {
            return failed(host.viewFailed(error), on: page, as: call.form)
        }
    }
}
