import Elmwood
import ElmwoodSessions

extension VisitorContext {
    /// Records the outcome of a visitor's action.
    ///
    /// - Parameters:
    ///   - before: the problems of the page's fields before the action.
    ///   - after: the present problems.
    ///   - failures: the number of logged failures before the action.
    func note(_ outcome: Outcome, _ before: [Problem], _ after: [Problem], since failures: Int, in step: TestStep) {
        if let impossible = outcome.impossible { step.report(impossible) }
        let isRefused = outcome.refusals.contains { $0.status == 422 }
        let new = after.filter { isRefused || !before.contains($0) }
        for problem in outcome.complaints + new where !expectations.hasProblem(problem) {
            expectations.add(problem, in: step)
        }
        // Logged failures have been recorded already, with more detail.
        guard site.expectationLogs.failures == failures else { return }
        // The page says what is wrong with fields. An event has none.
        for refusal in outcome.refusals where refusal.status != 422 || !refusal.sentence.isEmpty {
            expectations.add(
                failure: "The program's side refused it (\(refusal.status)): \(refusal.sentence)",
                nil,
                in: step
            )
        }
        for failure in outcome.failures { expectations.add(failure: "\(failure)", failure, in: step) }
    }

    /// Attributes the following events to that step again.
    func resume(_ step: TestStep) {
        site.environment.begin(step)
        site.expectationLogs.actor = expectations
    }

    /// Gives the visitor a session id of an account, as if they had signed in at another program of the site.
    func signIn(to account: String) {
        visitor.session = site.testHost?.host.registry.issueID(of: account, visitor: visitorID)
    }

    /// Stores a session with that model for the visitor.
    @discardableResult
    func setSession(_ model: P.Model) -> SessionReference<P>? {
        guard let host = site.testHost?.host else { return nil }
        if let token = host.registry.issueID(unlessGood: visitor.session?.id) { visitor.session = token }
        return host.register(model, under: visitor.session?.id, visitor: visitorID)
    }
}

extension ExpectationLog {
    /// Whether that problem is recorded already.
    fileprivate func hasProblem(_ problem: Problem) -> Bool {
        entries.contains { if case .problem(problem) = $0.subject { true } else { false } }
    }
}
