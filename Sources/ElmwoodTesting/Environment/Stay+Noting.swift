import Elmwood
import ElmwoodSessions

extension Stay {
    /// Notes what came of something that the visitor did.
    ///
    /// - Parameters:
    ///   - before: what was wrong with the page's fields.
    ///   - after: what is wrong with them now.
    ///   - failures: how many failures the log had told of before.
    func note(_ outcome: Outcome, _ before: [Problem], _ after: [Problem], since failures: Int, in scene: Scene) {
        if let impossible = outcome.impossible { scene.report(impossible) }
        let isRefused = outcome.refusals.contains { $0.status == 422 }
        let new = after.filter { isRefused || !before.contains($0) }
        for problem in outcome.complaints + new where !ledger.hasProblem(problem) { ledger.add(problem, in: scene) }
        // What the log told of is entered already, and better.
        guard site.books.failures == failures else { return }
        for refusal in outcome.refusals where refusal.status != 422 {
            ledger.add(
                failure: "The program's side refused it (\(refusal.status)): \(refusal.sentence)",
                nil,
                in: scene
            )
        }
        for failure in outcome.failures { ledger.add(failure: "\(failure)", failure, in: scene) }
    }

    /// What happens now is that scene's doing again.
    func resume(_ scene: Scene) {
        site.world.begin(scene)
        site.books.actor = ledger
    }

    /// Holds a session with that model for the visitor.
    @discardableResult
    func hold(_ model: P.Model) -> SessionReference<P>? {
        guard let host = site.stage?.host else { return nil }
        let reference = host.hold(model, under: visitor.session, visitor: visitor.visitor)
        visitor.session = reference.id
        return reference
    }
}

extension Ledger {
    /// Whether that problem is entered already.
    fileprivate func hasProblem(_ problem: Problem) -> Bool {
        entries.contains { if case .problem(problem) = $0.matter { true } else { false } }
    }
}
