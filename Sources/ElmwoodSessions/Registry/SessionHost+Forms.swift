import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodForms
import ElmwoodStorage
import ElmwoodSupervisor
import ElmwoodViewTree

/// Why a post changed nothing, according to the check against the view.
package enum PostRefusal: Sendable {
    /// It is malformed, or names something that the view does not offer.
    case refused(Refusal, by: Contract)
    /// Fields are invalid: the page is shown again with the entered values.
    case problems([Problem], FormOverlay, of: AnyModel)
}

extension SessionHost {
    /// Performs the post of a form to a page. The form is checked against the view of the session's model, which is the contract.
    ///
    /// - Parameters:
    ///   - session: the id of the session's cookie, valid or not.
    ///   - ticket: the ticket of an answer whose request began a task.
    ///   - seen: what the browser has seen last.
    package func post(
        _ form: FormData,
        on page: Page,
        session: SessionID?,
        visitor: VisitorClaim,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        visit: Visit
    ) -> Eventual<SessionReply<PostRefusal>> {
        if refusesChanges { return .ready(.failed(.notStored)) }
        let reply = reading(on: page) { page in
            self.handle(
                Post<PostRefusal>(
                    credentials: Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen),
                    visit: visit,
                    form: form,
                    decide: { try self.decide(form, $0, on: page) },
                    verify: { model, path in try self.verify(model, on: path.map { page.moved(to: $0) } ?? page) },
                    refuse: { self.refusal(of: form, with: $0, $1, on: page) }
                )
            )
        }
        return issuingToken(reply)
    }

    /// Returns the refusal of a form whose messages the program has refused.
    private func refusal(of form: FormData, with problems: [Problem], _ model: AnyModel, on page: Page) -> PostRefusal?
    {
        guard let contract = try? contract(of: model, on: page) else { return nil }
        let (problems, overlay) = contract.refusal(of: form, with: problems)
        return .problems(problems, overlay, of: model)
    }

    private func contract(of model: AnyModel, on page: Page) throws -> Contract {
        let rendering = try model.view(on: page)?.rendering ?? render(model, on: page)
        return Contract(rendering, sentences: environment.sentences)
    }

    private func decide(
        _ form: FormData,
        _ model: AnyModel,
        on page: Page
    ) throws -> Decision<AnyMessage, PostRefusal> {
        let contract = try contract(of: model, on: page)
        switch try driver.read(form, by: contract, of: model) {
        case .messages(let messages, let isSecret):
            return .apply(messages, isSecret: isSecret)
        case .refused(let refusal):
            return .refuse(.refused(refusal, by: contract))
        case .problems(let problems, let overlay):
            diagnose(contract.mistakes(behind: problems))
            return .refuse(.problems(problems, overlay, of: model))
        }
    }
}
