import ElmwoodArchitecture
import ElmwoodStorage

/// An item that waits for its turn in a session.
enum Waiting: Sendable {
    /// A request that arrived during another turn.
    case request(@Sendable (borrowing SessionTurn) -> Void)
    /// A message, and its source if that can still be cancelled.
    case message(AnyMessage, EffectTask?)
    /// A message that is attributed to a visitor's request.
    case sent(AnyMessage, RequestOrigin)
    /// An effect or a delayed message has ended, after all of its messages.
    case finished(EffectTask, (any Error)?)
    /// A message of another program, or the answer to one.
    indirect case delivered(WaitingMessage)
    /// A timer has ticked, or a topic has a payload.
    case signal(Source, Payload?)
    /// An event of a page without a request.
    case page(PageEvent)
    /// The store has a version of the session.
    indirect case stored(SessionSave, areDelivered: Bool)
    /// A function that waits until the items before it were carried out.
    case call(@Sendable () -> Void)
    /// The messages that were read from the store for the batch of that name; nil if they could not be read.
    case fetched([WaitingMessage]?, as: UInt64)
    /// Messages that this process has just stored.
    case received([SentMessage])
    /// An operation that no message causes.
    case work(@Sendable (borrowing SessionTurn) -> Void)
    /// The subscriptions must be compared, since the visitor has come or gone.
    case checkSubscriptions

    /// Whether it counts towards the limit. An end adds nothing, and operations from outside are not messages.
    var isCounted: Bool {
        switch self {
        case .request, .message, .sent, .signal, .page: true
        case .delivered, .finished, .stored, .call, .fetched, .received, .work, .checkSubscriptions: false
        }
    }
}
