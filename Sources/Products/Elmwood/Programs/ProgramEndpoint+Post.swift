import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodHTTPServer
import ElmwoodSessions
import ElmwoodSupervisor
import ElmwoodViewTree

extension ProgramEndpoint {
    func post(_ call: ProgramRequest) -> Answer {
        var form = call.request.form ?? FormData()
        // Most posts name no upload.
        let names = form.entries.contains { $0.value.text.map(UploadRoute.isFor) ?? false }
        let claims =
            names
            ? claimUploads(in: &form.entries, of: form.text("form") ?? "", for: UploadFolders.newName(), nil, call) : []
        let answer = host.post(
            form,
            on: page(call),
            by: call.credentials,
            // A history's panel asks who the visitor is.
            request: arrivals.isEmpty ? call : KnownVisit(visit(call)),
            asks: call.form == .browser
        )
        switch answer {
        case .ready(let reply):
            keepUploads(of: call, claims, taking: reply)
            return Answer(response(to: call, taking: reply))
        case .promised(let promise):
            return .later { responder in
                promise.whenFulfilled { reply in
                    self.keepUploads(of: call, claims, taking: reply)
                    responder.answer { Answer(self.response(to: call, taking: reply)) }
                }
            }
        }
    }

    /// Retains the files of a post that was accepted, even if the client has disconnected.
    private func keepUploads(
        of call: ProgramRequest,
        _ claims: [ClaimedUpload],
        taking reply: SessionReply<PostRefusal>
    ) {
        guard case .shown = reply else { return settle(claims) { _ in false } }
        context.uploads.retain(call.request)
        settle(claims) { _ in true }
    }

    private func response(
        to call: ProgramRequest,
        taking reply: SessionReply<PostRefusal>
    ) -> Eventual<Response> {
        switch reply {
        case .shown(let snapshot):
            if call.form == .browser {
                if let response = leaving(snapshot, call) { return .ready(response) }
                var response = redirect(toTarget: call.request.address)
                set(snapshot.cookie, snapshot.others, on: &response, to: call)
                return .ready(response)
            }
            return shown(snapshot, on: page(call, path: snapshot.navigation), for: call)
        case .refused(.refused(let refusal, let contract)):
            var refusal = Refusal(
                status: refusal.status,
                sentence: refusal.sentence,
                offers: contract.offerLines,
                reason: "not_offered"
            )
            refusal.language = contract.language
            return .ready(refusal.response(as: call.form, in: context, to: call.request))
        case .refused(.problems(let problems, let overlay, let model)):
            return withProblems(problems, overlay, model, for: call)
        case .refused(.question(let question, let languages)):
            return .ready(QuestionPage.response(asking: question, before: call.request.form, in: languages, context))
        case .failed(let failure):
            return .ready(failed(failure, on: page(call), to: call))
        }
    }

    /// Returns status 422: the page as it was, with the entered values and the problems. curl receives only the sentences.
    private func withProblems(
        _ problems: [Problem],
        _ overlay: FormOverlay,
        _ model: AnyModel,
        for call: ProgramRequest
    ) -> Eventual<Response> {
        if call.form == .text {
            let lines = problems.map { ($0.field.isEmpty ? "" : "\($0.field): ") + "\($0.sentence)\n" }.joined()
            return .ready(Response(.unprocessableContent, headers: context.text, body: .bytes(Array(lines.utf8))))
        }
        let page = page(call, problems: problems)
        return host.renderReading(model, on: page).map { result in
            switch result {
            case .success(let view): self.response(showing: view.rendering, with: problems, overlay, for: call)
            case .failure(let error): self.failed(self.host.viewFailed(error, call.eventContext), on: page, to: call)
            }
        }
    }

    private func response(
        showing rendering: Rendering,
        with problems: [Problem],
        _ overlay: FormOverlay,
        for call: ProgramRequest
    ) -> Response {
        call.form == .json
            ? Response(
                .unprocessableContent,
                headers: context.json,
                body: .bytes(Contract(rendering).json(problems: problems))
            )
            : Response(
                .unprocessableContent,
                headers: context.page,
                // Without the script: it identifies a page by its view, which the entered values are not part of.
                body: .bytes(rendering.html(overlay: overlay, foot: foot, modalStyle: ModalStyle.address))
            )
    }
}
