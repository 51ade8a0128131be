import ElmwoodArchitecture
import ElmwoodFormData
import ElmwoodStorage

extension SessionHost {
    /// Performs the post of a form to a page. The form is checked against the view of the session's model, which is the contract.
    ///
    /// - Parameters:
    ///   - session: the id of the session's cookie, valid or not.
    ///   - ticket: the ticket of an answer whose request began a task.
    ///   - seen: what the browser has seen last.
    package func post(
        _ form: FormData,
        on page: consuming Page,
        session: SessionID?,
        visitor: VisitorClaim,
        ticket: RenewalTicket? = nil,
        seen: NodePosition? = nil,
        request: any VisitorRequest
    ) -> Eventual<SessionReply<PostRefusal>> {
        if refusesChanges { return .ready(.failed(.notStored)) }
        let check = FormCheck(self, form, on: page)
        let post = Post(
            credentials: Credentials(session: session, visitor: visitor, ticket: ticket, seen: seen),
            request: request,
            check: check
        )
        let answer = handle(post)
        guard answer.mayLackInputs() else { return issuingToken(answer) }
        return issuingToken(
            reading(for: answer, on: check.page) { page in self.handle(Post(post, by: FormCheck(self, form, on: page)))
            }
        )
    }
}
