import Architecture
import FormData
import Forms
import HTTPServer
import Sessions
import Synchronization
import ViewTree

extension ProgramEndpoint {
    func post(_ call: Call) -> Answer {
        let form = call.request.form ?? FormData()
        let page = page(call)
        // A browser is redirected, and asks for the page by itself.
        let verified = call.form == .browser ? nil : Verified<P>()
        let answer = host.post(
            session: call.session,
            visitor: call.visitor,
            visit: visit(call),
            decide: { model in try self.decide(form, model, on: page, for: call) },
            verify: { model, path in try self.verify(model, on: self.page(call, path: path), verified) }
        )
        switch answer {
        case .ready(let reply):
            return .response(response(to: call, taking: reply, verified))
        case .settling(let settlement):
            return .later { responder in
                settlement.whenSettled { responder.answer(self.response(to: call, taking: $0, verified)) }
            }
        }
    }

    /// Checks that the view of the model that a post came to does not fail: its turn would be taken back.
    ///
    /// That there is nothing at the address any more is no failure: the post may have removed it.
    private func verify(_ model: P.Model, on page: Page, _ verified: Verified<P>?) throws {
        do {
            let rendering = try host.render(model, on: page)
            verified?.keep(rendering, of: model, on: page)
        } catch is NotFound {}
    }

    /// Checks a post against the view of the current model: the view is the contract.
    private func decide(
        _ form: FormData,
        _ model: P.Model,
        on page: Page,
        for call: Call
    ) throws -> Decision<P.Message, PostRefusal> {
        let contract = Contract(try host.render(model, on: page))
        switch contract.read(form) {
        case .steps(let steps):
            var messages: [P.Message] = []
            var isEntered = false
            for step in steps {
                messages.append(try step.message(by: self.host.messages))
                if case .value = step { isEntered = true }
            }
            return .apply(messages, isSecret: isEntered && contract.asksForPassword)
        case .refused(let refusal):
            let refusal = Refusal(status: refusal.status, sentence: refusal.sentence, offers: contract.offerLines)
            return .refuse(PostRefusal { [context] in refusal.response(as: call.form, in: context) })
        case .problems(let problems, let overlay):
            return .refuse(PostRefusal { self.withProblems(problems, overlay, model, for: call) })
        }
    }

    private func response(
        to call: Call,
        taking reply: Reply<P, PostRefusal>,
        _ verified: Verified<P>?
    ) -> Response {
        switch reply {
        case .shown(let snapshot):
            context.uploads.keep(call.request)
            if call.form == .browser {
                if let response = leaving(snapshot, call) { return response }
                var response = redirect(toTarget: call.request.address)
                set(snapshot.cookie, visitor: snapshot.visitor, on: &response, to: call)
                return response
            }
            let page = page(call, path: snapshot.navigation)
            return shown(snapshot, verified?.rendering(of: snapshot.model, on: page), on: page, for: call)
        case .refused(let refusal):
            return refusal.response()
        case .failed(let failure):
            return failed(failure, on: page(call), as: call.form)
        }
    }

    /// Status 422: the page as it was, with what was typed and what is wrong with it; to curl the sentences alone.
    private func withProblems(
        _ problems: [Problem],
        _ overlay: FormOverlay,
        _ model: P.Model,
        for call: Call
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
                    // With no script: it knows a page by its view, and what was typed is not part of that.
                    body: .bytes(rendering.html(overlay: overlay, foot: foot))
                )
        } catch {
            context.log(.error, "\(host.name): the view failed: \(error)")
            return failed(.view(error), on: page, as: call.form)
        }
    }
}

/// Why a post changed nothing, as the answer that says so.
private struct PostRefusal: Sendable {
    let response: @Sendable () -> Response
}

/// The view that a post's check has rendered: the answer need not render it again where it shows the same model.
private final class Verified<P: Program>: Sendable {
    private let view = Mutex<(rendering: Rendering, model: P.Model, page: Page)?>(nil)

    func keep(_ rendering: Rendering, of model: P.Model, on page: Page) {
        view.withLock { $0 = (rendering, model, page) }
    }

    func rendering(of model: P.Model, on page: Page) -> Rendering? {
        view.withLock { view in
            guard let view, view.page == page, view.model == model else { return nil }
            return view.rendering
        }
    }
}
