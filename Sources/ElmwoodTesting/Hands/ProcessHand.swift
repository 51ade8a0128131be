import Elmwood
import Sessions
import ViewTree

/// A page with no server between: the sessions are asked directly.
final class ProcessHand<P: Program>: Hand {
    let stage: Stage<P>
    let visitor: StageVisitor
    let script: Script
    private(set) var address = "/"
    private(set) var problems: [Problem] = []

    init(_ stage: Stage<P>, _ visitor: StageVisitor, script: Script) {
        self.stage = stage
        self.visitor = visitor
        self.script = script
    }

    var session: SessionID? { visitor.session }
    var model: P.Model? { nil }
    var isWaiting: Bool { false }

    func page() throws(HandFailure) -> PageTree { throw HandFailure("There is no page yet.") }
    func act(_ act: Act) -> Outcome { Outcome() }
    func settle() -> Outcome { Outcome() }
}
