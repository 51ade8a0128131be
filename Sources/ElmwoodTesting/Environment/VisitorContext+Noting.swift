import Elmwood
import ElmwoodSessions

extension VisitorContext {
    /// Notes what came of something that the visitor did.
    ///
    /// - Parameters:
    ///   - before: what was wrong with the page's fields.
    ///   - after: what is wrong with them now.
    ///   - failures: how many failures the log had told of before.
    func note(_ outcome: Outcome, _ before: [Problem], _ after: [Problem], since failures: Int, in step: TestStep) {
        if let impossible = outcome.impossible { step.report(impossible) }
        let isRefused = outcome.refusals.contains { $0.status == 422 }
        let new = after.filter { isRefused || !before.contains($0) }
        for problem in outcome.complaints + new where !expectations.hasProblem(problem) {
            expectations.add(problem, in: step)
        }
        // What the log told of is entered already, and better.
        guard site.expectationLogs.failures == failures else { return }
        for refusal in outcome.refusals where refusal.status != 422 {
            expectations.add(
                failure: "The program's side refused it (\(refusal.status)): \(refusal.sentence)",
                nil,
                in: step
            )
        }
        for failure in outcome.failures { expectations.add(failure: "\(failure)", failure, in: step) }
    }

    /// What happens now is that step's doing again.
    func resume(_ step: TestStep) {
        site.environment.begin(step)
        site.expectationLogs.actor = expectations
    }

    /// Holds a session with that model for the visitor.
    @discardableResult
    func hold(_ model: P.Model) -> SessionReference<P>? {
        guard let host = site.testHost?.host else { return nil }
        let reference = host.hold(model, under: visitor.session, visitor: visitor.visitor)
        visitor.session = reference.id
        return reference
    }
}

extension ExpectationLog {
    /// Whether that problem is entered already.
    fileprivate func hasProblem(_ problem: Problem) -> Bool {
        entries.contains { if case .problem(problem) = $0.subject { true } else { false } }
    }
}
