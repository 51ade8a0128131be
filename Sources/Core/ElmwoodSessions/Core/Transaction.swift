import ElmwoodArchitecture
import ElmwoodStorage
import ElmwoodViewTree

/// The result of a transaction. The session's model is replaced; the tasks are yet to begin (``SessionTurn/launch(_:for:)``).
///
/// An object, since it is large and passed through many functions.
final class Transaction {
    /// The session's model after it, and the version of that model.
    let model: AnyModel
    let version: UInt64
    /// The view of that model, if it was rendered already.
    var view: RenderedPage?
    var begun: [EffectTask]
    var cancelled: [EffectTask]
    var broadcasts: [Broadcast]
    /// The messages to shared programs, and what the answer waits for so that it shows what came of them.
    var deliveries: [Outgoing]
    var awaited: [AwaitedMessages]
    var outcome: RequestOutcome
    /// Whether the session has ended with it.
    let ends: Bool
    /// Whether the visitor's other sessions end with it.
    let endsEverywhere: Bool
    /// Whether it has changed nothing that is stored or shown, so that the session has the same version as before.
    let isUnchanged: Bool
    /// The running subscriptions, to be compared with those of the model.
    let sources: [Source]
    /// The reports to observers of turns.
    var reports: [TurnReport] = []

    /// Creates the result of the commands of a plan, which the session has taken already.
    init(
        _ plan: borrowing CommandPlan,
        model: AnyModel,
        version: UInt64,
        sources: [Source],
        awaited: AwaitedMessages?,
        isUnchanged: Bool
    ) {
        self.model = model
        self.version = version
        self.sources = sources
        self.awaited = awaited.map { [$0] } ?? []
        self.isUnchanged = isUnchanged
        begun = plan.begun
        cancelled = plan.cancelled
        broadcasts = plan.broadcasts
        deliveries = plan.deliveries
        ends = plan.ends
        endsEverywhere = plan.ends && plan.endsEverywhere
        outcome = RequestOutcome(
            flash: plan.flash,
            renews: plan.renews,
            tokenRenewal: plan.ends && plan.endsEverywhere ? .another : .none,
            hasEnded: plan.ends
        )
    }

    /// Adds what an earlier transaction began, if none of its tasks has begun yet. Returns this object, which is then the result of
    /// both.
    func following(_ earlier: Transaction) -> Transaction {
        begun = earlier.begun.filter { task in !cancelled.contains { $0 === task } } + begun
        cancelled = earlier.cancelled + cancelled
        broadcasts = earlier.broadcasts + broadcasts
        deliveries = earlier.deliveries + deliveries
        awaited = earlier.awaited + awaited
        outcome = earlier.outcome.followed(by: outcome)
        reports = earlier.reports + reports
        return self
    }
}
